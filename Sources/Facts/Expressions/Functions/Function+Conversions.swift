import ByteText

/// Conversions between types (language definition, "Type conversions").
extension Function {
    /// `nil` if there is no such conversion.
    func convert(_ value: CELValue) throws(CELError) -> CELValue? {
        switch self {
        case .bool: return try Function.bool(value)
        case .int: return try Function.int(value)
        case .uint: return try Function.uint(value)
        case .double: return try Function.double(value)
        case .string: return try Function.string(value)
        case .bytes: return Function.bytes(value)
        case .timestamp, .duration: return try time(value)
        default: return nil
        }
    }

    private static func bool(_ value: CELValue) throws(CELError) -> CELValue? {
        switch value {
        case .bool: return value
        case .string("true"), .string("True"), .string("TRUE"), .string("t"), .string("1"): return .bool(true)
        case .string("false"), .string("False"), .string("FALSE"), .string("f"), .string("0"): return .bool(false)
        case .string(let text): throw .invalid("\(quoted(text)) is not a valid bool")
        default: return nil
        }
    }

    private static func int(_ value: CELValue) throws(CELError) -> CELValue? {
        switch value {
        case .int: return value
        case .uint(let uint): return .int(try inRange(Int64(exactly: uint)))
        case .double(let double):
            // Both bounds are excluded, because doubles outside of the range may have been rounded to them.
            guard double > -0x1p63, double < 0x1p63 else { throw .overflow("int") }
            return .int(Int64(double))
        case .string(let text): return .int(try number(text))
        case .timestamp(let timestamp): return .int(timestamp.seconds)
        default: return nil
        }
    }

    private static func uint(_ value: CELValue) throws(CELError) -> CELValue? {
        switch value {
        case .uint: return value
        case .int(let int): return .uint(try inRange(UInt64(exactly: int)))
        case .double(let double):
            guard double >= 0, double < 0x1p64 else { throw .overflow("uint") }
            return .uint(UInt64(double))
        case .string(let text): return .uint(try number(text))
        default: return nil
        }
    }

    private static func inRange<Value>(_ value: Value?) throws(CELError) -> Value {
        guard let value else { throw .overflow("\(Value.self == Int64.self ? "int" : "uint")") }
        return value
    }

    private static func number<Value: FixedWidthInteger>(_ text: String) throws(CELError) -> Value {
        guard let value = Value(text) else {
            throw .invalid("\(quoted(text)) is not a valid \(Value.isSigned ? "int" : "uint")")
        }
        return value
    }

    private static func double(_ value: CELValue) throws(CELError) -> CELValue? {
        switch value {
        case .double: return value
        case .int(let int): return .double(Double(int))
        case .uint(let uint): return .double(Double(uint))
        case .string(let text):
            guard let double = Double(text) else { throw .invalid("\(quoted(text)) is not a valid double") }
            return .double(double)
        default: return nil
        }
    }

    private static func string(_ value: CELValue) throws(CELError) -> CELValue? {
        switch value {
        case .string: return value
        case .bool(let bool): return .string("\(bool)")
        case .int(let int): return .string("\(int)")
        case .uint(let uint): return .string("\(uint)")
        case .double(let double): return .string(DoubleText.shortest(double))
        case .bytes(let bytes):
            guard let text = String(validating: bytes, as: UTF8.self) else {
                throw .invalid("the bytes are not valid UTF-8")
            }
            return .string(text)
        case .timestamp(let timestamp): return .string(timestamp.description)
        case .duration(let duration): return .string(duration.description)
        case .ip(let ip): return .string(ip.description)
        case .cidr(let cidr): return .string(cidr.description)
        case .version(let version): return .string(version.description)
        case .null, .list, .map, .type: return nil
        }
    }

    private static func bytes(_ value: CELValue) -> CELValue? {
        switch value {
        case .bytes: value
        case .string(let text): .bytes(Array(text.utf8))
        default: nil
        }
    }

    private func time(_ value: CELValue) throws(CELError) -> CELValue? {
        switch (self, value) {
        case (.timestamp, .timestamp), (.duration, .duration): return value
        case (.timestamp, .int(let seconds)):
            guard let timestamp = CELTimestamp(seconds: seconds) else { throw .overflow("timestamp") }
            return .timestamp(timestamp)
        case (.timestamp, .string(let text)):
            guard let timestamp = CELTimestamp(text) else { throw .invalid("\(quoted(text)) is not a valid timestamp") }
            return .timestamp(timestamp)
        case (.duration, .string(let text)):
            guard let duration = CELDuration(text) else { throw .invalid("\(quoted(text)) is not a valid duration") }
            return .duration(duration)
        default: return nil
        }
    }
}
