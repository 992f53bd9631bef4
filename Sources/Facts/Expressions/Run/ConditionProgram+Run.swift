public import ByteText
public import RE2
import Threads

extension ConditionProgram {
    /// Runs the program, and passes the result of each test to the recorder.
    ///
    /// - Parameter condition: The condition with this program. Less common tests are called on it, because passing the program
    ///   itself to a call would copy it at each evaluation.
    ///
    /// Group marks take two bits each: 1 for an error, 2 for an unknown, which takes precedence.
    @inline(__always)
    func run<Recorder: ConditionRecorder>(
        of condition: Condition, _ facts: borrowing FactTable, _ arena: borrowing ByteArena, _ patterns: PatternSet,
        _ recorder: inout Recorder
    ) -> Verdict {
        let instructions = instructions.span
        var marks: UInt64 = 0
        var index = 0
        while true {
            let instruction = instructions[index]
            index += 1
            if instruction.operation.isControl {
                switch instruction.operation {
                case .accept: return .yes
                case .finish: return marks & 2 != 0 ? .unknown : marks & 1 != 0 ? .error : .no
                case .jump: index = Int(instruction.target)
                default:
                    let mark = marks >> (2 * UInt64(instruction.payload)) & 3
                    marks |= mark << (2 * UInt64(instruction.group))
                    if (mark == 0) == (instruction.operation == .join) { index = Int(instruction.target) }
                }
                continue
            }
            let verdict = recorder.record(index - 1, test(instruction, of: condition, facts, arena, patterns))
            if verdict == instruction.jumpsOn {
                index = Int(instruction.target)
            } else if verdict.rawValue > 1 {
                marks |= (verdict == .unknown ? 2 : 1) << (2 * UInt64(instruction.group))
            }
        }
    }

    /// Runs one test. The most common ones are inlined, the others are out of line.
    @inline(__always)
    private func test(
        _ instruction: Instruction, of condition: Condition, _ facts: borrowing FactTable,
        _ arena: borrowing ByteArena, _ patterns: PatternSet
    ) -> Verdict {
        switch (instruction.operation, facts[instruction.fact]) {
        case (.symbolIn, .symbol(let place)): Verdict(instruction.payload >> UInt64(place) & 1 != 0)
        case (.bool, .bool(let bool)): Verdict(bool)
        case (.intCompare, .int(let int)): compare(int, instruction)
        case (.has, let fact): has(fact)
        case (.textEquals, .text(let range)): equals(arena[range], PoolRange(instruction.payload))
        case (.textEquals, .absent): Verdict(PoolRange(instruction.payload).count == 0)
        default: condition.rareTest(instruction, facts, arena, patterns)
        }
    }

    fileprivate func rareTest(
        _ instruction: Instruction, _ facts: borrowing FactTable, _ arena: borrowing ByteArena, _ patterns: PatternSet
    ) -> Verdict {
        let pool = constants.pool.span
        switch instruction.operation {
        case .constant: return Verdict(instruction.payload != 0)
        case .general: return general(instruction.index, facts, arena, patterns)
        case .matches: return matches(instruction, facts[instruction.fact], arena, patterns)
        default: break
        }
        switch facts[instruction.fact] {
        case .unknown: return .unknown
        case .bool(let bool): return Verdict(bool)
        case .symbol(let place): return Verdict(instruction.payload >> UInt64(place) & 1 != 0)
        case .int(let int): return compare(int, instruction)
        case .timestamp(let seconds): return compare(seconds, instruction)
        case .text(let range): return text(arena[range], instruction, pool, facts, arena)
        case .list(let slice): return contains(instruction, slice, pool, facts, arena)
        case .map(let slice): return look(up: instruction, slice, isWhole: true, pool, facts, arena)
        case .partialMap(let slice): return look(up: instruction, slice, isWhole: false, pool, facts, arena)
        case .absent: return absent(instruction, pool, facts, arena)
        }
    }

    /// Compares lengths first, which usually differ.
    @inline(__always)
    private func equals(_ text: Span<UInt8>, _ constant: PoolRange) -> Verdict {
        guard text.count == Int(constant.count) else { return .no }
        return Verdict(TextSearch.matches(text, constants.pool.span.extracting(constant.indices), at: 0))
    }

    private func has(_ fact: FactValue) -> Verdict {
        switch fact {
        case .unknown, .partialMap: .unknown
        case .absent: .no
        default: .yes
        }
    }

    /// An absent fact reads as the default of its type: "", 0, false, an empty list.
    private func absent(
        _ instruction: Instruction, _ pool: Span<UInt8>, _ facts: borrowing FactTable, _ arena: borrowing ByteArena
    ) -> Verdict {
        switch instruction.operation {
        case .bool, .symbolIn, .listContains, .mapContains: .no
        case .mapValueEquals: .error
        case .intCompare, .timeCompare: compare(0, instruction)
        default: text(arena[.empty], instruction, pool, facts, arena)
        }
    }

    private func matches(
        _ instruction: Instruction, _ fact: FactValue, _ arena: borrowing ByteArena, _ patterns: PatternSet
    ) -> Verdict {
        switch fact {
        case .text(let range): Verdict(patterns.matches(instruction.index, arena[range]))
        case .absent: Verdict(patterns.matches(instruction.index, arena[.empty]))
        default: .unknown
        }
    }

    private func general(
        _ node: Int, _ facts: borrowing FactTable, _ arena: borrowing ByteArena, _ patterns: PatternSet
    ) -> Verdict {
        do {
            return Verdict(try truth(of: node, facts, arena, patterns))
        } catch {
            if case .unknown = error { return .unknown }
            return .error
        }
    }

    /// The step limit for a click, a few milliseconds.
    private var maximumSteps: Int { 100_000 }

    /// Converts the facts that a node reads to values and evaluates it.
    func truth(
        of node: Node.ID, _ facts: borrowing FactTable, _ arena: borrowing ByteArena, _ patterns: PatternSet
    ) throws(Fault) -> Bool {
        var inputs = [Input](repeating: .unknown, count: facts.schema.count)
        for test in tests where test.node == node {
            for fact in test.facts { inputs[Int(fact)] = facts.input(Int(fact), arena) }
        }
        let steps = facts.limit?.share(of: maximumSteps) ?? maximumSteps
        var interpreter = Interpreter(tree: tree, inputs: inputs, patterns: patterns, steps: steps)
        defer { facts.limit?.spend(interpreter.stepsTaken) }
        return try interpreter.truth(node)
    }
}

extension Condition {
    @inline(never)
    fileprivate func rareTest(
        _ instruction: Instruction, _ facts: borrowing FactTable, _ arena: borrowing ByteArena, _ patterns: PatternSet
    ) -> Verdict {
        program.rareTest(instruction, facts, arena, patterns)
    }
}

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
