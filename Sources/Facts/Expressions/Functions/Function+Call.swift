/// Function implementations, dispatched by family. Arguments of unsupported types are an error.
extension Function {
    /// Calls the function. The receiver of a method call is the first operand.
    func call(_ operands: [CELValue], isMember: Bool) throws(CELError) -> CELValue {
        if let result = try callFamily(operands) { return result }
        let types = operands.map { "\($0.type)" }
        let form =
            isMember
            ? "\(types[0]).\(rawValue)(\(types.dropFirst().joined(separator: ", ")))"
            : "\(rawValue)(\(types.joined(separator: ", ")))"
        throw CELError(.noSuchOverload, "no such overload: `\(form)`")
    }

    /// `nil` if no signature of the function accepts the operands.
    private func callFamily(_ operands: [CELValue]) throws(CELError) -> CELValue? {
        switch self {
        case .dyn: return operands[0]
        case .type: return .type(operands[0].type.runtimeName)
        case .bool, .int, .uint, .double, .string, .bytes, .timestamp, .duration: return try convert(operands[0])
        case .size, .contains, .startsWith, .endsWith, .matches: return try callText(operands)
        case .getFullYear, .getMonth, .getDate, .getDayOfMonth, .getDayOfWeek, .getDayOfYear, .getHours, .getMinutes,
            .getSeconds, .getMilliseconds:
            return try callTime(operands)
        case .charAt, .indexOf, .lastIndexOf, .lowerAscii, .upperAscii, .replace, .split, .substring, .trim, .join,
            .reverse, .format, .quote:
            return try callStrings(operands)
        case .ip, .isIP, .cidr, .isCIDR, .family, .isUnspecified, .isLoopback, .isGlobalUnicast, .isLinkLocalUnicast,
            .isLinkLocalMulticast, .containsIP, .containsCIDR, .prefixLength, .masked, .isCanonical:
            return try callNetwork(operands)
        case .version, .bucket: return try callRouting(operands)
        }
    }

    /// The functions specific to this project.
    private func callRouting(_ operands: [CELValue]) throws(CELError) -> CELValue? {
        switch (self, operands[0], operands.last) {
        case (.version, .version, _): return operands[0]
        case (.version, .string(let name), _):
            guard let version = VersionNumber(name) else { throw .invalid("\(quoted(name)) is not a valid version") }
            return .version(version)
        case (.bucket, .string(let key), .string(let salt)):
            return .int(Bucket.part(of: Array(key.utf8).span, salt: Array(salt.utf8).span))
        default: return nil
        }
    }
}
