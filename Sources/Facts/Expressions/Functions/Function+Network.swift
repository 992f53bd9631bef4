import ByteText

/// The network extension (cel-spec, "Network"): addresses and CIDR blocks.
extension Function {
    func callNetwork(_ operands: [CELValue]) throws(CELError) -> CELValue? {
        switch operands[0] {
        case .string(let text): return try parse(text)
        case .ip(let address): return ask(address)
        case .cidr(let block): return try ask(block, operands.count > 1 ? operands[1] : nil)
        default: return nil
        }
    }

    private func parse(_ text: String) throws(CELError) -> CELValue? {
        switch self {
        case .ip: return .ip(try Function.address(text))
        case .isIP: return .bool(IPAddress(condition: text) != nil)
        case .isCanonical: return .bool(try Function.address(text).description == text)
        case .cidr: return .cidr(try Function.block(text))
        case .isCIDR: return .bool(CIDR(text) != nil)
        default: return nil
        }
    }

    private func ask(_ address: IPAddress) -> CELValue? {
        switch self {
        case .family: .int(address.isIPv4 ? 4 : 6)
        case .isUnspecified: .bool(address.isUnspecified)
        case .isLoopback: .bool(address.isLoopback)
        case .isGlobalUnicast: .bool(address.isGlobalUnicast)
        case .isLinkLocalUnicast: .bool(address.isLinkLocalUnicast)
        case .isLinkLocalMulticast: .bool(address.isLinkLocalMulticast)
        default: nil
        }
    }

    private func ask(_ block: CIDR, _ argument: CELValue?) throws(CELError) -> CELValue? {
        switch (self, argument) {
        case (.ip, _): return .ip(block.address)
        case (.prefixLength, _): return .int(Int64(block.prefixLength))
        case (.masked, _): return .cidr(block.masked)
        case (.containsIP, .ip(let address)): return .bool(block.contains(address))
        case (.containsIP, .string(let text)): return .bool(block.contains(try Function.address(text)))
        case (.containsCIDR, .cidr(let other)): return .bool(block.contains(other))
        case (.containsCIDR, .string(let text)): return .bool(block.contains(try Function.block(text)))
        default: return nil
        }
    }

    private static func address(_ text: String) throws(CELError) -> IPAddress {
        guard let address = IPAddress(condition: text) else {
            throw .invalid("\(quoted(text)) is not a valid IP address")
        }
        return address
    }

    private static func block(_ text: String) throws(CELError) -> CIDR {
        guard let block = CIDR(text) else { throw .invalid("\(quoted(text)) is not a valid CIDR range") }
        return block
    }
}
