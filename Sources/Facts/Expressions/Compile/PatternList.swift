public import RE2

/// The patterns of all conditions of a rule set, each once.
///
/// Conditions name a pattern by its index here. Filled while conditions are compiled; afterwards each worker makes its
/// own ``RE2/PatternSet`` of it.
public struct PatternList: Sendable {
    /// The patterns as they were written, by index.
    public private(set) var sources: [String] = []

    /// A list without patterns.
    public init() {}

    /// The index of a pattern. Throws if RE2 does not compile it.
    public mutating func index(of source: String) throws(RE2Fault) -> Int {
        if let index = firstIndex(of: source) { return index }
        _ = try Pattern(source)
        sources.append(source)
        return sources.count - 1
    }

    /// Adds the patterns of another list that this one does not have, and returns where each of that list is now.
    public mutating func merge(_ other: PatternList) -> [Int] {
        other.sources.map { source in
            if let index = firstIndex(of: source) { return index }
            sources.append(source)
            return sources.count - 1
        }
    }

    private func firstIndex(of source: String) -> Int? {
        sources.firstIndex { $0.utf8.elementsEqual(source.utf8) }
    }

    /// Compiles the patterns for one worker. Throws only if memory runs out.
    public func makeSet() throws(RE2Fault) -> PatternSet {
        try PatternSet(sources)
    }
}
