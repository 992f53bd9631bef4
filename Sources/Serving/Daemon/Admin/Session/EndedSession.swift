import ByteText
import OpenSSL

/// A session that was ended by signing out, as it is remembered: nothing of it opens a session.
struct EndedSession: Hashable, Sendable {
    private static let idCount = 16

    /// A digest of the session's form token, which stays the same if its cookie is renewed.
    let id: [UInt8]
    /// A digest of whose session it was.
    let holder: UInt64
    /// When every copy of its cookie is over anyway, in seconds since the epoch.
    let end: Int64

    init(_ session: AdminSession) {
        id = Array(Digest.sha256(session.formToken.span).prefix(Self.idCount))
        // Longer than people's sessions last, whatever a reload makes of the setting.
        end = session.began + AdminSession.longest
        switch session.holder {
        case .token(let digest): holder = Digest.sha256Start(digest.span)
        case .person(let person): holder = Digest.sha256Start(Array("\(person.client) \(person.subject)".utf8).span)
        }
    }

    /// Reads what ``line`` wrote; `nil` for anything else.
    init?(line: Substring) {
        let words = line.split(separator: " ").map(String.init)
        guard words.count == 3, let id = Hexadecimal.bytes(words[0]), id.count == Self.idCount,
            let holder = UInt64(words[1], radix: 16), let end = Int64(words[2])
        else { return nil }
        (self.id, self.holder, self.end) = (id, holder, end)
    }

    /// The session as a line of a file, without its end.
    var line: String { "\(Hexadecimal.text(id)) \(String(holder, radix: 16)) \(end)" }
}
