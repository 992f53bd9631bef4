import Expressions
import Routing
import Threads

/// Compiles the conditions of a file and collects their patterns in one list.
///
/// A class, since all decoders of a file add to the same list; it never leaves the load.
final class ConditionLoader {
    private(set) var patterns: PatternList
    /// The same for all files.
    private static let scope = ConditionScope(FactName.schema)

    private let limit: WorkLimit?

    /// - Parameter limit: How much work may be done on the files that are loaded together.
    init(patterns: PatternList, limit: WorkLimit? = nil) {
        self.patterns = patterns
        self.limit = limit
    }

    func compile(_ text: String) -> ConditionCompilation {
        Condition.compile(text, in: Self.scope, patterns: &patterns, limit: limit)
    }
}
