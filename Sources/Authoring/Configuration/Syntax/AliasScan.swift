/// Finds what looks like aliases (`*name`) before the document is composed.
///
/// Yams compares the keys of a mapping, and a key may be an alias of an alias of an alias: a few lines would keep it
/// busy for years. The scan ignores quotes and blocks, and so counts too many; the limit allows for that.
enum AliasScan {
    /// The place of the first alias beyond the limit, or nil.
    static func mark(ofAlias limit: Int, in text: String) -> SourceMark? {
        guard text.utf8.contains(UInt8(ascii: "*")) else { return nil }
        var count = 0
        var mark = SourceMark(line: 1, column: 1)
        // The last character that is not a blank; a value starts after one of these.
        var previous: Unicode.Scalar = "\n"
        var awaited = false
        for scalar in text.unicodeScalars {
            if awaited, isNameCharacter(scalar) {
                count += 1
                if count > limit { return SourceMark(line: mark.line, column: mark.column - 1) }
            }
            awaited = scalar == "*" && "\n:-,[{?".unicodeScalars.contains(previous)
            mark =
                scalar == "\n"
                ? SourceMark(line: mark.line + 1, column: 1) : SourceMark(line: mark.line, column: mark.column + 1)
            if scalar != " ", scalar != "\t" { previous = scalar }
        }
        return nil
    }

    private static func isNameCharacter(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar {
        case "a"..."z", "A"..."Z", "0"..."9", "-", "_": true
        default: false
        }
    }
}
