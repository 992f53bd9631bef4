import CPostgreSQL

/// What libpq says, fit for one line of a log.
enum MessageText {
    /// The lines of a message as one, each once, shortened to 500 characters, and without the secret if it is among them.
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
        // A shorter one is nothing that a message could be searched for.
        if secret.utf8.count >= 4 { joined = joined.replacing(secret, with: "***") }
        return joined.count > 500 ? joined.prefix(500) + "…" : joined
    }

    /// A message without what it quotes, for text that may have a password anywhere.
    static func withoutQuotations(_ text: String) -> String {
        let parts = line(text).split(separator: "\"", omittingEmptySubsequences: false)
        return parts.enumerated().map { $0.offset.isMultiple(of: 2) ? String($0.element) : "\"…\"" }.joined()
    }
}
