import Mustache

/// How a value becomes HTML text or a quoted attribute: scalar by scalar.
///
/// The library's own escaping goes by `Character`, where a quote with a combining mark behind it is another character
/// than a quote and would pass as it is. A browser reads code points, so this does too.
struct HTMLText: MustacheContentType {
    /// The name that templates ask for it by: `{{% CONTENT_TYPE: … }}`.
    static let name = "FINGERPOST_HTML"

    func escapeText(_ text: String) -> String {
        var escaped = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            switch scalar {
            case "&": escaped.append(contentsOf: "&amp;".unicodeScalars)
            case "<": escaped.append(contentsOf: "&lt;".unicodeScalars)
            case ">": escaped.append(contentsOf: "&gt;".unicodeScalars)
            case "\"": escaped.append(contentsOf: "&quot;".unicodeScalars)
            case "'": escaped.append(contentsOf: "&#39;".unicodeScalars)
            case "\t", "\n", "\r": escaped.append(" ")
            case "\u{0}"..<" ", "\u{7F}": escaped.append("\u{FFFD}")
            default: escaped.append(scalar)
            }
        }
        return String(escaped)
    }
}
