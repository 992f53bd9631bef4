import ByteText

/// The elements of one `Forwarded` line (RFC 7239, section 4), one for each proxy on the path, the nearest last.
///
/// Stricter than the grammar: no backslash in quotes, no repeated name. Anything else ends the iteration with ``isMalformed``.
struct ForwardedElements {
    /// One element. The ranges are those of the values in the line, without quotes.
    struct Element {
        var node: Range<Int>?
        var host: Range<Int>?
        var proto: Range<Int>?
    }

    private var position = 0
    private(set) var isMalformed = false

    /// The next element of the line, which must be the same in all calls; `nil` at its end and after the first error.
    mutating func next(in line: Span<UInt8>) -> Element? {
        guard !isMalformed else { return nil }
        while position < line.count, line[position] == UInt8(ascii: ",") || isBlank(line[position]) { position += 1 }
        guard position < line.count else { return nil }
        var element = Element()
        while true {
            guard readPair(line, into: &element) else {
                isMalformed = true
                return nil
            }
            skipBlanks(line)
            guard position < line.count, line[position] == UInt8(ascii: ";") else { break }
            position += 1
            skipBlanks(line)
        }
        guard position == line.count || line[position] == UInt8(ascii: ",") else {
            isMalformed = true
            return nil
        }
        return element
    }

    /// Reads `name=value`; `false` if there is none.
    private mutating func readPair(_ line: Span<UInt8>, into element: inout Element) -> Bool {
        let name = readToken(line)
        guard !name.isEmpty, position < line.count, line[position] == UInt8(ascii: "=") else { return false }
        position += 1
        guard let value = readValue(line) else { return false }
        let key = line.extracting(name)
        if key.equalsIgnoringCase("for") {
            guard element.node == nil else { return false }
            element.node = value
        } else if key.equalsIgnoringCase("host") {
            guard element.host == nil else { return false }
            element.host = value
        } else if key.equalsIgnoringCase("proto") {
            guard element.proto == nil else { return false }
            element.proto = value
        }
        return true
    }

    private mutating func readValue(_ line: Span<UInt8>) -> Range<Int>? {
        guard position < line.count, line[position] == UInt8(ascii: "\"") else {
            let token = readToken(line)
            return token.isEmpty ? nil : token
        }
        guard let end = line.firstIndex(of: UInt8(ascii: "\""), from: position + 1) else { return nil }
        let value = (position + 1)..<end
        guard line.extracting(value).firstIndex(of: UInt8(ascii: "\\")) == nil else { return nil }
        position = end + 1
        return value
    }

    /// A token, including the colons and brackets that some proxies write without the required quotes.
    private mutating func readToken(_ line: Span<UInt8>) -> Range<Int> {
        let start = position
        while position < line.count, isTokenByte(line[position]) { position += 1 }
        return start..<position
    }

    private func isTokenByte(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: ","), UInt8(ascii: ";"), UInt8(ascii: "="), UInt8(ascii: "\""), UInt8(ascii: "\\"): false
        default: byte > 0x20 && byte < 0x7F
        }
    }

    private mutating func skipBlanks(_ line: Span<UInt8>) {
        while position < line.count, isBlank(line[position]) { position += 1 }
    }

    private func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }
}
