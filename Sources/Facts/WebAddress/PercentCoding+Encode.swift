public import ByteText

/// Encoders: each writes unescaped bytes as they are, and `%XX` in upper case for all others (RFC 3986, section 2.1).
extension PercentCoding {
    /// Appends a piece with everything escaped but unreserved characters: a value for any query (RFC 3986, section 2.3).
    @discardableResult
    public static func encodeComponent(_ range: TextRange, in arena: inout ByteArena) -> TextRange {
        encode(range, keeping: .unreserved, in: &arena)
    }

    /// Appends bytes with everything escaped but unreserved characters.
    public static func encodeComponent(_ bytes: Span<UInt8>, into output: inout [UInt8]) {
        encode(bytes, keeping: .unreserved, into: &output)
    }

    /// Appends a piece with everything escaped but ASCII letters and digits.
    @discardableResult
    public static func encodeAlphanumeric(_ range: TextRange, in arena: inout ByteArena) -> TextRange {
        encode(range, keeping: .alphanumeric, in: &arena)
    }

    /// Appends bytes with everything escaped but ASCII letters and digits.
    public static func encodeAlphanumeric(_ bytes: Span<UInt8>, into output: inout [UInt8]) {
        encode(bytes, keeping: .alphanumeric, into: &output)
    }

    /// Appends a piece with everything escaped but the bytes of a set.
    @discardableResult
    public static func encode(_ range: TextRange, keeping kept: ByteSet, in arena: inout ByteArena) -> TextRange {
        // Most pieces of an address need no escape, and a copy costs a fraction of looking at each byte again.
        if arena[range].endOfRun(of: kept) == Int(range.count) { return arena.append(copyOf: range) }
        return arena.append(rewriting: range, atMost: 3 * Int(range.count)) { encode($0, keeping: kept, into: &$1) }
    }

    static func encode(_ bytes: Span<UInt8>, keeping kept: ByteSet, into output: inout [UInt8]) {
        output.append(addingCapacity: 3 * bytes.count) { encode(bytes, keeping: kept, into: &$0) }
    }

    /// Writes up to three bytes for each.
    static func encode(_ bytes: Span<UInt8>, keeping kept: ByteSet, into output: inout OutputSpan<UInt8>) {
        let count = bytes.count
        // Safe: the check leaves room for three bytes for each, and the pointers are used within the calls only.
        unsafe output.withUnsafeMutableBufferPointer { space, initialized in
            precondition(space.count - initialized >= 3 * count, "no room to encode")
            guard count > 0, var target = unsafe space.baseAddress.map({ unsafe $0 + initialized }) else { return }
            let start = unsafe target
            for index in 0..<count {
                let byte = unsafe bytes[unchecked: index]
                unsafe target.pointee = byte
                if kept.contains(byte) {
                    unsafe target += 1
                } else {
                    unsafe target[0] = UInt8(ascii: "%")
                    unsafe target[1] = UInt8.hexDigit(byte >> 4)
                    unsafe target[2] = UInt8.hexDigit(byte)
                    unsafe target += 3
                }
            }
            initialized += unsafe target - start
        }
    }
}
