import ByteText

/// Escapes clients' bytes in log lines: only printable ASCII remains, so that neither a terminal nor a reader is
/// misled.
public enum LogEscaping {
    /// Appends compact JSON with all non-ASCII characters as `\uXXXX`; outside strings JSON has none.
    public static func append(json: Span<UInt8>, to line: inout [UInt8]) {
        var index = 0
        while true {
            let end = json.endOfRun(of: ascii, from: index)
            append(json.extracting(index..<end), to: &line)
            guard end < json.count else { return }
            index = append(scalarAt: end, of: json, to: &line)
        }
    }

    private static let ascii = ByteSet { $0 < 0x80 }
    /// Bytes that need no escape between quotes.
    private static let quotable = ByteSet {
        $0 >= 0x20 && $0 < 0x7F && $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: "\\")
    }

    /// Appends a value between quotes in the format of nginx and Apache: `"`, `\`, controls and bytes from 0x7F on as
    /// `\xHH`.
    public static func append(quoted bytes: Span<UInt8>, to line: inout [UInt8]) {
        var index = 0
        while true {
            let end = bytes.endOfRun(of: quotable, from: index)
            append(bytes.extracting(index..<end), to: &line)
            guard end < bytes.count else { return }
            line.append(UInt8(ascii: "\\"))
            line.append(UInt8(ascii: "x"))
            line.append(UInt8.hexDigit(bytes[end] >> 4))
            line.append(UInt8.hexDigit(bytes[end]))
            index = end + 1
        }
    }

    /// Appends bytes unchanged, in one copy.
    public static func append(_ bytes: Span<UInt8>, to line: inout [UInt8]) {
        // Safe: the pointer is read within the call only.
        unsafe bytes.withUnsafeBufferPointer { unsafe line.append(contentsOf: $0) }
    }

    /// Appends one character of valid UTF-8 as one escape, or as two surrogates; returns where the next one begins.
    private static func append(scalarAt start: Int, of json: Span<UInt8>, to line: inout [UInt8]) -> Int {
        let first = json[start]
        let count = first >= 0xF0 ? 4 : first >= 0xE0 ? 3 : 2
        guard start + count <= json.count else { return json.count }
        var scalar = UInt32(first) & (count == 4 ? 0x07 : count == 3 ? 0x0F : 0x1F)
        for offset in 1..<count { scalar = scalar << 6 | UInt32(json[start + offset] & 0x3F) }
        if scalar >= 0x10000 {
            append(unit: 0xD800 + ((scalar - 0x10000) >> 10), to: &line)
            append(unit: 0xDC00 + ((scalar - 0x10000) & 0x3FF), to: &line)
        } else {
            append(unit: scalar, to: &line)
        }
        return start + count
    }

    private static func append(unit: UInt32, to line: inout [UInt8]) {
        line.append(UInt8(ascii: "\\"))
        line.append(UInt8(ascii: "u"))
        for shift in [UInt32(12), 8, 4, 0] {
            line.append(UInt8.hexDigit(UInt8(truncatingIfNeeded: unit >> shift) & 15))
        }
    }
}
