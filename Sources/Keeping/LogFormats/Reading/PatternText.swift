import ByteText

/// Log patterns of nginx or Apache, bare or in the configuration directive that defines them.
enum PatternText {
    /// The pattern in nginx's syntax; `nil` if the text is not a pattern.
    static func pattern(of text: String) throws(LogFormatFault) -> String? {
        let trimmed = Array(text.utf8).trimmed
        let bare = try Directive(trimmed)?.pattern ?? trimmed
        if bare.contains(UInt8(ascii: "$")) { return String(decoding: bare, as: UTF8.self) }
        guard bare.contains(UInt8(ascii: "%")) else {
            guard bare.count < trimmed.count else { return nil }
            throw LogFormatFault(
                "the pattern \(String(decoding: bare, as: UTF8.self)) has no variables, such as $request or %r")
        }
        try refuseOthers(String(decoding: bare, as: UTF8.self))
        return try ApachePattern(bare).pattern
    }

    /// Rejects patterns of HAProxy and Envoy, whose percent signs have other meanings, with an explanation.
    private static func refuseOthers(_ text: String) throws(LogFormatFault) {
        if ["%REQ(", "%START_TIME", "%RESPONSE_CODE%", "%DOWNSTREAM_"].contains(where: text.contains) {
            throw LogFormatFault(
                "this is Envoy's format string; write it with nginx's variables, as in "
                    + "'[$time_iso8601] \"$request\" $status \"$http_user_agent\"', or let Envoy log JSON and use json")
        }
        if ["%ci", "%cp", "%ST", "%tr", "%TR", "%ft", "%HM", "%HU", "%[", "%{+Q}"].contains(where: text.contains) {
            throw LogFormatFault(
                "this is HAProxy's log-format; if it is option httplog, use haproxy, or haproxy:host|user-agent with the names of the "
                    + "captured fields; otherwise write it with nginx's variables, as in "
                    + "'$remote_addr:$remote_port [$time_local] \"$request\" $status'")
        }
    }
}

/// nginx's `log_format name 'pattern' …;` or Apache's `LogFormat "pattern" name`, as in the configuration.
private struct Directive {
    let pattern: [UInt8]

    /// `nil` if the text is not a directive.
    init?(_ text: [UInt8]) throws(LogFormatFault) {
        let isBare = text.first == UInt8(ascii: "'")
        let name = isBare ? "" : String(decoding: text.prefix { $0 > 0x20 }, as: UTF8.self).lowercased()
        guard isBare || ["log_format", "logformat", "customlog"].contains(name) else { return nil }
        let pieces = try Self.quoted(Array(text.dropFirst(name.utf8.count)))
        guard let first = pieces.first, let last = pieces.last else {
            throw LogFormatFault("\(name) has no pattern in quotes; give the whole directive, or the pattern alone")
        }
        // nginx concatenates its pieces. Apache has the file before the pattern, or the name after it.
        pattern = name == "logformat" ? first : name == "customlog" ? last : pieces.reduce([], +)
    }

    /// The quoted texts, with their escapes undone.
    private static func quoted(_ text: [UInt8]) throws(LogFormatFault) -> [[UInt8]] {
        var pieces: [[UInt8]] = []
        var index = 0
        while index < text.count {
            let quote = text[index]
            index += 1
            guard quote == UInt8(ascii: "'") || quote == UInt8(ascii: "\"") else { continue }
            var piece: [UInt8] = []
            while index < text.count, text[index] != quote {
                piece.append(text.unescaped(&index))
            }
            guard index < text.count else { throw LogFormatFault("the pattern has an unterminated quote") }
            index += 1
            pieces.append(piece)
        }
        return pieces
    }
}

/// Apache's `%h %l %u %t "%r" %>s %b`, translated to nginx's variables.
private struct ApachePattern {
    private var bytes: [UInt8] = []

    var pattern: String { String(decoding: bytes, as: UTF8.self) }

    /// The nginx variables for the known directives, by letter.
    private static let variables: [UInt8: String] = [
        UInt8(ascii: "h"): "remote_addr", UInt8(ascii: "a"): "remote_addr", UInt8(ascii: "r"): "request",
        UInt8(ascii: "s"): "status", UInt8(ascii: "m"): "request_method", UInt8(ascii: "U"): "uri_path",
        UInt8(ascii: "q"): "query_string", UInt8(ascii: "v"): "server_name", UInt8(ascii: "V"): "host",
    ]

    init(_ text: [UInt8]) throws(LogFormatFault) {
        var index = 0
        while index < text.count {
            if text[index] == UInt8(ascii: "%") { try read(text, &index) } else { bytes.append(text.unescaped(&index)) }
        }
    }

    /// Translates the directive at an index: a percent sign, modifiers, a name in braces, a letter.
    private mutating func read(_ text: [UInt8], _ index: inout Int) throws(LogFormatFault) {
        let start = index
        index += 1
        while index < text.count, text[index].isDigit || ",!<>".utf8.contains(text[index]) { index += 1 }
        var name = ""
        if index < text.count, text[index] == UInt8(ascii: "{") {
            let end = text[index...].firstIndex(of: UInt8(ascii: "}")) ?? text.count
            name = String(decoding: text[index + 1..<end], as: UTF8.self).lowercased().replacing("-", with: "_")
            index = end + 1
        }
        guard index < text.count, text[index].isAlpha || text[index] == UInt8(ascii: "%") else {
            throw LogFormatFault("the pattern has a % without a directive of Apache's LogFormat at byte \(start + 1)")
        }
        let letter = text[index]
        index += 1
        // The path and the query form one target.
        if letter == UInt8(ascii: "U"), text[index...].starts(with: "%q".utf8) {
            index += 2
            return bytes += Array("${target}".utf8)
        }
        bytes += Array(Self.variable(letter, name).utf8)
    }

    private static func variable(_ letter: UInt8, _ name: String) -> String {
        switch letter {
        case UInt8(ascii: "%"): return "%"
        case UInt8(ascii: "t") where name.isEmpty: return "[${time_local}]"
        case UInt8(ascii: "t") where ["sec", "msec", "usec", "%s"].contains(name): return "${msec}"
        case UInt8(ascii: "i"): return "${http_\(name)}"
        case UInt8(ascii: "o"): return "${sent_http_\(name)}"
        default: return "${\(variables[letter] ?? "apache_\(Character(Unicode.Scalar(letter)))")}"
        }
    }
}

extension [UInt8] {
    /// The byte at an index, or that of the escape that begins there: a quote, a backslash, a tab.
    fileprivate func unescaped(_ index: inout Int) -> UInt8 {
        defer { index += 1 }
        guard self[index] == UInt8(ascii: "\\"), index + 1 < count else { return self[index] }
        switch self[index + 1] {
        case UInt8(ascii: "\""), UInt8(ascii: "'"), UInt8(ascii: "\\"): index += 1
        case UInt8(ascii: "t"):
            index += 1
            return 0x09
        default: break
        }
        return self[index]
    }

    /// Without surrounding spaces and line ends.
    fileprivate var trimmed: [UInt8] {
        let start = firstIndex { $0 > 0x20 } ?? count
        let end = (lastIndex { $0 > 0x20 } ?? -1) + 1
        return Array(self[start..<Swift.max(start, end)])
    }
}
