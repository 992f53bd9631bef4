import ByteText

/// The language tags of an `Accept-Language` field (RFC 9110, section 12.5.4), in order.
public enum AcceptLanguage {
    /// Whether a text is a valid field value: language ranges (RFC 4647, section 2.1), each with an optional weight.
    /// For user input; the fields of browsers are parsed leniently.
    public static func isWellFormed(_ text: String) -> Bool {
        !text.isEmpty && text.split(separator: ",", omittingEmptySubsequences: false).allSatisfy(isRange)
    }

    private static func isRange(_ item: Substring) -> Bool {
        let parts = item.split(separator: ";", maxSplits: 1, omittingEmptySubsequences: false).map(trimmed)
        let subtags = parts[0].split(separator: "-", omittingEmptySubsequences: false)
        let isTag = subtags.enumerated().allSatisfy { index, subtag in
            (1...8).contains(subtag.count)
                && subtag.allSatisfy { $0.isASCII && ($0.isLetter || index > 0 && $0.isNumber) }
        }
        guard isTag || parts[0] == "*" else { return false }
        guard parts.count > 1 else { return true }
        return parts[1].hasPrefix("q=") && Double(parts[1].dropFirst(2)).map { (0...1).contains($0) } ?? false
    }

    private static func trimmed(_ text: Substring) -> Substring {
        var text = text
        while text.first == " " { text.removeFirst() }
        while text.last == " " { text.removeLast() }
        return text
    }

    /// Calls `body` with each tag. Weights are ignored, except `q=0`, which excludes the language.
    static func forEachTag(in field: TextRange, _ arena: borrowing ByteArena, _ body: (TextRange) -> Void) {
        let bytes = arena[field]
        var start = 0
        while start < bytes.count {
            let end = bytes.firstIndex(of: UInt8(ascii: ","), from: start) ?? bytes.count
            if let tag = tag(in: bytes, start..<end) { body(field[tag]) }
            start = end + 1
        }
    }

    private static func tag(in bytes: Span<UInt8>, _ item: Range<Int>) -> Range<Int>? {
        var start = item.lowerBound
        while start < item.upperBound, bytes[start] == 0x20 || bytes[start] == 0x09 { start += 1 }
        var end = start
        while end < item.upperBound, bytes[end].isAlphanumeric || bytes[end] == UInt8(ascii: "-") { end += 1 }
        guard end > start, !isRefused(bytes.extracting(end..<item.upperBound)) else { return nil }
        return start..<end
    }

    /// Whether the weight is zero: `;q=0`, `;q=0.0`, …
    private static func isRefused(_ parameters: Span<UInt8>) -> Bool {
        guard let equals = parameters.firstIndex(of: UInt8(ascii: "=")) else { return false }
        var index = equals + 1
        guard index < parameters.count, parameters[index] == UInt8(ascii: "0") else { return false }
        while index < parameters.count {
            let byte = parameters[index]
            if byte != UInt8(ascii: "0"), byte != UInt8(ascii: "."), byte != 0x20, byte != 0x09 { return false }
            index += 1
        }
        return true
    }
}
