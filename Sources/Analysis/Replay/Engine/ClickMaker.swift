import ByteText
import LogFormats
import Routing

/// Builds a click request from a log line as the front builds one from an HTTP request: the link is `https://`, host,
/// target.
struct ClickMaker {
    /// The scheme and host for logs without host names; `nil` if no host was given.
    private let origin: [UInt8]?

    /// - Parameter host: The host for logs without host names.
    init(host: String?) {
        origin = host.map { Array("https://\($0)".utf8) }
    }

    /// Fills in the request. Returns the reason if there is nothing to decide, otherwise `nil`.
    func make(
        _ request: inout ClickRequest, of record: inout LogRecord, in arena: inout ByteArena
    ) -> Bypass? {
        if let method = record.method, !Self.isClick(method, in: arena) { return .method }
        guard let target = record.target else { return .noRequest }
        if ReservedPath.contains(arena[target]) { return .reservedPath }
        let mark = arena.count
        if let host = record.host {
            arena.append("https://")
            arena.append(copyOf: host)
        } else if let origin {
            record.host = arena.append(origin.span)[8..<origin.count]
        } else {
            return .unknownHost
        }
        arena.append(copyOf: target)
        request.link = arena.piece(from: mark)
        request.userAgent = record.userAgent
        request.referer = record.referer
        request.acceptLanguage = record.acceptLanguage
        request.hints = record.hints
        request.ip = record.ip
        request.country = record.country
        request.time = record.time
        return nil
    }

    private static func isClick(_ method: TextRange, in arena: borrowing ByteArena) -> Bool {
        let word = arena.bytes.shortWord(at: method.start, count: min(Int(method.count), 8))
        return method.count == 3 && word == get || method.count == 4 && word == head
    }

    /// `GET` and `HEAD` as integers, first byte lowest.
    private static let get: UInt64 = 0x54_4547
    private static let head: UInt64 = 0x4441_4548
}
