/// The first few of many elements, by their own order. Merging samples in any order keeps the same elements.
struct Samples<Element: Comparable & Sendable>: Sendable, Equatable {
    let limit: Int
    /// In ascending order.
    private(set) var elements: [Element] = []

    init(limit: Int) {
        self.limit = limit
    }

    /// Whether an element that sorts before those for which `precedes` holds would be kept. Checked before a costly
    /// sample is created.
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

    /// Changes each element without changing the order.
    mutating func forEach(_ change: (inout Element) -> Void) {
        for index in elements.indices { change(&elements[index]) }
    }
}
