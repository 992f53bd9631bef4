public import RE2

/// The patterns of all conditions of a rule set, without duplicates.
///
/// Conditions refer to a pattern by its index. The list is filled while conditions are compiled; then each worker creates
/// its own ``RE2/PatternSet`` from it.
public struct PatternList: Sendable {
    /// The pattern sources, by index.
    public private(set) var sources: [String] = []

    /// Creates an empty list.
    public init() {}

    /// The index of a pattern, which is added if necessary. Throws if RE2 cannot compile it.
    public mutating func index(of source: String) throws(RE2Fault) -> Int {
        if let index = firstIndex(of: source) { return index }
        _ = try Pattern(source)
        sources.append(source)
        return sources.count - 1
    }

    /// Adds the missing patterns of another list, and returns the new index of each of its patterns.
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
