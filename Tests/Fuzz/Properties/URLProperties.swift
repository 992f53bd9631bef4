import ByteText
import WebAddress

/// An accepted URL is a fixed point: its text parses to itself, with the same parts.
enum URLProperties {
    static func fault(of input: Span<UInt8>) -> String? {
        faultOfAddress(input) ?? faultOfCoding(input)
    }

    private static func faultOfAddress(_ input: Span<UInt8>) -> String? {
        var arena = ByteArena(capacity: 4 * input.count + 64)
        let text = arena.append(input)
        let mark = arena.count
        guard let address = try? WebAddress.parse(text, in: &arena) else {
            return arena.count == mark ? nil : "a refused URL left bytes behind"
        }
        if !isVisible(arena[address.text]) { return "the accepted form holds more than visible ASCII" }
        if address.host.isEmpty { return "an accepted URL has no host" }
        for index in 0..<arena[address.host].count
        where arena[address.host][index] != arena[address.host][index].lowercased {
            return "an accepted host is not in lower case"
        }
        if !isWhereAnyoneSeesIt(address, in: arena) { return "scheme and host are not the text before the path" }
        return faultOfReparsing(address, in: &arena)
    }

    private static func faultOfReparsing(_ address: WebAddress, in arena: inout ByteArena) -> String? {
        let mark = arena.count
        guard let again = try? WebAddress.parse(address.text, in: &arena) else {
            return "the accepted form is refused"
        }
        if again != address { return "the accepted form reads as something else" }
        if arena.count != mark { return "the accepted form is rewritten again" }
        return nil
    }

    /// Compares scheme and host with a plain search for the characters that end them.
    private static func isWhereAnyoneSeesIt(_ address: WebAddress, in arena: borrowing ByteArena) -> Bool {
        let text = arena[address.text]
        let start = address.scheme == .https ? 8 : 7
        guard address.scheme == .https ? text.starts(with: "https://") : text.starts(with: "http://") else {
            return false
        }
        var end = start
        while end < text.count, !ends(text[end]) { end += 1 }
        var hostEnd = end
        while hostEnd > start, text[hostEnd - 1].isDigit { hostEnd -= 1 }
        let hasPort = hostEnd < end && hostEnd > start && text[hostEnd - 1] == UInt8(ascii: ":")
        hostEnd = hasPort ? hostEnd - 1 : end
        return text.extracting(start..<hostEnd).equals(arena[address.host])
    }

    private static func ends(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: "/") || byte == UInt8(ascii: "?") || byte == UInt8(ascii: "#")
    }

    private static func isVisible(_ text: Span<UInt8>) -> Bool {
        for index in 0..<text.count where text[index] <= 0x20 || text[index] >= 0x7F || text[index] == 0x5C {
            return false
        }
        return true
    }

    /// Encoded text decodes to itself, alone and as a value in a query.
    private static func faultOfCoding(_ input: Span<UInt8>) -> String? {
        var arena = ByteArena(capacity: 16 * input.count + 64)
        let text = arena.append(input)
        let mark = arena.count
        if let decoded = try? PercentCoding.decode(text, in: &arena) {
            let encoded = PercentCoding.encodeComponent(decoded, in: &arena)
            guard let again = try? PercentCoding.decode(encoded, in: &arena), arena[again].equals(arena[decoded]) else {
                return "decoded text does not survive encoding and decoding"
            }
            if !faultlessAsValue(decoded, in: &arena) { return "a wrapped value does not come out as it was" }
        } else if arena.count != mark {
            return "text that cannot be decoded left bytes behind"
        }
        return nil
    }

    private static func faultlessAsValue(_ value: TextRange, in arena: inout ByteArena) -> Bool {
        let wrapped = QueryParameters.wrap(value, in: &arena)
        let start = arena.count
        arena.append("https://a.example/?link=")
        for offset in wrapped.indices { arena.append(arena[offset]) }
        arena.append("&x=y")
        let link = arena.piece(from: start)
        guard link.count <= WebAddress.longestText else { return true }
        guard let address = try? WebAddress.parse(link, in: &arena), address.text == link else { return false }
        var parameters = QueryParameters(address.query)
        guard let first = parameters.next(in: arena), arena[first.name].equals("link"),
            let decoded = try? PercentCoding.decode(first.value ?? .empty, in: &arena)
        else { return false }
        return arena[decoded].equals(arena[value]) && parameters.next(in: arena)?.value?.count == 1
            && parameters.next(in: arena) == nil
    }
}
