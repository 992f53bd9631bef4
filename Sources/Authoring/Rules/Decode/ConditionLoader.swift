import Expressions
import Routing

/// Compiles the conditions of a load and collects their patterns in one list.
///
/// A class, since the decoders of all files add to the same list; it never leaves the load.
final class ConditionLoader {
    private(set) var patterns: PatternList
    private let scope = ConditionScope(FactName.schema)

    init(patterns: PatternList) {
        self.patterns = patterns
    }

    func compile(_ text: String) -> ConditionCompilation {
        Condition.compile(text, in: scope, patterns: &patterns)
    }
}
