import ByteText
import HTTP
import OpenSSL

/// A person who has signed in at the admin listener with a token: what their cookie holds, sealed.
struct AdminSession: Sendable, Equatable {
    /// After how many seconds without a request it ends.
    static let idle: Int64 = 1_800
    /// After how many seconds it ends in any case.
    static let longest: Int64 = 43_200
    /// How old the last use that the cookie states may be before another cookie replaces it, in seconds.
    static let renewal: Int64 = 60
    private static let version: UInt8 = 1
    private static let formTokenCount = 16

    /// The SHA-256 of the token: the session ends when no list has it any more.
    var digest: [UInt8]
    /// What each form of the session's pages has to send.
    var formToken: [UInt8] = SecureRandom.bytes(count: formTokenCount)
    /// When it began, in seconds since the epoch.
    var began: Int64
    /// When it was used last, as far as the cookie knows.
    var used: Int64
    /// Whether its cookie is sent over TLS alone.
    var isSecure: Bool
    /// Host and port that it was begun at: browsers send a cookie to every port of a host.
    var authority: [UInt8]

    /// A session that begins now.
    init(digest: [UInt8], at now: Int64, authority: [UInt8], isSecure: Bool) {
        (self.digest, self.authority, self.isSecure) = (digest, authority, isSecure)
        (began, used) = (now, now)
    }

    func isOver(at now: Int64) -> Bool {
        now - used > Self.idle || now - began > Self.longest || now < began - Self.renewal
    }

    func isDueForRenewal(at now: Int64) -> Bool { now - used >= Self.renewal }
}

// MARK: - As bytes

extension AdminSession {
    /// The bytes that are sealed.
    var bytes: [UInt8] {
        var bytes: [UInt8] = [Self.version, isSecure ? 1 : 0]
        for number in [began, used] {
            for shift in stride(from: 56, through: 0, by: -8) {
                bytes.append(UInt8(truncatingIfNeeded: number >> Int64(shift)))
            }
        }
        return bytes + formToken + digest + authority
    }

    /// Reads what ``bytes`` wrote; nil for anything else.
    init?(bytes: [UInt8]) {
        let fixed = 18 + Self.formTokenCount + Digest.sha256Count
        guard bytes.count >= fixed, bytes[0] == Self.version else { return nil }
        func number(_ start: Int) -> Int64 { bytes[start..<start + 8].reduce(0) { $0 << 8 | Int64($1) } }
        isSecure = bytes[1] == 1
        (began, used) = (number(2), number(10))
        formToken = Array(bytes[18..<18 + Self.formTokenCount])
        digest = Array(bytes[18 + Self.formTokenCount..<fixed])
        authority = Array(bytes[fixed...])
    }
}
