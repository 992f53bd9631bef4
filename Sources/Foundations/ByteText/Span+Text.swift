/// Comparisons and searches in bytes, without making a string.
extension Span<UInt8> {
    /// Whether these are exactly the bytes of the literal.
    @inlinable
    public func equals(_ literal: StaticString) -> Bool {
        count == literal.utf8CodeUnitCount && starts(with: literal)
    }

    /// Whether the bytes begin with the literal.
    @inlinable
    public func starts(with literal: StaticString) -> Bool {
        let length = literal.utf8CodeUnitCount
        guard count >= length else { return false }
        // Safe: a literal has as many bytes as it says, forever.
        return extracting(0..<length).equals(unsafe Span(_unsafeStart: literal.utf8Start, count: length))
    }

    /// Whether the bytes end with the literal.
    @inlinable
    public func ends(with literal: StaticString) -> Bool {
        let length = literal.utf8CodeUnitCount
        return count >= length && extracting((count - length)..<count).equals(literal)
    }

    /// Whether these are the bytes of the lower-case literal, ASCII letters compared without case.
    @inlinable
    public func equalsIgnoringCase(_ lowercaseLiteral: StaticString) -> Bool {
        let length = lowercaseLiteral.utf8CodeUnitCount
        guard count == length else { return false }
        return lowercaseLiteral.withUTF8Buffer { expected in
            for index in 0..<length where unsafe self[index].lowercased != expected[index] { return false }
            return true
        }
    }

    /// Whether two spans hold the same bytes.
    @inlinable
    public func equals(_ other: Span<UInt8>) -> Bool {
        guard count == other.count else { return false }
        guard count >= 8 else { return shortWord(at: 0, count: count) == other.shortWord(at: 0, count: count) }
        var index = 0
        while index < count - 8 {
            if word(at: index) != other.word(at: index) { return false }
            index += 8
        }
        // The last eight bytes, some of which may have been looked at.
        return word(at: count - 8) == other.word(at: count - 8)
    }

    /// Whether these are the bytes of the string's UTF-8. It has a name of its own, since a literal would be read as a
    /// `String`, which compares slowly.
    @inlinable
    public func equals(utf8Of string: String) -> Bool {
        var index = 0
        for byte in string.utf8 {
            guard index < count, self[index] == byte else { return false }
            index += 1
        }
        return index == count
    }

    /// The first index of a byte at or after `start`, or nil.
    @inlinable
    public func firstIndex(of byte: UInt8, from start: Int = 0) -> Int? {
        let ones: UInt64 = 0x0101_0101_0101_0101
        var index = start
        while count - index >= 8 {
            // Bytes that are equal become zero, and the lowest bit that is set then is the top bit of the first of them.
            let difference = word(at: index) ^ (ones &* UInt64(byte))
            let zeros = (difference &- ones) & ~difference & (ones &* 0x80)
            if zeros != 0 { return index + zeros.trailingZeroBitCount / 8 }
            index += 8
        }
        while index < count {
            if self[index] == byte { return index }
            index += 1
        }
        return nil
    }

    /// The value of a run of decimal digits, or nil for anything else, the empty span and values past `Int.max` included.
    @inlinable
    public var decimalValue: Int? {
        guard count > 0 else { return nil }
        var value = 0
        for index in 0..<count {
            guard self[index].isDigit else { return nil }
            let (product, overflow) = value.multipliedReportingOverflow(by: 10)
            guard !overflow else { return nil }
            let (sum, carry) = product.addingReportingOverflow(Int(self[index] - 0x30))
            guard !carry else { return nil }
            value = sum
        }
        return value
    }
}

extension String {
    /// The bytes as a string, repaired where they are not UTF-8. Allocates: for messages, tests and cold paths.
    public init(_ bytes: Span<UInt8>) {
        // Safe: the pointer is read within the call only.
        self = unsafe bytes.withUnsafeBufferPointer { unsafe String(decoding: $0, as: UTF8.self) }
    }
}
