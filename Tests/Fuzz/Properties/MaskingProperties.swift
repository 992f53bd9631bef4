import ByteText
import Links
import WebAddress

/// Masking hides planted secrets at every depth of percent-encoding, consistently, and keeps the link's structure.
enum MaskingProperties {
    private static let secrets = ["S3cr3tOneTimeC0de", "AIzaPlantedKey", "planted.name"]

    /// - Parameter inspection: The text parsed as a link.
    static func fault(of text: String, _ inspection: LinkInspection, in arena: inout ByteArena) -> String? {
        guard text.utf8.count % 8 < 4 else { return faultOfHiding(around: text) }
        let masked = Masking.masked(text)
        if text.utf8.count % 8 == 3, masked != Masking.masked(text) { return "the same text has two masks" }
        return inspection.fault == nil ? faultOfStructure(masked, inspection, in: &arena) : nil
    }

    /// The masked link is accepted, and has the same form and parameter names.
    private static func faultOfStructure(
        _ masked: String, _ inspection: LinkInspection, in arena: inout ByteArena
    ) -> String? {
        guard let address = inspection.address, masked.utf8.count <= WebAddress.longestText else { return nil }
        // A parameter-like text in the path or in a name is masked together with everything up to the next `&`.
        for offset in address.path.indices where arena[offset] == 0x3D || arena[offset] == 0x25 { return nil }
        var names = QueryParameters(address.query)
        while let name = names.next(in: arena)?.name {
            guard arena[name].firstIndex(of: 0x25) == nil, arena[name].firstIndex(of: 0x40) == nil else { return nil }
        }
        let other = LinkInspection(arena.append(masked), in: &arena)
        guard let otherAddress = other.address, other.fault == nil else { return "the masked link is refused" }
        guard other.form == inspection.form else { return "the masked link has another form" }
        guard arena[otherAddress.host].equals(arena[address.host]) else { return "the masked link has another host" }
        return haveSameNames(address, otherAddress, in: arena) ? nil : "the masked link has other parameters"
    }

    private static func haveSameNames(
        _ one: WebAddress, _ other: WebAddress, in arena: borrowing ByteArena
    ) -> Bool {
        var names = QueryParameters(one.query)
        var otherNames = QueryParameters(other.query)
        while let name = names.next(in: arena)?.name {
            guard let otherName = otherNames.next(in: arena)?.name, arena[name].equals(arena[otherName]) else {
                return false
            }
        }
        return otherNames.next(in: arena) == nil
    }

    /// An action link with planted secrets next to the text, wrapped up to three times, depending on the text's length.
    private static func faultOfHiding(around text: String) -> String? {
        let neighbour = String(decoding: text.utf8.prefix(128), as: UTF8.self)
        var link = "https://h.example/__/auth/action?mode=signIn&oobCode=\(secrets[0])&lang=\(neighbour)"
        link += "&apiKey=\(secrets[1])&continueUrl=https://w.example/?email=\(secrets[2])@example.com"
        let depth = text.utf8.count / 8 % 4
        for level in 0..<depth { link = "https://a.page.link/?apn=com.example&link=" + wrapped(link, all: level == 1) }
        let masked = Masking.masked(link)
        for secret in secrets where contains(masked, secret) { return "\(secret) stays at depth \(depth)" }
        return nil
    }

    private static func wrapped(_ text: String, all: Bool) -> String {
        var bytes: [UInt8] = []
        if all {
            PercentCoding.encodeComponent(Array(text.utf8).span, into: &bytes)
        } else {
            QueryParameters.wrap(Array(text.utf8).span, into: &bytes)
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    private static func contains(_ text: String, _ part: String) -> Bool {
        let text = Array(text.utf8)
        let part = Array(part.utf8)
        guard text.count >= part.count else { return false }
        for start in 0...text.count - part.count where text[start] == part[0] {
            if text[start..<start + part.count].elementsEqual(part) { return true }
        }
        return false
    }
}
