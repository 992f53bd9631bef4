import ByteText

/// A pattern in the syntax of nginx's `log_format`: variables, and the text between them.
public struct PatternSchema: Sendable {
    private struct Piece: Sendable {
        /// `nil` if no decision depends on the variable.
        var meaning: FieldNames.Meaning?
        /// The text after the variable; empty at the end.
        var literal: [UInt8]
    }

    private let prefix: [UInt8]
    private let pieces: [Piece]
    /// The names of the variables that are not read.
    let unread: [String]

    /// Reads a pattern such as `$remote_addr [$time_local] "$request"`.
    init(_ pattern: String) throws(LogFormatFault) {
        var parts: [(name: [UInt8], literal: [UInt8])] = [([], [])]
        let bytes = Array(pattern.utf8)
        var index = 0
        while index < bytes.count {
            guard bytes[index] == UInt8(ascii: "$") else {
                parts[parts.count - 1].literal.append(bytes[index])
                index += 1
                continue
            }
            let isBraced = index + 1 < bytes.count && bytes[index + 1] == UInt8(ascii: "{")
            let start = index + (isBraced ? 2 : 1)
            var end = start
            while end < bytes.count, bytes[end].isAlphanumeric || bytes[end] == UInt8(ascii: "_") { end += 1 }
            guard end > start, !isBraced || end < bytes.count && bytes[end] == UInt8(ascii: "}") else {
                throw LogFormatFault("the pattern has a $ without a variable name at byte \(index + 1)")
            }
            if parts.count > 1, parts[parts.count - 1].literal.isEmpty {
                throw LogFormatFault(
                    "the pattern has two adjacent variables at byte \(index + 1); put a separator between them")
            }
            parts.append((bytes[start..<end].map(FieldNames.normalized), []))
            index = end + (isBraced ? 1 : 0)
        }
        prefix = parts[0].literal
        let all = parts.dropFirst().map { Piece(meaning: Self.meaning(of: $0.name), literal: $0.literal) }
        unread = zip(parts.dropFirst(), all).filter { $1.meaning == nil }.map { part, _ in
            String(decoding: part.name, as: UTF8.self)
        }
        pieces = Self.joiningPorts(all)
        guard pieces.contains(where: { $0.meaning.map { Self.holdsTarget($0.role) } ?? false }) else {
            throw LogFormatFault("the pattern needs $request or $request_uri, the request target")
        }
    }

    /// Combines an address and a port into one column, since a colon between them does not end an IPv6 address.
    private static func joiningPorts(_ pieces: [Piece]) -> [Piece] {
        var joined: [Piece] = []
        for piece in pieces {
            if let last = joined.last, let meaning = last.meaning, meaning.role == .ip, last.literal == [0x3A],
                piece.meaning == nil
            {
                joined[joined.count - 1] = Piece(
                    meaning: FieldNames.Meaning(role: .addressAndPort, rank: meaning.rank), literal: piece.literal)
            } else {
                joined.append(piece)
            }
        }
        return joined
    }

    /// nginx's `$uri` is decoded and rewritten; the original target is `$request_uri`.
    private static func meaning(of name: [UInt8]) -> FieldNames.Meaning? {
        String(decoding: name, as: UTF8.self) == "uri"
            ? FieldNames.Meaning(role: .path, rank: 9) : FieldNames.meaning(of: name)
    }

    private static func holdsTarget(_ role: FieldRole) -> Bool {
        role == .request || role == .target || role == .path
    }

    func read(
        _ line: TextRange, into record: inout LogRecord, _ arena: inout ByteArena, _ writer: inout RecordWriter,
        _ choice: inout FieldChoice
    ) throws(LineFault) {
        choice.reset()
        guard line.count >= prefix.count, arena[line[0..<prefix.count]].equals(prefix.span) else { throw .shape }
        var start = prefix.count
        for piece in pieces {
            var (end, isEscaped) = try Self.end(of: piece.literal, from: start, arena[line])
            if piece.meaning?.role == .ip { try Self.extend(&end, from: start, to: piece.literal, arena[line]) }
            if piece.literal.isEmpty, let word = Self.wordEnd(piece.meaning?.role, from: start, arena[line]) {
                end = word
            }
            if let meaning = piece.meaning { choice.add(meaning, line[start..<end], isEscaped: isEscaped) }
            start = end + piece.literal.count
        }
        choice.put(into: &record, &arena, &writer)
        while start < line.count, arena[line.start + start] == 0x20 { start += 1 }
        if start < line.count { writer.markRest(line[start..<Int(line.count)]) }
    }

    /// A list of addresses continues after each comma, even if a space ends the column.
    private static func extend(
        _ end: inout Int, from start: Int, to literal: [UInt8], _ line: Span<UInt8>
    ) throws(LineFault) {
        guard literal.first == 0x20 else { return }
        while end > start, line[end - 1] == UInt8(ascii: ",") {
            end = try Self.end(of: literal, from: end + 1, line).0
        }
    }

    /// The end of the last column if its value is a word and the line continues; `nil` if the column is the rest of the
    /// line.
    private static func wordEnd(_ role: FieldRole?, from start: Int, _ line: Span<UInt8>) -> Int? {
        switch role {
        case nil, .status, .ip, .host, .country, .method, .target, .path, .query:
            guard let blank = line.firstIndex(of: 0x20, from: start), blank > start else { return nil }
            return line[blank - 1] == UInt8(ascii: ",") ? nil : blank
        default: return nil
        }
    }

    /// The start of the text that ends a field; a quote after a backslash does not end one.
    private static func end(
        of literal: [UInt8], from start: Int, _ line: Span<UInt8>
    ) throws(LineFault) -> (Int, isEscaped: Bool) {
        guard let first = literal.first else {
            return (line.count, line.firstIndex(of: UInt8(ascii: "\\"), from: start) != nil)
        }
        var index = start
        var isEscaped = false
        while let found = line.firstIndex(of: first, or: UInt8(ascii: "\\"), from: index) {
            if line[found] == UInt8(ascii: "\\"), first != UInt8(ascii: "\\") {
                isEscaped = true
                index = found + 2
            } else if found + literal.count <= line.count,
                line.extracting(found..<found + literal.count).equals(literal.span)
            {
                return (found, isEscaped)
            } else {
                index = found + 1
            }
        }
        throw first == UInt8(ascii: "\"") ? .unclosed : .shape
    }
}
