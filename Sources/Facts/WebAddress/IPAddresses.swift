import ByteText

/// An IPv4 address in the one form that every program reads alike: four decimal parts without leading zeros.
struct IPv4Address {
    let value: UInt32

    /// Reads the dotted form (RFC 6943, section 3.1.1, on why no other).
    init?(_ text: Span<UInt8>) {
        guard text.count <= 15 else { return nil }
        var value: UInt32 = 0
        var parts = 0
        var start = 0
        for index in 0...text.count where index == text.count || text[index] == UInt8(ascii: ".") {
            let part = text.extracting(start..<index)
            guard part.count <= 3, let number = part.decimalValue, number <= 255 else { return nil }
            guard part.count == 1 || part[0] != UInt8(ascii: "0") else { return nil }
            value = value << 8 | UInt32(number)
            parts += 1
            guard parts <= 4 else { return nil }
            start = index + 1
        }
        guard parts == 4 else { return nil }
        self.value = value
    }

    var isLoopback: Bool { value >> 24 == 127 }
}

/// An IPv6 address as eight pieces of 16 bits, without brackets and without zone.
struct IPv6Address {
    private var pieces: InlineArray<8, UInt16> = .init(repeating: 0)

    /// Reads hexadecimal pieces with at most one `::` (RFC 4291, section 2.2, forms 1 and 2).
    init?(_ text: Span<UInt8>) {
        var count = 0
        var gap = -1
        var index = 0
        if text.count >= 2, text[0] == UInt8(ascii: ":") {
            guard text[1] == UInt8(ascii: ":") else { return nil }
            gap = 0
            index = 2
        }
        while index < text.count {
            guard count < 8, let (piece, length) = IPv6Address.piece(text, at: index) else { return nil }
            pieces[count] = piece
            count += 1
            index += length
            guard index < text.count else { break }
            guard text[index] == UInt8(ascii: ":"), index + 1 < text.count else { return nil }
            index += 1
            if text[index] == UInt8(ascii: ":") {
                guard gap < 0 else { return nil }
                gap = count
                index += 1
            }
        }
        guard gap >= 0 ? count < 8 : count == 8 else { return nil }
        if gap >= 0 { open(gap, count) }
    }

    /// One to four digits.
    private static func piece(_ text: Span<UInt8>, at start: Int) -> (piece: UInt16, length: Int)? {
        var value: UInt16 = 0
        var length = 0
        while length < 4, start + length < text.count, let digit = text[start + length].hexValue {
            value = value << 4 | UInt16(digit)
            length += 1
        }
        return length > 0 ? (value, length) : nil
    }

    /// Moves the pieces after the gap to the end.
    private mutating func open(_ gap: Int, _ count: Int) {
        var source = count - 1
        var target = 7
        while source >= gap {
            pieces[target] = pieces[source]
            pieces[source] = 0
            source -= 1
            target -= 1
        }
    }

    /// `::1`, and 127.0.0.0/8 as an IPv4-mapped address.
    var isLoopback: Bool {
        for index in 0..<5 where pieces[index] != 0 { return false }
        if pieces[5] == 0xFFFF { return pieces[6] >> 8 == 127 }
        return pieces[5] == 0 && pieces[6] == 0 && pieces[7] == 1
    }

    /// Whether the text is the canonical form, upper case aside (WHATWG URL, section 3.6; RFC 5952, section 4).
    func isWritten(as text: Span<UInt8>) -> Bool {
        let gap = longestZeroRun
        var index = 0
        var piece = 0
        func take(_ byte: UInt8) -> Bool {
            guard index < text.count, text[index].lowercased == byte else { return false }
            index += 1
            return true
        }
        while piece < 8 {
            if piece == gap.lowerBound, !gap.isEmpty {
                guard take(UInt8(ascii: ":")), piece > 0 || take(UInt8(ascii: ":")) else { return false }
                piece = gap.upperBound
                continue
            }
            var shift = 12
            while shift > 0, pieces[piece] >> UInt16(shift) == 0 { shift -= 4 }
            while shift >= 0 {
                let digit = UInt8.hexDigit(UInt8(truncatingIfNeeded: pieces[piece] >> UInt16(shift))).lowercased
                guard take(digit) else { return false }
                shift -= 4
            }
            piece += 1
            if piece < 8, !take(UInt8(ascii: ":")) { return false }
        }
        return index == text.count
    }

    /// The first longest run of two or more zero pieces: what `::` stands for.
    private var longestZeroRun: Range<Int> {
        var best = 0..<0
        var start = 0
        for index in 0..<8 {
            if pieces[index] != 0 {
                start = index + 1
            } else if index + 1 - start > max(best.count, 1) {
                best = start..<index + 1
            }
        }
        return best
    }
}
