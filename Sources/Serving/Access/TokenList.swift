import ByteText
import Libevent
import OpenSSL
import Threads

/// The tokens and API keys that allow writing, as digests: the file reveals no secret.
///
/// One line each; `#` begins a comment:
///
///     NAME SHA-256 [key] [sites=A,B] [scopes=links.read,links.write,reload,backup] [rate=N/s|m|h]
///
/// The digest is that of the secret, in hexadecimal. A line without options is a token for everything but backups. `key`
/// makes it an API key, which may only create short links and is limited to 20 requests a second unless a rate is set.
public struct TokenList: Sendable {
    /// Why a tokens file is not accepted.
    public struct Fault: Error, Equatable {
        /// The line, from 1.
        public var line: Int
        /// A description of the problem, without any part of a digest.
        public var problem: String
    }

    private var entries: [(digest: [UInt8], credential: Credential)] = []

    /// The empty list, which allows no writing.
    public init() {}

    /// Reads the text of a tokens file.
    public init(parsing text: String) throws(Fault) {
        for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
            let words = line.prefix { $0 != "#" }.split(whereSeparator: \.isWhitespace)
            if words.isEmpty { continue }
            guard words.count >= 2, let digest = Self.digest(String(words[1])) else {
                throw Fault(line: index + 1, problem: "expected a name and a SHA-256 digest of 64 hexadecimal digits")
            }
            var credential = Credential(name: String(words[0]), .secret(digest: Hexadecimal.text(digest)))
            if entries.contains(where: { $0.credential.name == credential.name }) {
                throw Fault(line: index + 1, problem: "the name \(credential.name) is already used on a line above")
            }
            for word in words[2...] {
                if let problem = credential.parse(String(word)) { throw Fault(line: index + 1, problem: problem) }
            }
            if credential.kind == .key, credential.rate == nil { credential.rate = .ofKeys }
            entries.append((digest, credential))
        }
    }

    private static func digest(_ text: String) -> [UInt8]? {
        text.utf8.count == 64 ? Hexadecimal.bytes(text) : nil
    }

    /// This list, and those clients of another list whose names it does not contain.
    func joined(with other: TokenList) -> TokenList {
        var joined = self
        let names = Set(entries.map(\.credential.name))
        joined.entries += other.entries.filter { !names.contains($0.credential.name) }
        return joined
    }

    /// The clients on the list, in its order.
    public var credentials: [Credential] { entries.map(\.credential) }

    /// The tokens file's line for a new token or key.
    ///
    /// - Parameter options: As written in the file.
    public static func line(name: String, secret: String, options: [String] = []) -> String {
        ([name, digest(of: secret)] + options).joined(separator: " ") + "\n"
    }

    /// The stored form of a secret: its SHA-256 in hexadecimal.
    public static func digest(of secret: String) -> String {
        let bytes = Array(secret.utf8)
        return Digest.sha256Hex(bytes.span)
    }

    /// The text of a file without the lines of some names. Comments are kept.
    public static func removing(_ names: [String], from text: String) -> String {
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        return lines.filter { line in
            let name = line.prefix { $0 != "#" }.split(whereSeparator: \.isWhitespace).first
            return !names.contains { $0 == name ?? "" }
        }.joined(separator: "\n")
    }

    /// A new secret: 32 random bytes in hexadecimal after a prefix for secret scanners, `fpt_` for a token and `fpk_`
    /// for a key.
    public static func makeSecret(_ kind: Credential.Kind) -> String {
        (kind == .key ? "fpk_" : "fpt_") + Hexadecimal.text(SecureRandom.bytes(count: 32))
    }

    /// The token in an `Authorization` field (RFC 6750, section 2.1); `nil` if it is not on the list.
    package func credential(authorization field: Span<UInt8>) -> Credential? {
        guard field.count > 7, field.extracting(0..<7).equalsIgnoringCase("bearer ") else { return nil }
        return credential(.token, Digest.sha256(field.extracting(7..<field.count)))
    }

    /// The token with a digest, as sessions store it; `nil` if it is no longer on the list.
    package func credential(tokenDigest digest: [UInt8]) -> Credential? { credential(.token, digest) }

    /// The API key in a query's decoded `key`.
    package func credential(key: Span<UInt8>) -> Credential? {
        credential(.key, Digest.sha256(key))
    }

    /// Takes the same time for every entry, so that timing reveals nothing.
    private func credential(_ kind: Credential.Kind, _ digest: [UInt8]) -> Credential? {
        var found: Credential?
        for entry in entries {
            var difference: UInt8 = 0
            for index in entry.digest.indices { difference |= entry.digest[index] ^ digest[index] }
            if difference == 0, entry.credential.kind == kind { found = entry.credential }
        }
        return found
    }
}

extension Credential {
    /// Parses an option of a line; returns the problem, or `nil`.
    fileprivate mutating func parse(_ option: String) -> String? {
        if option == "key" {
            kind = .key
            scopes = [.write]
            return nil
        }
        let parts = option.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        let value = parts.count == 2 ? parts[1] : ""
        let words = value.split(separator: ",").map(String.init)
        switch parts[0] {
        case "sites" where !words.isEmpty: sites = Set(words)
        case "scopes" where !words.isEmpty && kind == .token:
            scopes = []
            for word in words {
                guard let scope = Scope(rawValue: word) else {
                    return "unknown scope; \(Self.hint(word, Scope.allCases.map(\.rawValue)))"
                }
                scopes.insert(scope)
            }
        case "rate":
            guard let rate = Rate(value) else {
                return "not a rate; write it as rate=20/s or rate=100/m"
            }
            self.rate = rate
        default:
            return "unknown option; \(Self.hint(String(parts[0]), ["key", "sites=", "scopes=", "rate="]))"
        }
        return nil
    }

    private static func hint(_ word: String, _ known: [String]) -> String {
        suggestion(for: word, among: known) ?? "expected one of: \(known.joined(separator: ", "))"
    }
}

/// The tokens and keys in force, which a reload replaces at run time.
package final class CurrentTokens: Sendable {
    private struct Lists: Sendable {
        var file: TokenList
        var source = TokenList()
        var both: TokenList
    }

    private let lists: Locked<Lists>

    package init(_ list: TokenList = TokenList()) { lists = Locked(Lists(file: list, both: list)) }

    /// Takes a lock briefly, once per request that requires a token.
    package var now: TokenList { lists.withLock(\.both) }

    /// Replaces the list of the tokens file from the next request on. Callable from any thread.
    package func replace(with list: TokenList) {
        lists.withLock { lists in
            lists.file = list
            lists.both = list.joined(with: lists.source)
        }
    }

    /// Replaces the list of the source's tokens from the next request on. Callable from any thread.
    package func replaceSource(with list: TokenList) {
        lists.withLock { lists in
            lists.source = list
            lists.both = lists.file.joined(with: list)
        }
    }
}
