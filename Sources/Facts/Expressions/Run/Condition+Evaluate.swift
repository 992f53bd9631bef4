public import ByteText
public import RE2

extension Condition {
    /// Evaluates the condition for a click.
    ///
    /// `facts` must be a table of the schema the condition was compiled with, `arena` the arena with its texts, and
    /// `patterns` this worker's set for the pattern list the condition was compiled with. A test of a fact takes a few
    /// nanoseconds and does not allocate.
    public func evaluate(
        _ facts: borrowing FactTable, _ arena: borrowing ByteArena, _ patterns: PatternSet
    ) -> Verdict {
        var silent = NoRecorder()
        return program.run(of: self, facts, arena, patterns, &silent)
    }
}
