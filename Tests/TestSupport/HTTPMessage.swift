import Foundation

/// A server's response.
public struct HTTPAnswer: Sendable {
    public struct Malformed: Error, CustomStringConvertible {
        public var description: String
    }

    public var status: Int
    public var fields: [(name: String, value: String)]
    public var body: String

    /// The value of a field; `nil` if it is absent or repeated.
    public subscript(name: String) -> String? {
        let found = fields.filter { $0.name.lowercased() == name.lowercased() }
        return found.count == 1 ? found[0].value : nil
    }

    /// Reads a status line and fields, without the body.
    public init(head: String) throws {
        let lines = head.components(separatedBy: "\r\n")
        let words = lines[0].split(separator: " ")
        guard words.count >= 2, words[0] == "HTTP/1.1", let status = Int(words[1]) else {
            throw Malformed(description: "no status line: \(lines[0])")
        }
        (self.status, fields, body) = (status, [], "")
        for line in lines.dropFirst() {
            guard let colon = line.firstIndex(of: ":") else { throw Malformed(description: "no field: \(line)") }
            let value = line[line.index(after: colon)...].trimmingCharacters(in: .whitespaces)
            fields.append((String(line[..<colon]), value))
        }
    }

    /// Reads the bytes of one response, whose body has the length in `Content-Length`; a response to HEAD has none.
    public init(parsing bytes: [UInt8], toHead isHead: Bool = false) throws {
        guard let end = bytes.indices.first(where: { bytes[$0...].starts(with: Array("\r\n\r\n".utf8)) }) else {
            throw Malformed(description: "no end of the fields in \(bytes.count) bytes")
        }
        try self.init(head: String(decoding: bytes[..<end], as: UTF8.self))
        let rest = bytes[(end + 4)...]
        let length = isHead ? 0 : Int(self["Content-Length"] ?? "0") ?? 0
        guard rest.count == length else {
            throw Malformed(description: "a body of \(rest.count) bytes, of which \(length) were announced")
        }
        body = String(decoding: rest, as: UTF8.self)
    }
}

/// Requests as text.
public enum HTTPRequest {
    /// A request with any method, and an optional body.
    public static func text(
        _ target: String, method: String = "GET", host: String, fields: [String: String] = [:], body: String = ""
    ) -> String {
        var text = "\(method) \(target) HTTP/1.1\r\nHost: \(host)\r\n"
        for (name, value) in fields.sorted(by: { $0.key < $1.key }) { text += "\(name): \(value)\r\n" }
        if !body.isEmpty { text += "Content-Length: \(body.utf8.count)\r\n" }
        return text + "\r\n" + body
    }

    /// The host and the request target of a full link.
    public static func place(of link: String) -> (host: String, target: String) {
        let rest = link.drop { $0 != ":" }.dropFirst(3)
        let slash = rest.firstIndex { $0 == "/" || $0 == "?" } ?? rest.endIndex
        return (String(rest[..<slash]), String(rest[slash...]))
    }
}
