import ByteText
import HTTP
import OpenSSL

/// The address of a server in the settings, such as the one from which a daemon fetches its rules:
/// `https://rules.example.com/bundle.tar.gz`.
///
/// `http` is accepted only for loopback by default: a signature protects the integrity of rules, but neither their
/// confidentiality nor against updates being withheld.
public struct ServerURL: Sendable, Equatable {
    /// Whether it is `https`.
    public let isSecure: Bool
    /// A host name or IP address; IPv6 without brackets.
    public let host: String
    /// The port; the scheme's default if the address has none.
    public let port: UInt16
    /// Path and query.
    public let target: String
    /// The value of the `Host` field (RFC 9110, section 7.2).
    public let authority: String

    /// Why a text is not a valid address.
    public struct Fault: Error, Sendable, Equatable, CustomStringConvertible {
        /// The problem and the remedy, as a sentence.
        public let description: String
    }

    /// Whether a value of `rules` is an address rather than a directory.
    public static func isAddress(_ text: String) -> Bool { text.contains("://") }

    /// Parses an address. The ``Fault`` begins with the name of the setting.
    ///
    /// - Parameters:
    ///   - allowsPlain: Whether other machines may be accessed without TLS.
    ///   - orDirectory: Whether the setting may also be a directory, for the message.
    public init(
        _ text: String, statedAs name: String, allowsPlain: Bool = false, orDirectory: Bool = false
    ) throws(Fault) {
        do throws(Fault) {
            try self.init(reading: text, allowsPlain: allowsPlain, orDirectory: orDirectory)
        } catch {
            throw Fault(description: "\(name): \(error.description)")
        }
    }

    private init(reading text: String, allowsPlain: Bool, orDirectory: Bool) throws(Fault) {
        let parts = AddressParts(text)
        guard parts.scheme != nil, let name = parts.host, let authority = parts.authority else {
            throw Self.fault(text, "is not an address")
        }
        guard parts.isWeb else {
            throw Self.fault(
                text,
                orDirectory
                    ? "is neither a directory nor an address with https"
                    : "is not an address with \(allowsPlain ? "http or https" : "https")")
        }
        guard text.utf8.allSatisfy({ (0x21..<0x7F).contains($0) }), parts.fragment == nil else {
            throw Self.fault(text, "contains a space, a `#`, or a non-ASCII byte: percent-encode it")
        }
        guard parts.userInfo == nil else {
            throw Self.fault(text, "contains a user or a password, which would end up in logs: remove it")
        }
        let bytes = Array(authority.utf8)
        guard let read = Authority(bytes.span), read.port != 0 else { throw Self.fault(text, "has no valid host") }
        isSecure = parts.scheme == "https"
        host = name.hasPrefix("[") ? String(name.dropFirst().dropLast()) : name
        port = UInt16(read.port ?? (isSecure ? 443 : 80))
        (self.authority, target) = (authority, parts.requestTarget)
        guard isSecure || allowsPlain || isLoopback else {
            throw Self.fault(text, "uses http, which is accepted for loopback addresses only: use https")
        }
    }

    private var isLoopback: Bool { host == "localhost" || IPAddress(host)?.isLoopback ?? false }

    private static func fault(_ text: String, _ reason: String) -> Fault {
        Fault(description: "\(withoutSecrets(text)) \(reason)")
    }

    /// The address without user, password and query, which may contain secrets.
    package static func withoutSecrets(_ text: String) -> String {
        var parts = AddressParts(text)
        if parts.userInfo != nil { parts.userInfo = "…" }
        (parts.query, parts.fragment) = (nil, nil)
        return parts.text
    }

    /// A file name that is unique to the address.
    package var fileName: String {
        let whole = Array("\(isSecure) \(authority.lowercased()) \(target)".utf8)
        let safe = host.map { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "." || $0 == "-") ? $0 : "_" }
        return "\(String(safe.prefix(100)))-\(Digest.sha256Hex(whole.span).prefix(16))"
    }
}

extension ServerURL: CustomStringConvertible {
    /// The address. A query, which may contain a secret, is abbreviated.
    public var description: String {
        "\(isSecure ? "https" : "http")://\(authority)\(target.prefix { $0 != "?" })\(target.contains("?") ? "?…" : "")"
    }
}
