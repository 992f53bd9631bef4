import ByteText
import HTTP
import OpenSSL

/// The address that a daemon fetches its rules from: `https://rules.example.com/bundle.tar.gz`.
///
/// `http` is for this machine only: a signature protects what rules say, and not who learns of it, nor from rules that are
/// held back.
public struct BundleAddress: Sendable, Equatable {
    /// Whether it is `https`.
    public let isSecure: Bool
    /// A name or an address; an IPv6 address without its brackets.
    public let host: String
    /// The port, the scheme's own where the address has none.
    public let port: UInt16
    /// Path and query.
    public let target: String
    /// The host as `Host` has it (RFC 9110, section 7.2).
    public let authority: String

    /// Why a text is not such an address, as a sentence.
    public struct Fault: Error, Sendable, Equatable, CustomStringConvertible {
        /// The sentence: what is wrong, and what to do.
        public let description: String
    }

    /// Whether a value of `rules` is meant as an address, not as a directory.
    public static func isAddress(_ text: String) -> Bool { text.contains("://") }

    /// Reads an address. The ``Fault`` begins with the name of what it was stated as.
    ///
    /// - Parameter allowsPlain: Whether other machines may be asked without TLS.
    public init(_ text: String, statedAs name: String = "rules", allowsPlain: Bool = false) throws(Fault) {
        do throws(Fault) { try self.init(reading: text, allowsPlain: allowsPlain) } catch {
            throw Fault(description: "\(name): \(error.description)")
        }
    }

    private init(reading text: String, allowsPlain: Bool) throws(Fault) {
        guard let colon = text.firstRange(of: "://") else { throw Self.fault(text, "is not an address") }
        let rest = text[colon.upperBound...]
        switch text[..<colon.lowerBound].lowercased() {
        case "https": isSecure = true
        case "http": isSecure = false
        default: throw Self.fault(text, "is neither a directory nor an address with https")
        }
        guard rest.utf8.allSatisfy({ (0x21..<0x7F).contains($0) }), !rest.contains("#") else {
            throw Self.fault(text, "has a blank, a `#`, or a byte that is not ASCII: percent-encode it")
        }
        let end = rest.firstIndex { $0 == "/" || $0 == "?" } ?? rest.endIndex
        authority = String(rest[..<end])
        guard !authority.contains("@") else {
            throw Self.fault(text, "contains a user or a password, which would end up in logs: remove it")
        }
        let bytes = Array(authority.utf8)
        guard let read = Authority(bytes.span), read.port != 0 else { throw Self.fault(text, "has no valid host") }
        let name = String(decoding: bytes[read.host], as: UTF8.self).lowercased()
        host = name.hasPrefix("[") ? String(name.dropFirst().dropLast()) : name
        port = UInt16(read.port ?? (isSecure ? 443 : 80))
        target = rest[end...].hasPrefix("/") ? String(rest[end...]) : "/" + rest[end...]
        guard isSecure || allowsPlain || isLoopback else {
            throw Self.fault(text, "has no TLS, which only addresses of this machine may lack: use https")
        }
    }

    private var isLoopback: Bool { host == "localhost" || IPAddress(host)?.isLoopback ?? false }

    private static func fault(_ text: String, _ reason: String) -> Fault {
        Fault(description: "\(withoutSecrets(text)) \(reason)")
    }

    /// The address without its user, password and query, in which secrets are.
    static func withoutSecrets(_ text: String) -> String {
        let visible = text.prefix { $0 != "?" && $0 != "#" }
        guard let colon = visible.firstRange(of: "://") else { return String(visible) }
        let rest = visible[colon.upperBound...]
        let end = rest.firstIndex(of: "/") ?? rest.endIndex
        guard let at = rest[..<end].lastIndex(of: "@") else { return String(visible) }
        return visible[..<colon.upperBound] + "…" + visible[at...]
    }

    /// A word for its files: no two addresses have the same.
    var fileName: String {
        let whole = Array("\(isSecure) \(authority.lowercased()) \(target)".utf8)
        let safe = host.map { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "." || $0 == "-") ? $0 : "_" }
        return "\(String(safe.prefix(100)))-\(Digest.sha256Hex(whole.span).prefix(16))"
    }
}

extension BundleAddress: CustomStringConvertible {
    /// The address; of a query, which may hold a secret, only that there is one.
    public var description: String {
        "\(isSecure ? "https" : "http")://\(authority)\(target.prefix { $0 != "?" })\(target.contains("?") ? "?…" : "")"
    }
}
