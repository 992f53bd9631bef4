import ByteText
import OpenSSL

/// The record of a session that was ended by signing out. It contains nothing that opens a session.
struct EndedSession: Hashable, Sendable {
    private static let idCount = 16

    /// A digest of the session's form token, which does not change if its cookie is renewed.
    let id: [UInt8]
    /// A digest of the session's holder.
    let holder: UInt64
    /// When all copies of its cookie have expired, in seconds since the epoch.
    let end: Int64

    init(_ session: AdminSession) {
        id = Array(Digest.sha256(session.formToken.span).prefix(Self.idCount))
        // The upper bound of a session's lifetime, even if a reload changes the setting.
        end = session.began + AdminSession.longest
        switch session.holder {
        case .token(let digest): holder = Digest.sha256Start(digest.span)
        case .person(let person): holder = Digest.sha256Start(Array("\(person.client) \(person.subject)".utf8).span)
        }
    }

    /// Parses the output of ``line``; `nil` if malformed.
    init?(line: Substring) {
        let words = line.split(separator: " ").map(String.init)
        guard words.count == 3, let id = Hexadecimal.bytes(words[0]), id.count == Self.idCount,
            let holder = UInt64(words[1], radix: 16), let end = Int64(words[2])
        else { return nil }
        (self.id, self.holder, self.end) = (id, holder, end)
    }

    /// The record as a line of a file, without the line break.
    var line: String { "\(Hexadecimal.text(id)) \(String(holder, radix: 16)) \(end)" }
}
