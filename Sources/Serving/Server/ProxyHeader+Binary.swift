import ByteText

/// Version 2: signature, command, address family, length, addresses, and TLVs (section 2.2).
extension ProxyHeader {
    private static let fixedCount = 16
    private static let signature: [UInt8] = [
        0x0D, 0x0A, 0x0D, 0x0A, 0x00, 0x0D, 0x0A, 0x51, 0x55, 0x49, 0x54, 0x0A,
    ]
    private static let checksumType: UInt8 = 0x03

    static func readBinary(_ bytes: Span<UInt8>) -> Reading {
        for index in 0..<min(bytes.count, signature.count) where bytes[index] != signature[index] { return .malformed }
        guard bytes.count > 12 else { return .incomplete }
        // Version 2; the commands LOCAL and PROXY.
        guard bytes[12] == 0x20 || bytes[12] == 0x21 else { return .malformed }
        guard bytes.count > 13 else { return .incomplete }
        // Everything after LOCAL is ignored, including the address family.
        let isLocal = bytes[12] == 0x20
        guard let addressBytes = isLocal ? 0 : addressCount(bytes[13]) else { return .malformed }
        guard bytes.count >= fixedCount else { return .incomplete }
        let count = fixedCount + Int(number(bytes, at: 14))
        guard count <= largestCount else { return .malformed }
        guard bytes.count >= count else { return .incomplete }
        guard !isLocal else { return .header(ProxyHeader(client: .sender), count: count) }
        guard addressBytes > 0 else { return .header(ProxyHeader(client: .unknown), count: count) }
        let header = bytes.extracting(0..<count)
        guard fixedCount + addressBytes <= count, areValuesSound(header, from: fixedCount + addressBytes) else {
            return .malformed
        }
        return .header(ProxyHeader(client: client(header)), count: count)
    }

    /// The size of the addresses of a family and transport, in bytes, or `nil` if there is no such family. A client
    /// that connects to the proxy over QUIC is reported as DGRAM, and is accepted.
    private static func addressCount(_ family: UInt8) -> Int? {
        switch family {
        case 0x00: 0
        case 0x11, 0x12: 12
        case 0x21, 0x22: 36
        case 0x31, 0x32: 216
        default: nil
        }
    }

    private static func client(_ header: Span<UInt8>) -> Client {
        switch header[13] >> 4 {
        case 1:
            let address = UInt32(number(header, at: 16)) << 16 | UInt32(number(header, at: 18))
            return .address(IPAddress(ipv4: address), port: number(header, at: 24))
        case 2:
            var bits: UInt128 = 0
            for index in 16..<32 { bits = bits << 8 | UInt128(header[index]) }
            return .address(IPAddress(bits: bits), port: number(header, at: 48))
        default: return .unknown
        }
    }

    /// Whether the TLVs fill the rest of the header exactly, and the CRC32c among them, if any, matches.
    private static func areValuesSound(_ header: Span<UInt8>, from start: Int) -> Bool {
        var position = start
        var checksum: Int?
        while position < header.count {
            guard position + 3 <= header.count else { return false }
            let value = position + 3
            let length = Int(number(header, at: position + 1))
            guard value + length <= header.count else { return false }
            if header[position] == checksumType {
                guard checksum == nil, length == 4 else { return false }
                checksum = value
            }
            position = value + length
        }
        guard let checksum else { return true }
        let stated = UInt32(number(header, at: checksum)) << 16 | UInt32(number(header, at: checksum + 2))
        return stated == crc32c(header, zeroing: checksum..<checksum + 4)
    }

    private static func number(_ bytes: Span<UInt8>, at index: Int) -> UInt16 {
        UInt16(bytes[index]) << 8 | UInt16(bytes[index + 1])
    }

    /// CRC32c (Castagnoli polynomial; RFC 9260, appendix A), with some bytes read as zeros. Computed bit by bit:
    /// headers are short, and there is one per connection.
    static func crc32c(_ bytes: Span<UInt8>, zeroing zeros: Range<Int>) -> UInt32 {
        var remainder = UInt32.max
        for index in bytes.indices {
            remainder ^= zeros.contains(index) ? 0 : UInt32(bytes[index])
            for _ in 0..<8 { remainder = remainder >> 1 ^ (remainder & 1 == 1 ? 0x82F6_3B78 : 0) }
        }
        return ~remainder
    }
}
