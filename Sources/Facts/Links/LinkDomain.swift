import ByteText
import WebAddress

/// A custom link domain with an optional path prefix: `links.example.com/go`.
///
/// Every URL below it is a Dynamic Link: `https://links.example.com/go?link=…`, `/go/?link=…`, `/go/CODE`.
public struct LinkDomain: Sendable, Equatable {
    private let host: [UInt8]
    /// Empty, or begins with a slash and does not end with one.
    private let prefix: [UInt8]

    /// Parses `links.example.com/go`, optionally preceded by `https://`; `nil` if it is invalid.
    public init?(_ text: String) {
        let isURL = text.hasPrefix("https://") || text.hasPrefix("http://")
        var arena = ByteArena(capacity: 256)
        let input = arena.append(isURL ? text : "https://" + text)
        guard let address = try? WebAddress.parse(input, in: &arena), address.query == nil, address.fragment == nil,
            address.port == nil
        else { return nil }
        host = Array(arena.string(address.host).utf8)
        var path = Array(arena.string(address.path).utf8)
        if path.last == UInt8(ascii: "/") { path.removeLast() }
        prefix = path
    }

    /// The length of the prefix in the address's path; `nil` if the address is not below this domain.
    func prefixCount(of address: WebAddress, in arena: borrowing ByteArena) -> Int? {
        let path = arena[address.path]
        guard arena[address.host].equals(host.span), path.count >= prefix.count,
            path.extracting(0..<prefix.count).equals(prefix.span),
            path.count == prefix.count || path[prefix.count] == UInt8(ascii: "/")
        else { return nil }
        return prefix.count
    }
}
