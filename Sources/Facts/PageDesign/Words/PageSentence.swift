/// A sentence in its parts: text, and the places for values.
public struct PageSentence: Sendable, Equatable {
    /// A part of a sentence.
    public enum Part: Sendable, Equatable {
        case text(String)
        case place(PagePlaceholder)
    }

    /// Why a text is not a sentence.
    public enum Fault: Error, Equatable {
        /// A brace without its other one.
        case unbalanced
        /// A name in braces that is not a placeholder's.
        case unknown(String)
    }

    /// The parts, in their order; no text is empty.
    public let parts: [Part]

    /// Reads a text with places in braces.
    public init(_ text: String) throws(Fault) {
        var parts: [Part] = []
        var rest = text[...]
        while let start = rest.firstIndex(where: { $0 == "{" || $0 == "}" }) {
            guard rest[start] == "{", let end = rest[start...].firstIndex(of: "}") else { throw .unbalanced }
            if start > rest.startIndex { parts.append(.text(String(rest[..<start]))) }
            let name = rest[rest.index(after: start)..<end]
            guard let place = PagePlaceholder(rawValue: String(name)) else { throw .unknown(String(name)) }
            parts.append(.place(place))
            rest = rest[rest.index(after: end)...]
        }
        if !rest.isEmpty { parts.append(.text(String(rest))) }
        self.parts = parts
    }

    /// The places in the sentence, in their order.
    public var places: [PagePlaceholder] {
        parts.compactMap { if case .place(let place) = $0 { place } else { nil } }
    }
}
