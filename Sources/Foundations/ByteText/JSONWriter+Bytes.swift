extension JSONWriter {
    @inlinable
    mutating func separate() {
        if needsComma { output.append(UInt8(ascii: ",")) }
        needsComma = true
    }

    @inlinable
    mutating func begin(_ bracket: UInt8) {
        separate()
        output.append(bracket)
        needsComma = false
        depth += 1
    }

    @inlinable
    mutating func end(_ bracket: UInt8) {
        assert(depth > 0, "no container is open")
        output.append(bracket)
        needsComma = true
        depth -= 1
    }

    /// Appends a quoted text that needs no escaping, preceded by a comma if needed, and followed by a colon if it is a name.
    /// Reserves the space once, because for short texts reserving dominates the cost.
    @usableFromInline
    @unsafe mutating func append(quoted text: UnsafeBufferPointer<UInt8>, isName: Bool) {
        let needsComma = needsComma
        output.append(addingCapacity: text.count + 4) { span in
            if needsComma { span.append(UInt8(ascii: ",")) }
            span.append(UInt8(ascii: "\""))
            // Safe: the reserved capacity leaves room for the text and two more bytes after the comma and the quote.
            unsafe span.withUnsafeMutableBufferPointer { room, count in
                guard let source = text.baseAddress, let start = room.baseAddress else { return }
                unsafe (start + count).initialize(from: source, count: text.count)
                count += text.count
            }
            span.append(UInt8(ascii: "\""))
            if isName { span.append(UInt8(ascii: ":")) }
        }
        self.needsComma = !isName
    }

    @inlinable
    mutating func bare(_ word: StaticString) {
        separate()
        append(literal: word)
    }

    @inlinable
    mutating func append(literal: StaticString) {
        // Safe: the buffer is read only during the call.
        literal.withUTF8Buffer { unsafe output.append(contentsOf: $0) }
    }

    @inlinable
    mutating func append(digitsOf value: UInt64) {
        var divisor: UInt64 = 1
        while value / divisor >= 10 { divisor *= 10 }
        while divisor > 0 {
            output.append(0x30 + UInt8(truncatingIfNeeded: value / divisor % 10))
            divisor /= 10
        }
    }

    /// Appends the content of a string: unescaped bytes in runs, all others one by one.
    @usableFromInline
    mutating func append(escaped bytes: Span<UInt8>) {
        var runStart = 0
        while true {
            let runEnd = bytes.endOfRun(of: ByteSet.jsonPlain, from: runStart)
            append(bytes, runStart..<runEnd)
            guard runEnd < bytes.count else { return }
            if bytes[runEnd] >= 0x80 {
                runStart = append(beyondASCII: bytes, from: runEnd)
            } else {
                append(escapeOf: bytes[runEnd])
                runStart = runEnd + 1
            }
        }
    }

    /// Appends a run of non-ASCII bytes, with invalid UTF-8 repaired, and returns its end.
    private mutating func append(beyondASCII bytes: Span<UInt8>, from start: Int) -> Int {
        var end = start
        while end < bytes.count, bytes[end] >= 0x80 { end += 1 }
        var index = start
        while index < end {
            do throws(UTF8.ValidationError) {
                _ = try UTF8Span(validating: bytes.extracting(index..<end))
                appendWithoutC1(bytes, index..<end)
                index = end
            } catch {
                appendWithoutC1(bytes, index..<index + error.byteOffsets.lowerBound)
                output.append(0xEF)
                output.append(0xBF)
                output.append(0xBD)
                index += error.byteOffsets.upperBound
            }
        }
        return end
    }

    /// Appends UTF-8 with U+0080 to U+009F escaped, because terminals interpret C1 controls like C0 controls.
    private mutating func appendWithoutC1(_ bytes: Span<UInt8>, _ range: Range<Int>) {
        var runStart = range.lowerBound
        var index = runStart
        while index + 1 < range.upperBound {
            if bytes[index] == 0xC2, bytes[index + 1] < 0xA0 {
                append(bytes, runStart..<index)
                append(escapeOf: bytes[index + 1])
                index += 1
                runStart = index + 1
            }
            index += 1
        }
        append(bytes, runStart..<range.upperBound)
    }

    private mutating func append(_ bytes: Span<UInt8>, _ range: Range<Int>) {
        guard !range.isEmpty else { return }
        // Safe: the pointer is read only during the call.
        unsafe bytes.extracting(range).withUnsafeBufferPointer { unsafe output.append(contentsOf: $0) }
    }

    private mutating func append(escapeOf byte: UInt8) {
        output.append(UInt8(ascii: "\\"))
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"): output.append(byte)
        case 0x08: output.append(UInt8(ascii: "b"))
        case 0x09: output.append(UInt8(ascii: "t"))
        case 0x0A: output.append(UInt8(ascii: "n"))
        case 0x0C: output.append(UInt8(ascii: "f"))
        case 0x0D: output.append(UInt8(ascii: "r"))
        default:
            append(literal: "u00")
            output.append(UInt8.hexDigit(byte >> 4))
            output.append(UInt8.hexDigit(byte))
        }
    }
}

extension ByteSet {
    /// ASCII that needs no escape in a JSON string.
    static let jsonPlain = ByteSet { $0 >= 0x20 && $0 < 0x7F && $0 != 0x22 && $0 != 0x5C }
}
