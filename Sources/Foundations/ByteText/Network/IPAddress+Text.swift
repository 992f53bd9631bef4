/// The address formatter of all modules: the canonical form (RFC 5952).
extension IPAddress: CustomStringConvertible {
    /// Calls `body` with the address as text, valid during the call. Does not allocate.
    @inlinable
    public func withText<Result>(_ body: (Span<UInt8>) -> Result) -> Result {
        isIPv4 ? withDottedText(body) : withColonText(body)
    }

    /// Calls `body` with the colon notation, for IPv4 addresses too: `::ffff:7f00:1`, as in URL hosts. The text is valid during
    /// the call. Does not allocate.
    public func withColonText<Result>(_ body: (Span<UInt8>) -> Result) -> Result {
        var text = InlineArray<39, UInt8>(repeating: UInt8(ascii: ":"))
        var count = 0
        let gap = longestZeroRun
        var index = 0
        while index < 8 {
            if index == gap.lowerBound, !gap.isEmpty {
                // Each preceding group already ends in a colon.
                count += index == 0 ? 2 : 1
                index = gap.upperBound
                continue
            }
            let group = self.group(index)
            var shift: UInt16 = 12
            while shift > 0, group >> shift == 0 { shift -= 4 }
            while true {
                text[count] = UInt8.hexDigit(UInt8(truncatingIfNeeded: group >> shift)).lowercased
                count += 1
                guard shift > 0 else { break }
                shift -= 4
            }
            index += 1
            if index < 8 { count += 1 }
        }
        return body(text.span.extracting(0..<count))
    }

    /// Calls `body` with the last four bytes in dotted decimal.
    @inlinable
    func withDottedText<Result>(_ body: (Span<UInt8>) -> Result) -> Result {
        var text = InlineArray<15, UInt8>(repeating: UInt8(ascii: "."))
        var count = 0
        for place in 0..<4 {
            let byte = UInt8(truncatingIfNeeded: ipv4 >> UInt32(24 - 8 * place))
            if place > 0 { count += 1 }
            if byte >= 100 {
                text[count] = 0x30 + byte / 100
                count += 1
            }
            if byte >= 10 {
                text[count] = 0x30 + byte / 10 % 10
                count += 1
            }
            text[count] = 0x30 + byte % 10
            count += 1
        }
        return body(text.span.extracting(0..<count))
    }

    public var description: String { withText { String($0) } }

    private func group(_ index: Int) -> UInt16 { UInt16(truncatingIfNeeded: bits >> UInt128(112 - 16 * index)) }

    /// The first longest run of at least two zero groups, which `::` replaces (section 4.2).
    private var longestZeroRun: Range<Int> {
        var best = 0..<0
        var start = 0
        for index in 0..<8 {
            if group(index) != 0 {
                start = index + 1
            } else if index + 1 - start > max(best.count, 1) {
                best = start..<index + 1
            }
        }
        return best
    }
}
