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
        if let index = sources.firstIndex(where: { $0.utf8.elementsEqual(source.utf8) }) { return index }
        _ = try Pattern(source)
        sources.append(source)
        return sources.count - 1
    }

    /// Compiles the patterns for one worker. Throws only if memory runs out.
    public func makeSet() throws(RE2Fault) -> PatternSet {
        try PatternSet(sources)
    }
}
