import ByteText

/// The meaningful fields of one line: for each role, the one with the best name. Each worker has its own.
struct FieldChoice {
    private struct Chosen {
        var role: FieldRole
        var rank: Int
        var text: TextRange
        var isEscaped: Bool
    }

    private var chosen: [Chosen] = []

    mutating func reset() {
        chosen.removeAll(keepingCapacity: true)
    }

    /// Adds a field, unless the role has one with a better name.
    mutating func add(_ meaning: FieldNames.Meaning, _ text: TextRange, isEscaped: Bool) {
        let field = Chosen(role: meaning.role, rank: meaning.rank, text: text, isEscaped: isEscaped)
        for index in chosen.indices where chosen[index].role == meaning.role {
            if meaning.rank < chosen[index].rank { chosen[index] = field }
            return
        }
        chosen.append(field)
    }

    /// Writes all of them into the record.
    func put(into record: inout LogRecord, _ arena: inout ByteArena, _ writer: inout RecordWriter) {
        let hasTarget = chosen.contains { $0.role == .target || $0.role == .path }
        for field in chosen {
            // nginx's `$request` repeats `$request_uri`; Caddy uses the name for an object.
            if field.role == .request, hasTarget, chosen.contains(where: { $0.role == .method }) { continue }
            let text = field.isEscaped ? BackslashUnescaping.unescape(field.text, in: &arena) : field.text
            writer.put(text, as: field.role, into: &record, &arena)
        }
    }
}
