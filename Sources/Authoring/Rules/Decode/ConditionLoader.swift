import Expressions
import Routing
import Threads

/// Compiles the conditions of a file and collects their patterns in one list.
///
/// A class, since all decoders of a file append to the same list. It is confined to the load.
final class ConditionLoader {
    private(set) var patterns: PatternList
    /// The scope of conditions, which does not depend on the file.
    private static let scope = ConditionScope(FactName.schema)

    private let limit: WorkLimit?

    /// - Parameter limit: The work limit for all files that are loaded together.
    init(patterns: PatternList, limit: WorkLimit? = nil) {
        self.patterns = patterns
        self.limit = limit
    }

    func compile(_ text: String) -> ConditionCompilation {
        Condition.compile(text, in: Self.scope, patterns: &patterns, limit: limit)
    }
}
