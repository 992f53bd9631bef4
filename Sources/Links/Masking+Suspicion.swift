import ByteText

extension Masking {
    /// Whether a text may hold something to mask: false means that ``masked(_:)`` would give the text itself.
    ///
    /// For logs, most of whose texts hold no secret: one pass, no allocation. A secret stands behind a name that ends in
    /// `e` or `y`, or before an `@`; each of these characters may be percent-encoded any number of times.
    public static func suspects(_ text: Span<UInt8>) -> Bool {
        var last: UInt8 = 0
        var index = 0
        while true {
            let end = text.endOfRun(of: passable, from: index)
            if let letter = lastLetter(of: text, index..<end) { last = letter }
            guard end < text.count else { return false }
            index = end
            var byte = text[index]
            index += 1
            while byte == UInt8(ascii: "%"), index + 1 < text.count, let high = text[index].hexValue,
                let low = text[index + 1].hexValue
            {
                byte = high << 4 | low
                index += 2
            }
            switch byte {
            case UInt8(ascii: "@"): return true
            case UInt8(ascii: "="), UInt8(ascii: "\""):
                if last == UInt8(ascii: "e") || last == UInt8(ascii: "y") { return true }
            default: break
            }
            // The names of secrets may have underscores anywhere behind their first letter.
            if byte != UInt8(ascii: "_") { last = byte.lowercased }
        }
    }

    /// What can be passed over, but for the last of it.
    private static let passable = ByteSet { !"@=\"%".utf8.contains($0) }

    /// The last byte of a run that is no underscore, in lower case.
    private static func lastLetter(of text: Span<UInt8>, _ run: Range<Int>) -> UInt8? {
        var index = run.upperBound
        while index > run.lowerBound {
            index -= 1
            if text[index] != UInt8(ascii: "_") { return text[index].lowercased }
        }
        return nil
    }
}
