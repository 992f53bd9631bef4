/// Type compatibility. `dyn` is compatible with every type in both directions; its actual type is determined at run time.
extension CELType {
    /// Whether a value of this type may be used where `other` is expected.
    func fits(_ other: CELType) -> Bool {
        switch (self, other) {
        case (.dyn, _), (_, .dyn): true
        case (.list(let left), .list(let right)): left.fits(right)
        case (.map(let leftKey, let leftValue), .map(let rightKey, let rightValue)):
            leftKey.fits(rightKey) && leftValue.fits(rightValue)
        case (.null, .timestamp), (.null, .duration), (.null, .opaque): true
        case (.timestamp, .null), (.duration, .null), (.opaque, .null): true
        default: self == other
        }
    }

    /// The common type of two alternatives.
    func joined(with other: CELType) -> CELType {
        switch (self, other) {
        case (.list(let left), .list(let right)): .list(left.joined(with: right))
        case (.map(let leftKey, let leftValue), .map(let rightKey, let rightValue)):
            .map(leftKey.joined(with: rightKey), leftValue.joined(with: rightValue))
        default: self == other ? self : .dyn
        }
    }

    /// Whether this parameter type of a signature accepts an argument type; binds type parameters.
    func accepts(_ argument: CELType, binding parameters: inout [String: CELType]) -> Bool {
        switch (self, argument) {
        case (.parameter(let name), _):
            guard let bound = parameters[name] else {
                parameters[name] = argument
                return true
            }
            return bound.fits(argument)
        case (.list(let element), .list(let actual)): return element.accepts(actual, binding: &parameters)
        case (.map(let key, let value), .map(let actualKey, let actualValue)):
            return key.accepts(actualKey, binding: &parameters) && value.accepts(actualValue, binding: &parameters)
        default: return fits(argument)
        }
    }

    /// The type with type parameters replaced by the types bound to them.
    func substituting(_ parameters: [String: CELType]) -> CELType {
        switch self {
        case .parameter(let name): parameters[name] ?? .dyn
        case .list(let element): .list(element.substituting(parameters))
        case .map(let key, let value): .map(key.substituting(parameters), value.substituting(parameters))
        default: self
        }
    }

    var isNumber: Bool { self == .int || self == .uint || self == .double }

    /// Whether `<` supports the type.
    var isOrdered: Bool {
        switch self {
        case .dyn, .bool, .int, .uint, .double, .string, .bytes, .timestamp, .duration, .version: true
        default: false
        }
    }
}
