public import ByteText
public import RE2

/// Hears of every test that runs, and returns the verdict to continue with. The plain evaluation passes one that does
/// nothing, and pays nothing.
protocol ConditionRecorder {
    mutating func record(_ instruction: Int, _ verdict: Verdict) -> Verdict
}

struct NoRecorder: ConditionRecorder {
    /// A variable without a size has no place of its own, and the thread sanitizer reports those of two threads as one.
    private let place: UInt8 = 0

    @inline(__always)
    mutating func record(_ instruction: Int, _ verdict: Verdict) -> Verdict { verdict }
}

/// Remembers which tests ran and what came out.
private struct StepRecorder: ConditionRecorder {
    var steps: [(instruction: Int, verdict: Verdict)] = []

    mutating func record(_ instruction: Int, _ verdict: Verdict) -> Verdict {
        steps.append((instruction: instruction, verdict: verdict))
        return verdict
    }
}

/// Continues as if one test had come out the other way.
private struct Supposition: ConditionRecorder {
    let instruction: Int
    let verdict: Verdict

    mutating func record(_ instruction: Int, _ verdict: Verdict) -> Verdict {
        instruction == self.instruction ? self.verdict : verdict
    }
}

/// How a condition came to its verdict: the tests that ran, in order.
///
/// Values are as the click has them, secrets included: mask them before showing a trace.
public struct ConditionTrace: Sendable {
    /// One test.
    public struct Step: Sendable {
        /// The test as it was written.
        public var source: String
        /// Where it is in the condition's source.
        public var range: SourceRange
        /// The verdict of ``source``: an evaluation of that text alone, over the same facts, has it too.
        public var verdict: Verdict
        /// The facts it read and what they were.
        public var facts: [(name: String, value: String)]
        /// The facts that would have to be known, if the verdict is unknown.
        public var unknown: [String]
        /// What failed, if the verdict is an error.
        public var error: String?
    }

    /// The tests that ran; those behind a decided operator did not.
    public var steps: [Step] = []
    /// What the whole condition says.
    public var verdict: Verdict = .no
    /// Whether the condition fails by its last step alone: it would hold if that test had come out the other way.
    public var isNearMiss = false

    /// A trace of nothing, to be filled by an evaluation.
    public init() {}

    /// The facts without which the condition is undecided, each once.
    public var unknown: [String] {
        steps.flatMap(\.unknown).reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
    }
}

extension Condition {
    /// Evaluates as ``evaluate(_:_:_:)`` does, by the same program, and writes down how. Allocates.
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

    /// What decided a condition that fails is the test that ran last.
    private func holdsWithoutLast(
        _ steps: [(instruction: Int, verdict: Verdict)], _ facts: borrowing FactTable, _ arena: borrowing ByteArena,
        _ patterns: PatternSet
    ) -> Bool {
        guard let last = steps.last, last.verdict == .yes || last.verdict == .no else { return false }
        var supposition = Supposition(instruction: last.instruction, verdict: last.verdict == .yes ? .no : .yes)
        return program.run(of: self, facts, arena, patterns, &supposition) == .yes
    }

    /// The trace of a test whose instruction returned `verdict`.
    ///
    /// A test and its instruction can have opposite verdicts: `!=` runs the instruction of `==`. Readers see the source, so the
    /// trace has the verdict of the source. If it is unknown or an error, the interpreter runs the test again for the reason.
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
