import ByteText
import Testing

@testable import Terminal

/// Colours, and tables that fit the terminal.
@Suite("output on a terminal")
struct TerminalTests {
    /// The arguments, the variables, whether it is a terminal; whether colours are used.
    private static let choices: [([String], [String: String], Bool, Bool)] = [
        ([], [:], true, true), ([], [:], false, false),
        ([], ["NO_COLOR": "1"], true, false), ([], ["NO_COLOR": ""], true, true),
        ([], ["TERM": "dumb"], true, false), ([], ["TERM": "xterm"], true, true),
        ([], ["CLICOLOR_FORCE": "1"], false, true), ([], ["CLICOLOR_FORCE": "0"], false, false),
        ([], ["CLICOLOR_FORCE": "1", "NO_COLOR": "1"], true, false),
        (["--color", "always"], ["NO_COLOR": "1"], false, true), (["--color=always"], [:], false, true),
        (["--color", "never"], ["CLICOLOR_FORCE": "1"], true, false), (["--color", "auto"], [:], true, true),
        (["--color", "blue"], [:], true, true), (["--color"], [:], true, true),
        // After the end of options it is an ordinary argument.
        (["--", "--color", "never"], [:], true, true),
    ]

    @Test("colours: the flag, then NO_COLOR, CLICOLOR_FORCE, TERM", arguments: choices)
    func colours(_ arguments: [String], _ variables: [String: String], _ isTerminal: Bool, _ isOn: Bool) {
        #expect(ColorChoice(in: arguments).isOn(isTerminal: isTerminal, variables: variables) == isOn)
    }

    @Test("styles are codes only if there are colours; text never controls a terminal")
    func styles() {
        let line = [StyledText("error: ", .error), StyledText("a\u{1B}[31mb\nc"), StyledText("", .good)]
        let coloured = Terminal(isTerminal: true, width: 80, hasColours: true)
        #expect(coloured.rendered([line]) == "\u{1B}[1;31merror: \u{1B}[0ma\\x1b[31mb c\n")
        let plain = Terminal(isTerminal: false, width: 80, hasColours: false)
        #expect(plain.rendered([line]) == "error: a\\x1b[31mb c\n")
    }

    @Test("a message is one line whatever it quotes, and of several lines only if it was made so")
    func messages() {
        #expect(Output.oneLine("a\nerror: b\r\u{1B}[2J\u{85}c") == #"a\nerror: b\xd\x1b[2J\x85c"#)
        #expect(Failure("a\nb").message == #"a\nb"# && Refusal("a\nb").message == #"a\nb"#)
        #expect(Failure(lines: ["a\nb", "c"]).message == "a\\nb\nc")
    }

    private static func text(_ lines: [[StyledText]]) -> [String] { lines.map { $0.map(\.text).joined() } }

    private static func table(_ rows: [[String]]) -> TextTable {
        var table = TextTable([
            TextTable.Column(title: "LINK"), TextTable.Column(title: "TO", gives: true),
            TextTable.Column(title: "NAME"), TextTable.Column(title: "COUNT", isNumber: true),
        ])
        for row in rows { table.add(row) }
        return table
    }

    @Test("a table has columns as wide as what is in them, and none that are empty")
    func columns() {
        let table = Self.table([["a", "https://b/", "", "5"], ["long", "c", "", "1234"]])
        #expect(
            Self.text(table.lines(width: nil, withTitles: false)) == [
                "a     https://b/     5", "long  c           1234",
            ])
        #expect(
            Self.text(table.lines(width: 80, withTitles: true)) == [
                "LINK  TO          COUNT", "a     https://b/      5", "long  c            1234",
            ])
        #expect(TextTable([TextTable.Column(title: "A")]).lines(width: 80, withTitles: true).isEmpty)
    }

    @Test("wide characters take two columns, and a narrow terminal cuts the column that gives")
    func widths() {
        let table = Self.table([["東京", "https://www.example.com/a/long/path", "é", "1"], ["ab", "x", "n", "2"]])
        let lines = Self.text(table.lines(width: 32, withTitles: false))
        #expect(lines.allSatisfy { $0.columnWidth == lines[0].columnWidth && $0.columnWidth <= 32 }, "\(lines)")
        #expect(lines[0].hasPrefix("東京  https://www.") && lines[0].contains("…") && lines[1].hasPrefix("ab    x "))
        // Nothing is truncated in a pipe.
        #expect(Self.text(table.lines(width: nil, withTitles: false))[0].contains("/a/long/path"))
    }

    @Test("cells of clients have no line ends and no controls")
    func cells() {
        let table = Self.table([["a\nb\u{7}", "x", "", ""]])
        #expect(Self.text(table.lines(width: nil, withTitles: false)) == ["a b\\x7  x"])
    }
}
