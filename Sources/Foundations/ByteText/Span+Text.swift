import CByteScan

/// Comparison and parsing of bytes without creating a string.
extension Span<UInt8> {
    /// Whether the bytes equal the literal.
    @inlinable
    public func equals(_ literal: StaticString) -> Bool {
        let length = literal.utf8CodeUnitCount
        // Most words differ in the first letter.
        guard count == length, length > 0 else { return count == length }
        // Safe: a literal has `utf8CodeUnitCount` bytes of static storage, and neither span is empty.
        let other = unsafe Span(_unsafeStart: literal.utf8Start, count: length)
        guard unsafe self[unchecked: 0] == other[unchecked: 0] else { return false }
        return equals(other)
    }

    /// Whether the bytes begin with the literal.
    @inlinable
    public func starts(with literal: StaticString) -> Bool {
        let length = literal.utf8CodeUnitCount
        guard count >= length else { return false }
        // Safe: a literal has `utf8CodeUnitCount` bytes of static storage.
        return extracting(0..<length).equals(unsafe Span(_unsafeStart: literal.utf8Start, count: length))
    }

    /// Whether the bytes end with the literal.
    @inlinable
    public func ends(with literal: StaticString) -> Bool {
        let length = literal.utf8CodeUnitCount
        return count >= length && extracting((count - length)..<count).equals(literal)
    }

    /// Whether the bytes equal a lower-case literal, ignoring ASCII case.
    @inlinable
    public func equalsIgnoringCase(_ lowercaseLiteral: StaticString) -> Bool {
        let length = lowercaseLiteral.utf8CodeUnitCount
        // Most names differ in the first letter.
        guard count == length, length > 0 else { return count == length }
        // Safe: a literal has `utf8CodeUnitCount` bytes of static storage, and the span is not empty.
        guard unsafe self[unchecked: 0].lowercased == lowercaseLiteral.utf8Start[0] else { return false }
        return isField(lowercaseLiteral)
    }

    /// Whether the bytes equal a lower-case literal, ignoring ASCII case, with the literal's bytes compiled in as constants:
    /// for the few names that every request field is compared with.
    @inlinable
    @inline(__always)
    public func isField(_ lowercaseLiteral: StaticString) -> Bool { isLiteral(lowercaseLiteral) { $0.asciiLowercased } }

    /// Whether the bytes equal a literal, whose bytes are compiled in as constants: for words that every request is
    /// compared with.
    @inlinable
    @inline(__always)
    public func isWord(_ literal: StaticString) -> Bool { isLiteral(literal) { $0 } }

    @inlinable
    @inline(__always)
    func isLiteral(_ literal: StaticString, _ folded: (UInt64) -> UInt64) -> Bool {
        let length = literal.utf8CodeUnitCount
        guard count == length else { return false }
        // Safe: a literal has `utf8CodeUnitCount` bytes of static storage; the words are within the count, which both share.
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

    /// Whether two spans contain the same bytes.
    @inlinable
    public func equals(_ other: Span<UInt8>) -> Bool {
        let length = count
        guard length == other.count else { return false }
        guard length >= 8 else { return shortWord(at: 0, count: length) == other.shortWord(at: 0, count: length) }
        var index = 0
        // Safe: all words are within the count, which both share.
        while index < length &- 8 {
            if unsafe uncheckedWord(at: index) != other.uncheckedWord(at: index) { return false }
            index &+= 8
        }
        // The last eight bytes, which may overlap bytes already compared.
        return unsafe uncheckedWord(at: length &- 8) == other.uncheckedWord(at: length &- 8)
    }

    /// Whether two spans contain the same bytes, using `memcmp`: for texts mostly longer than 64 bytes, such as user
    /// agents, links and cache keys.
    ///
    /// Separate from `equals`, which often compares words stored in arrays: the compiler cannot analyze a call to C
    /// and would retain the arrays for it.
    public func equalsLong(_ other: Span<UInt8>) -> Bool {
        guard count == other.count else { return false }
        guard count > 0 else { return true }
        // Safe: both have the same number of bytes, which are read only during the call.
        return unsafe withUnsafeBufferPointer { one in
            unsafe other.withUnsafeBufferPointer { other in
                unsafe byte_scan_equal(one.baseAddress!, other.baseAddress!, one.count) != 0
            }
        }
    }

    /// Whether the bytes equal the UTF-8 of the string. Has its own name, because a literal would otherwise resolve to a slow
    /// comparison with `String`.
    @inlinable
    public func equals(utf8Of string: String) -> Bool {
        var index = 0
        for byte in string.utf8 {
            guard index < count, self[index] == byte else { return false }
            index += 1
        }
        return index == count
    }

    /// The value of a run of decimal digits; `nil` for anything else, including the empty span and values above `Int.max`.
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
    /// Creates a string, with invalid UTF-8 repaired. Allocates: for messages, tests and cold paths.
    public init(_ bytes: Span<UInt8>) {
        // Safe: the pointer is read only during the call.
        self = unsafe bytes.withUnsafeBufferPointer { unsafe String(decoding: $0, as: UTF8.self) }
    }
}
