import ByteText
import WebAddress

/// Parses a text and holds the parts as strings, so that tests can compare them.
struct Parsed: Equatable {
    var text: String
    var scheme: Scheme
    var host: String
    var port: UInt16?
    var path: String
    var query: String?
    var fragment: String?
    /// Whether the parts are ranges of the input.
    var isInPlace: Bool

    init(_ input: String) throws(WebAddressFault) { try self.init(bytes: Array(input.utf8)) }

    init(bytes: [UInt8]) throws(WebAddressFault) {
        var arena = ByteArena()
        arena.append("before")
        let range = arena.append(bytes.span)
        let mark = arena.count
        let address: WebAddress
        do throws(WebAddressFault) {
            address = try WebAddress.parse(range, in: &arena)
        } catch {
            precondition(arena.count == mark, "a fault left bytes behind")
            throw error
        }
        isInPlace = arena.count == mark
        precondition(!isInPlace || address.text == range, "in place means the input itself")
        text = arena.string(address.text)
        scheme = address.scheme
        host = arena.string(address.host)
        port = address.port
        path = arena.string(address.path)
        query = address.query.map { arena.string($0) }
        fragment = address.fragment.map { arena.string($0) }
    }

    /// The parts joined again.
    var joined: String {
        let authorityEnd = text.dropFirst(text.prefix { $0 != ":" }.count + 3).prefix { !"/?#".contains($0) }.endIndex
        return text[..<authorityEnd] + path + (query.map { "?" + $0 } ?? "") + (fragment.map { "#" + $0 } ?? "")
    }
}
