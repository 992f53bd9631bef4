public import ByteText
public import RE2

extension Condition {
    /// What the condition says about a click.
    ///
    /// `facts` must be a table of the schema that the condition was compiled with, `arena` the one its text lies in, and
    /// `patterns` this worker's set of the list that the condition was compiled with. A test of a fact costs a few
    /// nanoseconds and allocates nothing.
    public func evaluate(
        _ facts: borrowing FactTable, _ arena: borrowing ByteArena, _ patterns: PatternSet
    ) -> Verdict {
        var silent = NoRecorder()
        return program.run(of: self, facts, arena, patterns, &silent)
    }
}
