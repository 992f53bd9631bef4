/// The first few of many things, by an order that belongs to the things: whoever merges samples, in whatever order, gets
/// the same ones.
struct Samples<Element: Comparable & Sendable>: Sendable {
    let limit: Int
    /// By rising order.
    private(set) var elements: [Element] = []

    init(limit: Int) {
        self.limit = limit
    }

    /// Whether something that comes before `bound` of the order would be kept: to be asked before the sample is made.
    func keeps(_ precedes: (Element) -> Bool) -> Bool {
        guard elements.count == limit, let last = elements.last else { return limit > 0 }
        return precedes(last)
    }

    mutating func add(_ element: Element) {
        guard keeps({ element < $0 }) else { return }
        let place = elements.firstIndex { element < $0 } ?? elements.count
        elements.insert(element, at: place)
        if elements.count > limit { elements.removeLast() }
    }

    mutating func merge(_ other: Samples) {
        for element in other.elements { add(element) }
    }
}

extension Samples: Equatable {}

/// Where a line stands.
public struct LinePlace: Sendable, Hashable, Comparable {
    /// The file as it was named; `-` for standard input.
    public var source: String
    /// From 1 on.
    public var line: Int

    public init(source: String, line: Int) {
        self.source = source
        self.line = line
    }

    public static func < (one: LinePlace, other: LinePlace) -> Bool {
        (one.source, one.line) < (other.source, other.line)
    }
}

extension LinePlace: CustomStringConvertible {
    public var description: String { "\(source):\(line)" }
}
