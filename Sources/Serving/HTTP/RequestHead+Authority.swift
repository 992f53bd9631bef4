import ByteText

/// `uri-host [ ":" port ]` (RFC 9110, section 4.2), narrowed to what every reader takes alike.
extension RequestHead {
    /// Reads an authority; returns the status to refuse with, or nil.
    ///
    /// A name holds letters, digits and `-._~`: no user, no percent-coding, no list. A literal in brackets is an IPv6
    /// address. The port is a number that fits 16 bits, or is not there.
    mutating func readAuthority(_ bytes: Span<UInt8>, _ range: Range<Int>) -> Status? {
        guard !range.isEmpty else { return .badRequest }
        var index = range.lowerBound
        if bytes[index] == 0x5B {
            guard let end = bytes.extracting(range).firstIndex(of: 0x5D),
                bytes.extracting(range).extracting(1..<end).isIPv6Address
            else { return .badRequest }
            index += end + 1
        } else {
            while index < range.upperBound, bytes[index].isUnreserved { index += 1 }
        }
        guard index > range.lowerBound else { return .badRequest }
        host = range.lowerBound..<index
        port = nil
        if index == range.upperBound { return nil }
        guard bytes[index] == 0x3A else { return .badRequest }
        return readPort(bytes.extracting((index + 1)..<range.upperBound))
    }

    /// An empty port is the scheme's own (RFC 3986, section 3.2.3).
    private mutating func readPort(_ digits: Span<UInt8>) -> Status? {
        if digits.isEmpty { return nil }
        guard digits.count <= 5, let number = digits.decimalValue, let value = UInt16(exactly: number) else {
            return .badRequest
        }
        port = value
        return nil
    }
}

extension Span<UInt8> {
    /// Whether this is an IPv6 address (RFC 3986, section 3.2.2), without a zone.
    var isIPv6Address: Bool {
        var (index, groups) = (0, 0)
        var hasRun = false
        if count >= 2, self[0] == 0x3A, self[1] == 0x3A {
            hasRun = true
            index = 2
        }
        while index < count {
            let group = index
            while index < count, self[index].isHexDigit { index += 1 }
            if index < count, self[index] == 0x2E {
                groups += 2
                guard extracting(group..<count).isIPv4Address else { return false }
                return hasRun ? groups < 8 : groups == 8
            }
            guard (1...4).contains(index - group) else { return false }
            groups += 1
            if index == count { break }
            guard self[index] == 0x3A, index + 1 < count else { return false }
            index += 1
            guard self[index] == 0x3A else { continue }
            guard !hasRun else { return false }
            hasRun = true
            index += 1
        }
        return hasRun ? groups < 8 : groups == 8
    }

    /// Whether this is four numbers up to 255 with points between them and no zeros before them.
    private var isIPv4Address: Bool {
        var (index, numbers) = (0, 0)
        while true {
            let start = index
            var value = 0
            while index < count, index - start < 4, self[index].isDigit {
                value = value * 10 + Int(self[index] - 0x30)
                index += 1
            }
            guard index > start, value <= 255, self[start] != 0x30 || index == start + 1 else { return false }
            numbers += 1
            if index == count { return numbers == 4 }
            guard self[index] == 0x2E else { return false }
            index += 1
        }
    }
}
