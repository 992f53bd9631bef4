/// Writes a page in the language of man(7), with everything escaped that would be an instruction.
struct RoffWriter {
    private(set) var text = ""

    mutating func title(_ name: String, section: Int, source: String) {
        text += ".TH \"\(Self.escaped(name.uppercased()))\" \(section) \"\" \"\(Self.escaped(source))\"\n"
        // Nothing is hyphenated, and nothing adjusted: options and paths stay as they are typed.
        text += ".nh\n.ad l\n"
    }

    mutating func section(_ name: String) { text += ".SH \(name)\n" }

    mutating func paragraph(_ text: String) {
        self.text += ".PP\n"
        line(text)
    }

    /// A line.
    ///
    /// - Parameter isMarked: Whether the text is made of ``bold(_:)`` and its like, and so escaped.
    mutating func line(_ line: String, isMarked: Bool = false) {
        let escaped = isMarked ? line : Self.escaped(line.replacing("\n", with: " "))
        text += Self.protected(escaped) + "\n"
    }

    /// A tag that is marked, and its description.
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

    /// Backslashes, and dashes and quotes that would become typographic ones.
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

    /// A line that begins with a dot or a quote would be a request.
    private static func protected(_ line: String) -> String {
        line.hasPrefix(".") || line.hasPrefix("'") ? "\\&" + line : line
    }
}
