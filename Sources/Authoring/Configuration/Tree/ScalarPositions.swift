/// The position in the file of each byte of a scalar's value.
///
/// The value is aligned with its source text. Blanks and line breaks, which folding and indentation change, are matched
/// run by run; everything else must be the same character, or an escape of it. If alignment fails (an escape that is
/// not supported here), there are no positions, and messages refer to the scalar's start.
struct ScalarPositions {
    /// One mark for each byte of the value, and one for its end.
    private let marks: [SourceMark]

    init?(of node: ConfigurationNode, in file: SourceFile) {
        guard let value = node.textValue, let start = node.mark else { return nil }
        var aligner = ScalarAligner(file: file, style: node.style, start: start)
        guard let marks = aligner.align(value) else { return nil }
        self.marks = marks
    }

    /// The position of a byte of the value; past the end, the position after its last byte.
    func mark(at offset: Int) -> SourceMark {
        marks[max(0, min(offset, marks.count - 1))]
    }
}

/// Walks the file's text in parallel with the value.
private struct ScalarAligner {
    private let file: SourceFile
    private let style: ScalarStyle
    /// The line, from 1, as in marks.
    private var line: Int
    /// The column, from 0.
    private var column: Int
    /// The text of line ``line``.
    private var text: [Unicode.Scalar]

    init(file: SourceFile, style: ScalarStyle, start: SourceMark) {
        self.file = file
        self.style = style
        line = start.line
        column = start.column - 1
        text = Self.text(of: line, in: file)
        switch style {
        case .plain: break
        case .singleQuoted, .doubleQuoted: column += 1
        case .literal, .folded:
            // The rest of the first line is the block's header.
            line += 1
            column = 0
            text = Self.text(of: line, in: file)
        }
    }

    private static func text(of line: Int, in file: SourceFile) -> [Unicode.Scalar] {
        file.line(line).map { Array($0.unicodeScalars) } ?? []
    }

    mutating func align(_ value: String) -> [SourceMark]? {
        let scalars = Array(value.unicodeScalars)
        var marks: [SourceMark] = []
        var index = 0
        if style == .literal || style == .folded, scalars.first.map(isBlank) == false { skipBlanks() }
        while index < scalars.count {
            if isBlank(scalars[index]) {
                let run = scalars[index...].prefix(while: isBlank)
                appendBlanks(run, to: &marks)
                index += run.count
            } else {
                let mark = here
                guard consume(scalars[index]) else { return nil }
                append(mark, for: scalars[index], to: &marks)
                index += 1
            }
        }
        marks.append(here)
        return marks
    }

    private var here: SourceMark { SourceMark(line: line, column: column + 1) }

    private var next: Unicode.Scalar? {
        guard line <= file.lineCount else { return nil }
        return column < text.count ? text[column] : "\n"
    }

    private func isBlank(_ scalar: Unicode.Scalar) -> Bool {
        scalar == " " || scalar == "\n" || scalar == "\t" || scalar == "\r"
    }

    private mutating func step() {
        column += 1
        if column > text.count {
            line += 1
            column = 0
            text = Self.text(of: line, in: file)
        }
    }

    private mutating func skipBlanks() {
        while let scalar = next, isBlank(scalar) { step() }
    }

    /// A run of blanks in the value matches one in the source. Each byte gets the position of its own blank, for as
    /// many as the source has.
    private mutating func appendBlanks(_ run: ArraySlice<Unicode.Scalar>, to marks: inout [SourceMark]) {
        for scalar in run {
            let mark = here
            if style == .doubleQuoted, next == "\\" {
                _ = consume(scalar)
            } else if let scalar = next, isBlank(scalar) {
                step()
            }
            append(mark, for: scalar, to: &marks)
        }
        if style != .doubleQuoted || next != "\\" { skipBlanks() }
    }

    private func append(_ mark: SourceMark, for scalar: Unicode.Scalar, to marks: inout [SourceMark]) {
        for _ in 0..<UTF8.width(scalar) { marks.append(mark) }
    }

    /// Consumes the source of one scalar of the value. Returns `false` if it doesn't match.
    private mutating func consume(_ scalar: Unicode.Scalar) -> Bool {
        guard let found = next else { return false }
        if style == .doubleQuoted, found == "\\" { return consumeEscape(of: scalar) }
        guard found == scalar else { return false }
        step()
        if style == .singleQuoted, scalar == "'", next == "'" { step() }
        return true
    }

    private mutating func consumeEscape(of scalar: Unicode.Scalar) -> Bool {
        step()
        guard let escape = next else { return false }
        let digits = ["x": 2, "u": 4, "U": 8][escape] ?? 0
        let meant: Unicode.Scalar? =
            digits > 0 ? nil : ["n": "\n", "t": "\t", "r": "\r", "0": "\0", "e": "\u{1B}"][escape] ?? escape
        guard digits > 0 || meant == scalar else { return false }
        for _ in 0...digits { step() }
        return true
    }
}
