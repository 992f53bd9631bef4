import Clicks
import ByteText
import HTTP

/// The cookie of a session (RFC 6265bis). Over TLS it is `__Host-fingerpost`, which neither another host nor a page without
/// TLS can set. Without TLS its name contains the port, since browsers share cookies between all ports of a host.
enum SessionCookie {
    /// The cookie's name for a request to an authority, `localhost:8082`.
    static func name(isSecure: Bool, authority: [UInt8]) -> String {
        if isSecure { return "__Host-fingerpost" }
        let port = authority.reversed().prefix { (0x30...0x39).contains($0) }.reversed()
        let hasPort = !port.isEmpty && authority.dropLast(port.count).last == UInt8(ascii: ":")
        return hasPort ? "fingerpost-\(String(decoding: port, as: UTF8.self))" : "fingerpost"
    }

    /// The value of the first cookie with a name in a request; `nil` if there is none.
    static func value(_ name: String, of request: borrowing Request) -> [UInt8]? {
        let mark = Array("\(name)=".utf8)
        var line = 0
        while let index = request.fieldIndex(of: "cookie", from: line) {
            let field = Array(bytesOf: request.fieldValue(index))
            for pair in field.split(separator: UInt8(ascii: ";")) {
                let pair = pair.drop { $0 == 0x20 }
                if pair.starts(with: mark) { return Array(pair.dropFirst(mark.count)) }
            }
            line = index + 1
        }
        return nil
    }

    /// The value of `Set-Cookie`. An empty value and zero age remove the cookie.
    ///
    /// - Parameter sameSite: `Strict`, or `Lax` if browsers must send it with navigations from other sites.
    static func field(
        _ name: String, _ value: [UInt8], age: Int64, isSecure: Bool, sameSite: String = "Strict"
    ) -> [UInt8] {
        let attributes = "; Path=/; Max-Age=\(age); HttpOnly; SameSite=\(sameSite)" + (isSecure ? "; Secure" : "")
        return Array("\(name)=".utf8) + value + Array(attributes.utf8)
    }
}
