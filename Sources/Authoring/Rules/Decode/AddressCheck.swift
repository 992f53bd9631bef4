import ByteText
import WebAddress

/// Validates complete URLs of a site. Each check returns the problem, or `nil`.
enum AddressCheck {
    /// The web widget's address: https, or http on this machine, with a host and a path, without query and fragment.
    static func handlerFault(in text: String) -> String? {
        var arena = ByteArena(capacity: 256)
        let address: WebAddress
        do {
            address = try parse(text, in: &arena)
        } catch {
            return sentence(error)
        }
        if address.query != nil || address.fragment != nil { return "the handler must not have a query or a fragment" }
        if arena[address.path].count <= 1 { return "the handler needs a path: `/__/auth/action`" }
        return secrecyFault(of: "the handler", address, arena)
    }

    /// The target of clicks that match none of a site's links: https, or http on this machine.
    static func strayFault(in text: String) -> String? {
        var arena = ByteArena(capacity: 256)
        do {
            let address = try parse(text, in: &arena)
            return secrecyFault(of: "the address", address, arena)
        } catch {
            return sentence(error)
        }
    }

    private static func secrecyFault(of what: String, _ address: WebAddress, _ arena: borrowing ByteArena) -> String? {
        let isLocal = Host(arena[address.host]).isLoopback
        return address.scheme == .https || isLocal
            ? nil : "\(what) must be https; http is allowed for localhost only"
    }

    /// The long link of a code: any address that the strict parser accepts.
    static func longLinkFault(in text: String) -> String? {
        var arena = ByteArena(capacity: 256)
        do {
            _ = try parse(text, in: &arena)
            return nil
        } catch {
            return sentence(error)
        }
    }

    /// Whether the strict parser accepts a host and the host is in the canonical form used for comparing clicks.
    static func isCanonicalHost(_ host: Substring) -> Bool {
        var arena = ByteArena(capacity: 256)
        guard let address = try? parse("https://\(host)/", in: &arena) else { return false }
        return arena.string(address.host) == host
    }

    private static func parse(_ text: String, in arena: inout ByteArena) throws(WebAddressFault) -> WebAddress {
        let input = arena.append(text)
        return try WebAddress.parse(input, in: &arena)
    }

    private static func sentence(_ fault: WebAddressFault) -> String {
        let text = fault.sentence.description.replacing("The link", with: "the address")
        return text.prefix(1).lowercased() + text.dropFirst().dropLast(text.hasSuffix(".") ? 1 : 0)
    }
}
