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
        var escaped: [UInt8] = []
        Self.append(text, to: &escaped)
        return String(decoding: escaped, as: UTF8.self)
    }

    /// Appends a value, escaped. Controls become what HTML allows: a blank or U+FFFD.
    public static func append(_ text: String, to page: inout [UInt8]) {
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "&"): page.append(contentsOf: "&amp;".utf8)
            case UInt8(ascii: "<"): page.append(contentsOf: "&lt;".utf8)
            case UInt8(ascii: ">"): page.append(contentsOf: "&gt;".utf8)
            case UInt8(ascii: "\""): page.append(contentsOf: "&quot;".utf8)
            case UInt8(ascii: "'"): page.append(contentsOf: "&#39;".utf8)
            case 0x09, 0x0A, 0x0D: page.append(0x20)
            case 0x00..<0x20, 0x7F: page.append(contentsOf: "\u{FFFD}".utf8)
            default: page.append(byte)
            }
        }
    }
}
