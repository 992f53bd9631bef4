/// The first few of many elements, by the elements' own order: merging samples in any order keeps the same ones.
struct Samples<Element: Comparable & Sendable>: Sendable, Equatable {
    let limit: Int
    /// By rising order.
    private(set) var elements: [Element] = []

    init(limit: Int) {
        self.limit = limit
    }

    /// Whether an element would be kept that sorts before those for which `precedes` holds: checked before a costly
    /// sample is made.
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

    /// Changes each element; the order must stay as it is.
    mutating func forEach(_ change: (inout Element) -> Void) {
        for index in elements.indices { change(&elements[index]) }
    }
}
