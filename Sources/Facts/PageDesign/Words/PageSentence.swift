/// A sentence split into text and placeholders.
public struct PageSentence: Sendable, Equatable {
    /// A part of a sentence.
    public enum Part: Sendable, Equatable {
        case text(String)
        case place(PagePlaceholder)
    }

    /// The reason why a text is not a valid sentence.
    public enum Fault: Error, Equatable {
        /// An unbalanced brace.
        case unbalanced
        /// An unknown placeholder.
        case unknown(String)
    }

    /// The parts in order; texts are not empty.
    public let parts: [Part]

    /// Parses a text with placeholders in braces.
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

    /// The placeholders in the sentence, in order.
    public var places: [PagePlaceholder] {
        parts.compactMap { if case .place(let place) = $0 { place } else { nil } }
    }
}
