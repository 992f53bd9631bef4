import CByteScan

/// Comparisons and searches in bytes, without making a string.
extension Span<UInt8> {
    /// Whether these are exactly the bytes of the literal.
    @inlinable
    public func equals(_ literal: StaticString) -> Bool {
        let length = literal.utf8CodeUnitCount
        // Most words differ in their first letter.
        guard count == length, length > 0 else { return count == length }
        // Safe: a literal has as many bytes as it says, forever, and the spans have a first one.
        let other = unsafe Span(_unsafeStart: literal.utf8Start, count: length)
        guard unsafe self[unchecked: 0] == other[unchecked: 0] else { return false }
        return equals(other)
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
        // Most names differ in their first letter.
        guard count == length, length > 0 else { return count == length }
        // Safe: a literal has as many bytes as it says, forever, and the span has a first one.
        guard unsafe self[unchecked: 0].lowercased == lowercaseLiteral.utf8Start[0] else { return false }
        return isField(lowercaseLiteral)
    }

    /// The same with the literal's bytes as constants in the code: for the few names that every field of a request is
    /// compared with.
    @inlinable
    @inline(__always)
    public func isField(_ lowercaseLiteral: StaticString) -> Bool { isLiteral(lowercaseLiteral) { $0.asciiLowercased } }

    /// Whether the span is a literal, whose bytes are constants in the code: for words that every request is compared with.
    @inlinable
    @inline(__always)
    public func isWord(_ literal: StaticString) -> Bool { isLiteral(literal) { $0 } }

    @inlinable
    @inline(__always)
    func isLiteral(_ literal: StaticString, _ folded: (UInt64) -> UInt64) -> Bool {
        let length = literal.utf8CodeUnitCount
        guard count == length else { return false }
        // Safe: a literal has as many bytes as it says, forever; the words lie below the count, which is that of both.
        let expected = unsafe Span(_unsafeStart: literal.utf8Start, count: length)
        if length < 8 {
            return length == 0 || folded(pieces(at: 0, count: length)) == expected.pieces(at: 0, count: length)
        }
        var index = 0
        while index < length &- 8 {
            if unsafe folded(uncheckedWord(at: index)) != expected.uncheckedWord(at: index) { return false }
            index &+= 8
        }
        return unsafe folded(uncheckedWord(at: length &- 8)) == expected.uncheckedWord(at: length &- 8)
    }

    /// Whether two spans hold the same bytes.
    @inlinable
    public func equals(_ other: Span<UInt8>) -> Bool {
        let length = count
        guard length == other.count else { return false }
        guard length >= 8 else { return shortWord(at: 0, count: length) == other.shortWord(at: 0, count: length) }
        var index = 0
        // Safe: all words lie below the count, which is that of both.
        while index < length &- 8 {
            if unsafe uncheckedWord(at: index) != other.uncheckedWord(at: index) { return false }
            index &+= 8
        }
        // The last eight bytes, some of which may have been looked at.
        return unsafe uncheckedWord(at: length &- 8) == other.uncheckedWord(at: length &- 8)
    }

    /// The same for texts that are mostly longer than sixty-four bytes, as agents, links and keys of caches are: by the C library.
    ///
    /// Apart from `equals`, which compares words that lie in arrays: what a call into C may do is not known,
    /// and so each of them would be retained for it.
    public func equalsLong(_ other: Span<UInt8>) -> Bool {
        guard count == other.count else { return false }
        guard count > 0 else { return true }
        // Safe: both have as many bytes, which are read within the call.
        return unsafe withUnsafeBufferPointer { one in
            unsafe other.withUnsafeBufferPointer { other in
                unsafe byte_scan_equal(one.baseAddress!, other.baseAddress!, one.count) != 0
            }
        }
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
