import ByteText
import WebAddress

/// The address of a target in the form required for requests, without a fragment. Credentials are not accepted.
struct TargetAddress: Sendable, Equatable {
    let isSecure: Bool
    /// A host name or IP address; IPv6 without brackets.
    let host: String
    let port: UInt16
    /// Path and query.
    let target: String
    /// The value of the `Host` field.
    let authority: String

    /// `nil` if browsers and servers could parse the text differently, or its scheme is neither http nor https.
    init?(_ text: String) {
        var arena = ByteArena(capacity: 3 * text.utf8.count + 64)
        let bytes = Array(text.utf8)
        let input = arena.append(bytes.span)
        guard let address = try? WebAddress.parse(input, in: &arena) else { return nil }
        isSecure = arena.string(address.schemeName) == "https"
        let name = arena.string(address.host)
        host = name.hasPrefix("[") ? String(name.dropFirst().dropLast()) : name
        port = address.port ?? (isSecure ? 443 : 80)
        authority = address.port.map { "\(name):\($0)" } ?? name
        let path = arena.string(address.pathAndQuery)
        target = path.hasPrefix("/") ? path : "/" + path
    }

    /// The address without a fragment.
    var text: String { "\(isSecure ? "https" : "http")://\(authority)\(target)" }

    /// The address of a redirect from here (RFC 3986, section 5.2); `nil` if it can't be requested.
    func redirected(to location: String) -> TargetAddress? {
        TargetAddress(AddressParts(text).resolving(location).textWithoutFragment)
    }
}
