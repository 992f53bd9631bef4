import ByteText

/// Bytes of clients in the lines of logs: nothing but printable ASCII, so that no terminal and no reader is led astray.
enum LogEscaping {
    /// Appends compact JSON with all that is not ASCII as `\uXXXX`; outside strings JSON has none.
    static func append(json: Span<UInt8>, to line: inout [UInt8]) {
        var start = 0
        var index = 0
        while index < json.count {
            guard json[index] >= 0x80 else {
                index += 1
                continue
            }
            append(json.extracting(start..<index), to: &line)
            index = append(scalarAt: index, of: json, to: &line)
            start = index
        }
        append(json.extracting(start..<json.count), to: &line)
    }

    /// Appends a value between quotes as nginx and Apache write it: `"`, `\`, controls and bytes from 0x7F on as `\xHH`.
    static func append(quoted bytes: Span<UInt8>, to line: inout [UInt8]) {
        for index in bytes.indices {
            let byte = bytes[index]
            if byte >= 0x20, byte < 0x7F, byte != UInt8(ascii: "\""), byte != UInt8(ascii: "\\") {
                line.append(byte)
            } else {
                line.append(UInt8(ascii: "\\"))
                line.append(UInt8(ascii: "x"))
                line.append(UInt8.hexDigit(byte >> 4))
                line.append(UInt8.hexDigit(byte))
            }
        }
    }

    static func append(_ bytes: Span<UInt8>, to line: inout [UInt8]) {
        // Safe: the pointer is read within the call only.
        unsafe bytes.withUnsafeBufferPointer { unsafe line.append(contentsOf: $0) }
    }

    /// Appends one character of valid UTF-8 as one escape, or as two surrogates; gives where the next one begins.
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
