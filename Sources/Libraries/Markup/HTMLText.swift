public import ByteText
public import Mustache

/// How a value becomes HTML text or a quoted attribute: code point by code point.
///
/// The library's own escaping goes by `Character`, where a quote with a combining mark after it is another character
/// than a quote and would pass as it is. A browser reads code points, so this does too. What means something to HTML is
/// ASCII, so the bytes of UTF-8 suffice.
public struct HTMLText: MustacheContentType {
    /// The name that templates ask for it by: `{{% CONTENT_TYPE: … }}`.
    public static let name = "FINGERPOST_HTML"

    /// Keeps no state; the template library makes one for each template.
    public init() {}

    /// Escapes a value for element content and quoted attributes; called by the template library.
    public func escapeText(_ text: String) -> String {
        var escaped = ByteBuffer(capacity: text.utf8.count + 16)
        let utf8 = text.utf8
        Self.append(utf8.span, to: &escaped)
        return String(escaped.bytes)
    }

    /// Appends a value, which is UTF-8, escaped. Controls become what HTML allows: a blank or U+FFFD.
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

    /// What stays as it is.
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
