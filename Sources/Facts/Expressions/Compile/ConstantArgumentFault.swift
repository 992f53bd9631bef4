import ByteText

/// A constant operand that makes an operation fail, whatever its other operands are.
struct ConstantArgumentFault {
    /// The constant.
    var node: Node.ID
    var error: CELError
    var hint: String?

    /// `nil` if the operation can succeed.
    init?(of id: Node.ID, in tree: SyntaxTree) {
        switch tree[id].form {
        case .function(let function, _, let operands):
            guard let fault = function.fault(of: operands.map { Operand($0, in: tree) }) else { return nil }
            self.init(node: operands[fault.place], error: fault.error, hint: fault.hint)
        case .binary(.divide, _, let divisor), .binary(.remainder, _, let divisor):
            guard case .constant(let value) = tree[divisor].form, value.isWholeZero else { return nil }
            self.init(node: divisor, error: .divisionByZero)
        case .index(let list, let place):
            guard case .constant(.int(let index)) = tree[place].form else { return nil }
            switch tree[list].form {
            case .list(let items) where !(0..<Int64(items.count)).contains(index):
                let error = CELError(.outOfRange, "index \(index) is out of range for a list of \(items.count)")
                self.init(node: place, error: error)
            // Facts indexed with an int are lists.
            case .input where index < 0:
                self.init(node: place, error: CELError(.outOfRange, "index \(index) is out of range"))
            default: return nil
            }
        default: return nil
        }
    }

    private init(node: Node.ID, error: CELError, hint: String? = nil) {
        self.node = node
        self.error = error
        self.hint = hint
    }
}

/// The compile-time knowledge about an operand.
private enum Operand {
    case constant(CELValue)
    /// A list literal with elements that are not constant.
    case list(count: Int)
    case open

    init(_ id: Node.ID, in tree: SyntaxTree) {
        switch tree[id].form {
        case .constant(let value): self = .constant(value)
        case .list(let items): self = .list(count: items.count)
        default: self = .open
        }
    }

    var constant: CELValue? {
        if case .constant(let value) = self { value } else { nil }
    }

    var count: Int? {
        switch self {
        case .constant(.list(let items)): items.count
        case .list(let count): count
        default: nil
        }
    }
}

extension Function {
    private typealias Fault = (place: Int, error: CELError, hint: String?)

    /// The first constant operand that makes every call fail; `nil` if the call can succeed.
    fileprivate func fault(of operands: [Operand]) -> (place: Int, error: CELError, hint: String?)? {
        switch self {
        case .getFullYear, .getMonth, .getDate, .getDayOfMonth, .getDayOfWeek, .getDayOfYear, .getHours, .getMinutes,
            .getSeconds, .getMilliseconds:
            guard operands.count == 2, case .string(let zone)? = operands[1].constant,
                let error = failure(on: .timestamp(.epoch), operands[1])
            else { return nil }
            return (1, error, TimeZones.hint(for: zone))
        case .containsIP, .containsCIDR:
            return failure(on: .cidr(CIDR(IPAddress(ipv4: 0))), operands[1]).map { (1, $0, nil) }
        case .charAt, .substring, .indexOf, .lastIndexOf: return placeFault(operands)
        case .format: return formatFault(operands)
        default: return nil
        }
    }

    /// The error of the call, which does not depend on the receiver's value.
    private func failure(on receiver: CELValue, _ argument: Operand) -> CELError? {
        guard let argument = argument.constant else { return nil }
        do {
            _ = try call([receiver, argument], isMember: true)
            return nil
        } catch {
            return error
        }
    }

    /// Reports indices into a string that are negative, or an end before its start.
    private func placeFault(_ operands: [Operand]) -> Fault? {
        var least: Int64 = 0
        for (index, operand) in operands.enumerated() {
            guard case .int(let place)? = operand.constant else { continue }
            guard place >= least else {
                return (index, CELError(.outOfRange, "\(rawValue)() index is out of range for any string"), nil)
            }
            least = place
        }
        return nil
    }

    private func formatFault(_ operands: [Operand]) -> Fault? {
        guard case .string(let template)? = operands[0].constant else { return nil }
        do {
            let clauses = try Function.clauseCount(of: template)
            guard let count = operands[1].count, clauses > count else { return nil }
            return (0, .invalid("format() has \(counted(count, "argument")) for \(counted(clauses, "clause"))"), nil)
        } catch {
            return (0, error, nil)
        }
    }
}

extension CELValue {
    /// Whether the value is an integer zero, and therefore an invalid divisor.
    fileprivate var isWholeZero: Bool {
        switch self {
        case .int(0), .uint(0): true
        default: false
        }
    }
}
