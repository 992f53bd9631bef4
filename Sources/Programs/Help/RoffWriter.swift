/// Writes a page in man(7) format, escaping everything that would be interpreted.
struct RoffWriter {
    private(set) var text = ""

    mutating func title(_ name: String, section: Int, source: String) {
        text += ".TH \"\(Self.escaped(name.uppercased()))\" \(section) \"\" \"\(Self.escaped(source))\"\n"
        // No hyphenation and no justification, so that options and paths appear as typed.
        text += ".nh\n.ad l\n"
    }

    mutating func section(_ name: String) { text += ".SH \(name)\n" }

    mutating func paragraph(_ text: String) {
        self.text += ".PP\n"
        line(text)
    }

    /// Appends a line.
    ///
    /// - Parameter isMarked: Whether the text is the result of ``bold(_:)`` or a similar function, and thus already escaped.
    mutating func line(_ line: String, isMarked: Bool = false) {
        let escaped = isMarked ? line : Self.escaped(line.replacing("\n", with: " "))
        text += Self.protected(escaped) + "\n"
    }

    /// Appends a marked-up tag and its description.
    mutating func entry(_ tag: String, _ description: String) {
        text += ".TP\n"
        line(tag, isMarked: true)
        line(description)
    }

    mutating func verbatim(_ lines: [String]) {
        text += ".PP\n.nf\n.RS 4\n"
        for line in lines { self.line(line) }
        text += ".RE\n.fi\n"
    }

    func bold(_ text: String) -> String { "\\fB\(Self.escaped(text))\\fR" }
    func italic(_ text: String) -> String { "\\fI\(Self.escaped(text))\\fR" }

    /// Escapes backslashes, and dashes and quotes that would become typographic ones.
    private static func escaped(_ text: String) -> String {
        var result = ""
        for character in text {
            switch character {
            case "\\": result += "\\e"
            case "-": result += "\\-"
            case "'": result += "\\(aq"
            case "`": result += "\\(ga"
            case "\"": result += "\\(dq"
            case "^": result += "\\(ha"
            case "~": result += "\\(ti"
            case "…": result += "..."
            default: result.append(character)
            }
        }
        return result
    }

    /// Protects a line that begins with a dot or a quote, which would be a request.
    private static func protected(_ line: String) -> String {
        line.hasPrefix(".") || line.hasPrefix("'") ? "\\&" + line : line
    }
}
