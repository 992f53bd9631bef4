/// The text of one configuration file, cut into lines for messages.
struct SourceFile: Sendable {
    /// The name as it is printed.
    let name: String
    let lines: [String]

    init(name: String, text: String) {
        self.name = name
        lines = Self.lines(of: text)
    }

    /// Cut where YAML 1.1 ends a line, since that is how its reader counts them.
    private static func lines(of text: String) -> [String] {
        var lines: [String] = []
        var line = String.UnicodeScalarView()
        var previous: Unicode.Scalar = " "
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\n" where previous == "\r": break
            case "\n", "\r", "\u{85}", "\u{2028}", "\u{2029}":
                lines.append(String(line))
                line.removeAll()
            default: line.append(scalar)
            }
            previous = scalar
        }
        lines.append(String(line))
        return lines
    }

    /// A line by its number, from 1; nil past the end.
    func line(_ number: Int) -> String? {
        lines.indices.contains(number - 1) ? lines[number - 1] : nil
    }
}
