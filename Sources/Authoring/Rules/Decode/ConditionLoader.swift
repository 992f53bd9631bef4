import Expressions
import Routing

/// Compiles the conditions of a file and collects their patterns in one list.
///
/// A class, since all decoders of a file add to the same list; it never leaves the load.
final class ConditionLoader {
    private(set) var patterns: PatternList
    /// The same for all files.
    private static let scope = ConditionScope(FactName.schema)

    init(patterns: PatternList) {
        self.patterns = patterns
    }

    func compile(_ text: String) -> ConditionCompilation {
        Condition.compile(text, in: Self.scope, patterns: &patterns)
    }
}
