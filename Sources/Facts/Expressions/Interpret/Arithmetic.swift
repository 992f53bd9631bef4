/// Implementation of the operators (language definition, "Standard definitions"). Integer overflow is an error.
enum Arithmetic {
    static func unary(_ operation: UnaryOperator, _ operand: CELValue) throws(CELError) -> CELValue {
        switch (operation, operand) {
        case (.not, .bool(let bool)): return .bool(!bool)
        case (.negate, .int(let int)):
            let (result, overflow) = Int64(0).subtractingReportingOverflow(int)
            guard !overflow else { throw .overflow("int") }
            return .int(result)
        case (.negate, .double(let double)): return .double(-double)
        default: throw CELError(.noSuchOverload, "`\(operation.rawValue)` can't be applied to \(operand.type)")
        }
    }

    static func binary(_ operation: BinaryOperator, _ left: CELValue, _ right: CELValue) throws(CELError) -> CELValue {
        switch operation {
        case .equal: return .bool(left.equals(right))
        case .notEqual: return .bool(!left.equals(right))
        case .less: return .bool(try left.order(right) == .less)
        case .greater: return .bool(try left.order(right) == .greater)
        case .lessEqual:
            let order = try left.order(right)
            return .bool(order == .less || order == .equal)
        case .greaterEqual:
            let order = try left.order(right)
            return .bool(order == .greater || order == .equal)
        case .in: return .bool(try contains(right, left))
        case .add, .subtract, .multiply, .divide, .remainder: return try arithmetic(operation, left, right)
        }
    }

    private static func contains(_ container: CELValue, _ value: CELValue) throws(CELError) -> Bool {
        switch container {
        case .list(let items): return items.contains { $0.equals(value) }
        case .map(let map): return map[value] != nil
        default: throw CELError(.noSuchOverload, "`in` needs a list or a map, not \(container.type)")
        }
    }

    private static func arithmetic(
        _ operation: BinaryOperator, _ left: CELValue, _ right: CELValue
    ) throws(CELError) -> CELValue {
        switch (left, right) {
        case (.int(let left), .int(let right)): return .int(try integer(operation, left, right))
        case (.uint(let left), .uint(let right)): return .uint(try integer(operation, left, right))
        case (.double(let left), .double(let right)) where operation != .remainder:
            return .double(double(operation, left, right))
        case (.string(let left), .string(let right)) where operation == .add: return .string(left + right)
        case (.bytes(let left), .bytes(let right)) where operation == .add: return .bytes(left + right)
        case (.list(let left), .list(let right)) where operation == .add: return .list(left + right)
        default:
            if let result = try time(operation, left, right) { return result }
            throw CELError(
                .noSuchOverload, "`\(operation.rawValue)` can't be applied to \(left.type) and \(right.type)")
        }
    }

    private static func integer<Value: FixedWidthInteger>(
        _ operation: BinaryOperator, _ left: Value, _ right: Value
    ) throws(CELError) -> Value {
        let result: (partialValue: Value, overflow: Bool)
        switch operation {
        case .add: result = left.addingReportingOverflow(right)
        case .subtract: result = left.subtractingReportingOverflow(right)
        case .multiply: result = left.multipliedReportingOverflow(by: right)
        case .divide:
            guard right != 0 else { throw .divisionByZero }
            result = left.dividedReportingOverflow(by: right)
        default:
            guard right != 0 else { throw .divisionByZero }
            result = left.remainderReportingOverflow(dividingBy: right)
        }
        guard !result.overflow else { throw .overflow(Value.isSigned ? "int" : "uint") }
        return result.partialValue
    }

    private static func double(_ operation: BinaryOperator, _ left: Double, _ right: Double) -> Double {
        switch operation {
        case .add: left + right
        case .subtract: left - right
        case .multiply: left * right
        default: left / right
        }
    }

    /// Sums and differences of timestamps and durations; `nil` for other operands.
    private static func time(
        _ operation: BinaryOperator, _ left: CELValue, _ right: CELValue
    ) throws(CELError) -> CELValue? {
        let result: CELValue?
        switch (operation, left, right) {
        case (.add, .timestamp(let point), .duration(let length)), (.add, .duration(let length), .timestamp(let point)):
            result = point.adding(length).map(CELValue.timestamp)
        case (.subtract, .timestamp(let point), .duration(let length)):
            result = length.negated.flatMap { point.adding($0) }.map(CELValue.timestamp)
        case (.subtract, .timestamp(let left), .timestamp(let right)):
            result = left.since(right).map(CELValue.duration)
        case (.add, .duration(let left), .duration(let right)): result = left.adding(right).map(CELValue.duration)
        case (.subtract, .duration(let left), .duration(let right)):
            result = right.negated.flatMap { left.adding($0) }.map(CELValue.duration)
        default: return nil
        }
        guard let result else { throw .overflow("time") }
        return result
    }
}
