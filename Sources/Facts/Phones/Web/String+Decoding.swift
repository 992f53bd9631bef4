import ByteText

extension String {
    /// The string with percent-encoding decoded. Malformed sequences are kept.
    var percentDecoded: String {
        var decoded: [UInt8] = []
        utf8.span.forEachPercentDecoded { decoded.append($0) }
        return String(decoding: decoded, as: UTF8.self)
    }

    /// The string with character references decoded: numeric ones, and those used by our pages (HTML, section 13.5).
    var entitiesDecoded: String {
        var output = ""
        var rest = self[...]
        while let ampersand = rest.firstIndex(of: "&") {
            output += rest[..<ampersand]
            rest = rest[ampersand...]
            guard let end = rest.prefix(10).firstIndex(of: ";"),
                let character = Self.character(of: rest[rest.index(after: ampersand)..<end])
            else {
                output.append(rest.removeFirst())
                continue
            }
            output.append(character)
            rest = rest[rest.index(after: end)...]
        }
        return output + rest
    }

    private static func character(of reference: Substring) -> Character? {
        if let named = ["amp": "&", "lt": "<", "gt": ">", "quot": "\"", "apos": "'", "nbsp": "\u{A0}"][reference] {
            return Character(named)
        }
        guard reference.first == "#" else { return nil }
        let number = reference.dropFirst()
        let isHexadecimal = number.first == "x" || number.first == "X"
        let code = isHexadecimal ? UInt32(number.dropFirst(), radix: 16) : UInt32(number)
        return code.flatMap(Unicode.Scalar.init).map(Character.init)
    }
}
