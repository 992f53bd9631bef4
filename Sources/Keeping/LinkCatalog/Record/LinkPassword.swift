import ByteText
public import LinkStore
public import Links
import OpenSSL

extension LinkFields {
    /// The value of the field for a password. Throws for a text that is too long, and for the hash of another program.
    ///
    /// - Parameter name: The name of the password, for messages.
    public static func password(_ text: String, _ name: String) throws(ShortLinkFault) -> LinkValue {
        try LinkPassword.value(text, name)
    }
}

/// Passwords of links, as clients and files contain them: the text, or the hash that `link export` writes.
enum LinkPassword {
    /// The value of the field for a text; an empty one is no password. Throws for a text that is too long, and for the
    /// hash of another program: the link would accept the hash itself as its password.
    static func value(_ text: String, _ name: String) throws(ShortLinkFault) -> LinkValue {
        if text.isEmpty || PasswordHash(text) != nil { return text.isEmpty ? .empty : .text(text) }
        guard text.utf8.count <= LinkRecord.maximumPassword else {
            throw .invalid("\(name) is longer than \(LinkRecord.maximumPassword) bytes")
        }
        guard !isHash(text) else {
            let summary = "the password is hashed in a way that is not supported"
            throw .invalid(
                "\(summary): set a new password, or remove it to have the link without one", summary: summary)
        }
        return .text(text)
    }

    /// Whether a text looks like a hash: `$2b$12$…`, `pbkdf2_sha256$…`, `{SSHA}…`, `md5:…`, or the digits of a digest.
    private static func isHash(_ text: String) -> Bool {
        let bytes = text.utf8
        if [32, 40, 64, 96, 128].contains(bytes.count), bytes.allSatisfy(\.isHexadecimalDigit) { return true }
        let start = text.hasPrefix("$") || text.hasPrefix("{") ? text.dropFirst() : text[...]
        let name = start.prefix { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "_" || $0 == "-") }
        guard (1...24).contains(name.utf8.count), let end = start.dropFirst(name.count).first else { return false }
        switch text.utf8.first {
        case UInt8(ascii: "$"): return end == "$"
        case UInt8(ascii: "{"): return end == "}"
        default:
            return bytes.count >= 20 && (end == "$" || end == ":") && schemes.contains { name.hasPrefix($0) }
        }
    }

    private static let schemes = ["pbkdf2", "bcrypt", "argon2", "scrypt", "sha", "md5", "phpass"]
}

extension UInt8 {
    fileprivate var isHexadecimalDigit: Bool {
        switch self {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "f"),
            UInt8(ascii: "A")...UInt8(ascii: "F"):
            true
        default: false
        }
    }
}
