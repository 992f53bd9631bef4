public import ByteText
public import Mustache

/// Escapes values for HTML text and quoted attributes, code point by code point.
///
/// The library's own escaping works on `Character`s: a quote followed by a combining mark is a different character and
/// would not be escaped. Browsers parse code points, so this does as well. All characters with a meaning in HTML are
/// ASCII, so it suffices to process UTF-8 bytes.
public struct HTMLText: MustacheContentType {
    /// The name that templates refer to: `{{% CONTENT_TYPE: … }}`.
    public static let name = "FINGERPOST_HTML"

    /// Has no state; the template library creates one per template.
    public init() {}

    /// Escapes a value for element content and quoted attributes. Called by the template library.
    public func escapeText(_ text: String) -> String {
        var escaped = ByteBuffer(capacity: text.utf8.count + 16)
        let utf8 = text.utf8
        Self.append(utf8.span, to: &escaped)
        return String(escaped.bytes)
    }

    /// Appends a UTF-8 value, escaped. Control characters are replaced by a space or U+FFFD.
    public static func append(_ text: Span<UInt8>, to page: inout ByteBuffer) {
        var start = 0
        while true {
            let end = text.endOfRun(of: plain, from: start)
            page.append(text.extracting(start..<end))
            guard end < text.count else { return }
            append(special: text[end], to: &page)
            start = end + 1
        }
    }

    /// Bytes that need no escaping.
    private static let plain = ByteSet { !$0.isControl && !"&<>\"'".utf8.contains($0) }

    private static func append(special byte: UInt8, to page: inout ByteBuffer) {
        switch byte {
        case UInt8(ascii: "&"): page.append("&amp;")
        case UInt8(ascii: "<"): page.append("&lt;")
        case UInt8(ascii: ">"): page.append("&gt;")
        case UInt8(ascii: "\""): page.append("&quot;")
        case UInt8(ascii: "'"): page.append("&#39;")
        case 0x09, 0x0A, 0x0D: page.append(0x20)
        default: page.append("\u{FFFD}")
        }
    }
}
