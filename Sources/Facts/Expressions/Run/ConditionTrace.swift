public import ByteText
public import RE2

/// Receives the result of each test, and returns the verdict to continue with. Ordinary evaluation uses a recorder that does
/// nothing and costs nothing.
protocol ConditionRecorder {
    mutating func record(_ instruction: Int, _ verdict: Verdict) -> Verdict
}

struct NoRecorder: ConditionRecorder {
    /// Gives the struct an address: the thread sanitizer reports empty variables of two threads as one.
    private let place: UInt8 = 0

    @inline(__always)
    mutating func record(_ instruction: Int, _ verdict: Verdict) -> Verdict { verdict }
}

/// Records the tests that ran and their verdicts.
private struct StepRecorder: ConditionRecorder {
    var steps: [(instruction: Int, verdict: Verdict)] = []

    mutating func record(_ instruction: Int, _ verdict: Verdict) -> Verdict {
        steps.append((instruction: instruction, verdict: verdict))
        return verdict
    }
}

/// Inverts the result of one test.
private struct InvertedTest: ConditionRecorder {
    let instruction: Int
    let verdict: Verdict

    mutating func record(_ instruction: Int, _ verdict: Verdict) -> Verdict {
        instruction == self.instruction ? self.verdict : verdict
    }
}

/// The evaluation of a condition: the tests that ran, in order.
///
/// Values are unmasked and may contain secrets. Mask them before displaying a trace.
public struct ConditionTrace: Sendable {
    /// A test.
    public struct Step: Sendable {
        /// The source text of the test.
        public var source: String
        /// The range in the condition's source.
        public var range: SourceRange
        /// The verdict of ``source``, which is the same if that text is evaluated on its own over the same facts.
        public var verdict: Verdict
        /// The facts that the test read, and their values.
        public var facts: [(name: String, value: String)]
        /// The unknown facts that caused the verdict, if it is unknown.
        public var unknown: [String]
        /// The error message, if the verdict is an error.
        public var error: String?
    }

    /// The tests that ran. Tests short-circuited by an operator did not.
    public var steps: [Step] = []
    /// The verdict of the whole condition.
    public var verdict: Verdict = .no
    /// Whether the condition failed only because of its last step, and would be true if that test had the opposite result.
    public var isNearMiss = false

    /// Creates an empty trace, to be filled by an evaluation.
    public init() {}

    /// The unknown facts of all steps, without duplicates.
    public var unknown: [String] {
        steps.flatMap(\.unknown).reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
    }
}

extension Condition {
    /// Evaluates like ``evaluate(_:_:_:)``, with the same program, and records the steps. Allocates.
    public func evaluate(
        _ facts: borrowing FactTable, _ arena: borrowing ByteArena, _ patterns: PatternSet,
        recording trace: inout ConditionTrace
    ) -> Verdict {
        var recorder = StepRecorder()
        trace.verdict = program.run(of: self, facts, arena, patterns, &recorder)
        trace.steps = recorder.steps.compactMap { ran in
            program.test(at: ran.instruction).map { step($0, ran.verdict, facts, arena, patterns) }
        }
        trace.isNearMiss = trace.verdict == .no && holdsWithoutLast(recorder.steps, facts, arena, patterns)
        return trace.verdict
    }

    /// Whether the condition is true if the result of the last test, which decided it, is inverted.
    private func holdsWithoutLast(
        _ steps: [(instruction: Int, verdict: Verdict)], _ facts: borrowing FactTable, _ arena: borrowing ByteArena,
        _ patterns: PatternSet
    ) -> Bool {
        guard let last = steps.last, last.verdict == .yes || last.verdict == .no else { return false }
        var inverted = InvertedTest(instruction: last.instruction, verdict: last.verdict == .yes ? .no : .yes)
        return program.run(of: self, facts, arena, patterns, &inverted) == .yes
    }

    /// The trace of a test whose instruction returned `verdict`.
    ///
    /// A test and its instruction can have opposite verdicts: `!=` runs the instruction of `==`. The trace contains the verdict
    /// of the source. If it is unknown or an error, the test is evaluated again by the interpreter to obtain the reason.
    private func step(
        _ test: ConditionProgram.Test, _ verdict: Verdict, _ facts: borrowing FactTable, _ arena: borrowing ByteArena,
        _ patterns: PatternSet
    ) -> ConditionTrace.Step {
        var values: [(name: String, value: String)] = []
        for fact in test.facts { values.append((facts.schema[fact].name, facts.describe(fact, arena))) }
        var step = ConditionTrace.Step(
            source: text(at: test.range), range: test.range, verdict: test.isNegated ? verdict.negated : verdict,
            facts: values, unknown: [])
        guard verdict == .unknown || verdict == .error else { return step }
        do {
            _ = try program.truth(of: test.node, facts, arena, patterns)
        } catch {
            switch error {
            case .error(let error): step.error = error.message
            case .unknown(let indices): step.unknown = indices.map { facts.schema[UInt16($0)].name }
            }
        }
        return step
    }
}
