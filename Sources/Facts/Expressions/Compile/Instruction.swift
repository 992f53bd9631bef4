import ByteText

/// One step of a compiled condition, 16 bytes.
///
/// A test has a truth value, and jumps to its target if that equals `jumpsOn`; otherwise the next instruction runs.
/// A test that is unknown or fails never jumps: it leaves a mark in its group, which is the operator it is an operand of.
/// If no operand of the group decides, the mark is the result of the operator.
struct Instruction: Sendable {
    enum Operation: UInt8, Sendable {
        // Tests.
        case bool, has
        case symbolIn
        case textEquals, textIn, textHasPrefix, textHasSuffix, textContains, textSame
        case intCompare, timeCompare, versionCompare, bucketCompare
        case listContains, mapContains, mapValueEquals
        case matches, inBlock
        case constant
        /// Anything else: a node to interpret.
        case general
        // Control.
        /// The end of an operator of which no operand decided: jumps unless its group is marked, otherwise passes the
        /// mark on.
        case join
        /// After the condition of `?:`: jumps if its group is marked, and passes the mark on.
        case leave
        case jump
        case accept
        /// The end: false, or the mark of group 0.
        case finish

        @inline(__always)
        var isControl: Bool { rawValue >= Operation.join.rawValue }
    }

    var operation: Operation
    /// The truth value on which to jump.
    var jumpsOn: Verdict = .no
    /// The outcomes of a comparison for which the test is true, as bits: less 1, equal 2, greater 4.
    var outcomes: UInt8 = 0
    /// The group to mark.
    var group: UInt8 = 0
    var fact: UInt16 = 0
    var target: UInt16 = 0
    /// A number, a mask, a range of the pool, or an index; for `join` and `leave` the group that ends.
    var payload: UInt64 = 0

    init(_ operation: Operation, fact: Int = 0, outcomes: UInt8 = 0, payload: UInt64 = 0) {
        self.operation = operation
        self.fact = UInt16(fact)
        self.outcomes = outcomes
        self.payload = payload
    }

    var signed: Int64 { Int64(bitPattern: payload) }
    var index: Int { Int(payload) }
}

/// A range of a condition's byte pool, packed into a payload.
struct PoolRange: Sendable {
    var offset: UInt32
    var count: UInt32

    init(offset: Int, count: Int) {
        self.offset = UInt32(offset)
        self.count = UInt32(count)
    }

    init(_ payload: UInt64) {
        offset = UInt32(truncatingIfNeeded: payload >> 32)
        count = UInt32(truncatingIfNeeded: payload)
    }

    var payload: UInt64 { UInt64(offset) << 32 | UInt64(count) }
    var indices: Range<Int> { Int(offset)..<Int(offset) + Int(count) }
}

/// The outcomes of a comparison that satisfy an operator.
extension BinaryOperator {
    var outcomes: UInt8? {
        switch self {
        case .less: 1
        case .equal: 2
        case .lessEqual: 3
        case .greater: 4
        case .notEqual: 5
        case .greaterEqual: 6
        default: nil
        }
    }
}

/// The outcomes with both sides swapped.
func flipped(_ outcomes: UInt8) -> UInt8 { outcomes & 2 | (outcomes & 1) << 2 | outcomes >> 2 }
