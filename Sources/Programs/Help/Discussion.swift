/// The parsed discussion of a command.
///
/// It is written for people: sentences, some of which begin with `Exit code`, and finally a paragraph `Examples:` with
/// command lines, each on its own line and indented by two blanks.
struct Discussion: Sendable {
    /// The text without exit codes and examples.
    let text: String
    /// The sentences about exit codes.
    let exitCodes: String
    /// Complete command lines: `fingerpost check rules`.
    let examples: [String]

    static let heading = "Examples:"

    init(_ discussion: String) {
        let parts = discussion.split(separator: "\n\n\(Self.heading)\n", maxSplits: 1).map(String.init)
        let body = parts.first ?? ""
        let start = body.firstRange(of: "Exit code")?.lowerBound ?? body.endIndex
        let rest = body[start...]
        // A sentence ends before one that begins with a capital letter, or at the end of the paragraph.
        let end = Self.end(ofSentence: rest)
        exitCodes = String(rest[..<end])
        let after = rest[end...].drop { $0.isWhitespace }
        text = (Self.trimmed(body[..<start]) + (after.isEmpty ? "" : " " + after))
        examples = (parts.count > 1 ? parts[1] : "").split(separator: "\n").filter { $0.hasPrefix("  ") }
            .map { Self.trimmed($0) }
    }

    private static func end(ofSentence text: Substring) -> String.Index {
        var index = text.startIndex
        while let dot = text[index...].firstIndex(of: ".") {
            let next = text.index(after: dot)
            if text[next...].allSatisfy(\.isWhitespace) { return text.endIndex }
            if text[next].isWhitespace { return next }
            index = next
        }
        return text.endIndex
    }

    private static func trimmed(_ text: some StringProtocol) -> String {
        String(text.drop { $0.isWhitespace }.reversed().drop { $0.isWhitespace }.reversed())
    }
}
