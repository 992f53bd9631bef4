import ByteText
import HTTP
import OpenSSL

/// The session of a user who has signed in at the admin listener, with a token or at the identity provider; sealed in their
/// cookie.
package struct AdminSession: Sendable, Equatable {
    /// The holder of a session.
    enum Holder: Sendable, Equatable {
        /// The holder of a token, by its SHA-256. The session ends when the token is on no list any more.
        case token([UInt8])
        /// A user of the identity provider. The session ends when none of their groups has a role any more.
        case person(Identity)
    }

    /// The idle timeout, in seconds.
    static let idle: Int64 = 1_800
    /// The maximum lifetime, in seconds.
    static let longest: Int64 = 43_200
    /// The age of the last use at which the cookie is renewed, in seconds.
    static let renewal: Int64 = 60
    private static let tokenVersion: UInt8 = 1
    private static let personVersion: UInt8 = 2
    private static let formTokenCount = 16

    /// The holder.
    var holder: Holder
    /// The token that each form of the session's pages must send.
    var formToken: [UInt8] = SecureRandom.bytes(count: formTokenCount)
    /// The start of the session, in seconds since the epoch.
    var began: Int64
    /// The last use, as recorded in the cookie.
    var used: Int64
    /// Whether its cookie is sent over TLS only.
    var isSecure: Bool
    /// The host and port of the sign-in: browsers send a cookie to every port of a host.
    var authority: [UInt8]

    /// Creates a session that begins now.
    init(_ holder: Holder, at now: Int64, authority: [UInt8], isSecure: Bool) {
        (self.holder, self.authority, self.isSecure) = (holder, authority, isSecure)
        (began, used) = (now, now)
    }

    /// - Parameter longest: The maximum lifetime, in seconds.
    func isOver(at now: Int64, longest: Int64 = longest) -> Bool {
        now - used > Self.idle || now - began > longest || now < began - Self.renewal
    }

    package func isDueForRenewal(at now: Int64) -> Bool { now - used >= Self.renewal }
}

// MARK: - Serialization

extension AdminSession {
    /// The serialized session, which is sealed.
    var bytes: [UInt8] {
        var writer = SessionWriter()
        switch holder {
        case .token(let digest):
            write(Self.tokenVersion, to: &writer)
            writer.bytes += digest
        case .person(let person):
            write(Self.personVersion, to: &writer)
            writer.write(person.client)
            writer.write(UInt64(person.groups.count))
            person.groups.forEach { writer.write($0) }
            for text in [person.subject, person.name] {
                writer.write(UInt64(text.utf8.count))
                writer.bytes += text.utf8
            }
        }
        return writer.bytes + authority
    }

    private func write(_ version: UInt8, to writer: inout SessionWriter) {
        writer.bytes += [version, isSecure ? 1 : 0]
        writer.write(UInt64(bitPattern: began))
        writer.write(UInt64(bitPattern: used))
        writer.bytes += formToken
    }

    /// Parses the output of ``bytes``; `nil` if malformed.
    init?(bytes: [UInt8]) {
        var reader = SessionReader(bytes[...])
        guard let head = reader.read(2), let began = reader.number(), let used = reader.number(),
            let formToken = reader.read(Self.formTokenCount)
        else { return nil }
        switch head[0] {
        case Self.tokenVersion:
            guard let digest = reader.read(Digest.sha256Count) else { return nil }
            holder = .token(digest)
        case Self.personVersion:
            guard let person = reader.person() else { return nil }
            holder = .person(person)
        default: return nil
        }
        (isSecure, self.formToken, authority) = (head[1] == 1, formToken, Array(reader.rest))
        (self.began, self.used) = (Int64(bitPattern: began), Int64(bitPattern: used))
    }
}

/// Writes numbers in eight bytes each, in network byte order.
private struct SessionWriter {
    var bytes: [UInt8] = []

    mutating func write(_ number: UInt64) {
        for shift in stride(from: 56, through: 0, by: -8) {
            bytes.append(UInt8(truncatingIfNeeded: number >> UInt64(shift)))
        }
    }
}

/// Reads the output of ``SessionWriter``.
private struct SessionReader {
    private(set) var rest: ArraySlice<UInt8>

    init(_ bytes: ArraySlice<UInt8>) { rest = bytes }

    mutating func read(_ count: Int) -> [UInt8]? {
        guard count >= 0, count <= rest.count else { return nil }
        defer { rest = rest.dropFirst(count) }
        return Array(rest.prefix(count))
    }

    mutating func number() -> UInt64? { read(8).map { $0.reduce(0) { $0 << 8 | UInt64($1) } } }

    private mutating func text() -> String? {
        number().flatMap { Int(exactly: $0) }.flatMap { read($0) }.map { String(decoding: $0, as: UTF8.self) }
    }

    mutating func person() -> Identity? {
        guard let client = number(), let count = number(), count <= UInt64(rest.count) / 8 else { return nil }
        let groups = (0..<count).compactMap { _ in number() }
        guard let subject = text(), let name = text() else { return nil }
        return Identity(subject: subject, name: name, groups: groups, client: client)
    }
}
