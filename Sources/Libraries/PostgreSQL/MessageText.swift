import CPostgreSQL

/// Messages of libpq, formatted for one line of a log.
enum MessageText {
    /// Joins the distinct lines of a message, truncates it to 500 characters, and removes the secret if it occurs in
    /// it.
    static func line(_ text: UnsafePointer<CChar>?, without secret: String = "") -> String {
        // Safe: libpq's messages are terminated, and copied before its next call.
        guard let text = unsafe text else { return "" }
        return line(unsafe String(cString: text), without: secret)
    }

    static func line(_ text: String, without secret: String = "") -> String {
        var lines: [Substring] = []
        for line in text.split(whereSeparator: \.isNewline) {
            let trimmed = line.drop { $0.isWhitespace }
            if !trimmed.isEmpty, !lines.contains(trimmed) { lines.append(trimmed) }
        }
        var joined = lines.joined(separator: "; ")
        // A shorter secret would match unrelated text.
        if secret.utf8.count >= 4 { joined = joined.replacing(secret, with: "***") }
        return joined.count > 500 ? joined.prefix(500) + "…" : joined
    }

    /// A message without its quoted parts, for text that may contain a password anywhere.
    static func withoutQuotations(_ text: String) -> String {
        let parts = line(text).split(separator: "\"", omittingEmptySubsequences: false)
        return parts.enumerated().map { $0.offset.isMultiple(of: 2) ? String($0.element) : "\"…\"" }.joined()
    }
}
