/// The text of one configuration file, cut into lines for messages.
struct SourceFile: Sendable {
    /// The name as it is printed.
    let name: String
    let lines: [String]

    init(name: String, text: String) {
        self.name = name
        // A line may end in CR LF: one Character, so that the cut is made between scalars.
        lines = text.unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false).map { line in
            String(line.last == "\r" ? line.dropLast() : line)
        }
    }

    /// A line by its number, from 1; nil past the end.
    func line(_ number: Int) -> String? {
        lines.indices.contains(number - 1) ? lines[number - 1] : nil
    }
}
