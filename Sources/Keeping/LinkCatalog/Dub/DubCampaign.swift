import ByteText
import WebAddress

/// Campaign parameters in the query of a destination, as Dub's API reads and writes them.
enum DubCampaign {
    /// Sets query parameters of an address; `nil` removes one.
    static func apply(_ values: [(name: String, value: String?)], to address: String) -> String {
        guard !values.isEmpty else { return address }
        var parts = AddressParts(address)
        var pairs = parts.query?.split(separator: "&", omittingEmptySubsequences: false).map(String.init) ?? []
        for (name, value) in values {
            let known = pairs.firstIndex { self.name(of: $0) == name }
            guard let value else {
                pairs.removeAll { self.name(of: $0) == name }
                continue
            }
            var pair = Array("\(name)=".utf8)
            PercentCoding.encodeComponent(value.utf8.span, into: &pair)
            if let known {
                pairs[known] = String(decoding: pair, as: UTF8.self)
            } else {
                pairs.append(String(decoding: pair, as: UTF8.self))
            }
        }
        parts.query = pairs.isEmpty ? nil : pairs.joined(separator: "&")
        return parts.text
    }

    /// The decoded value of a parameter; `nil` if the address does not have it.
    static func value(of name: String, in address: String) -> String? {
        guard let query = AddressParts(address).query,
            let pair = query.split(separator: "&").first(where: { self.name(of: $0) == name })
        else { return nil }
        let raw = pair.dropFirst(name.count).drop { $0 == "=" }
        var arena = ByteArena(capacity: 2 * raw.utf8.count + 16)
        let range = arena.append(String(raw))
        guard let decoded = try? PercentCoding.decode(range, in: &arena) else { return String(raw) }
        return arena.string(decoded)
    }

    private static func name(of pair: some StringProtocol) -> String { String(pair.prefix { $0 != "=" }) }
}
