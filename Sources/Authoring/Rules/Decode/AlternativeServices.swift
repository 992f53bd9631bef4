import ByteText

/// Validates a site's `alt_svc`, the value of the field `Alt-Svc` (RFC 7838, section 3): `clear`, or comma-separated
/// alternatives such as `h3=":443"; ma=86400`.
struct AlternativeServices {
    private static let most = 1000

    private let bytes: [UInt8]
    private var place = 0

    private init(_ text: String) { bytes = Array(text.utf8) }

    /// The problem with a value, or `nil` if it is valid.
    static func fault(in text: String) -> String? {
        if text == "clear" { return nil }
        if text.utf8.count > most {
            return "alternatives are limited to \(most) bytes in total, not \(text.utf8.count)"
        }
        if !text.utf8.allSatisfy({ (0x20...0x7E).contains($0) }) { return "alternatives are printable ASCII" }
        var reader = AlternativeServices(text)
        repeat {
            if let fault = reader.alternative() { return fault }
        } while reader.skip(",")
        return reader.place == reader.bytes.count ? nil : "`\(reader.rest)` is not expected after an alternative"
    }

    private var rest: String { String(decoding: bytes[place...], as: UTF8.self) }

    /// An alternative with its parameters.
    private mutating func alternative() -> String? {
        guard let name = token(), Self.isPercentCoded(name), skip("=", spaced: false), let authority = quoted() else {
            return "an alternative is a protocol and a port in quotes: `h3=\":443\"`"
        }
        if let fault = Self.authorityFault(in: authority) { return fault }
        while skip(";") {
            guard let name = token(), skip("=", spaced: false), let value = quoted() ?? token() else {
                return "a parameter is a name and a value: `ma=86400`"
            }
            if name == "ma", value.isEmpty || value.count > 10 || !value.utf8.allSatisfy({ (0x30...0x39).contains($0) })
            {
                return "`ma` is a number of seconds, not `\(value)`"
            }
            if name == "persist", value != "1" { return "`persist` must be 1, not `\(value)`" }
        }
        return nil
    }

    /// `[host]:port`.
    private static func authorityFault(in text: String) -> String? {
        guard let colon = text.lastIndex(of: ":") else {
            return "`\(text)` has no port: an alternative is `:443`, or a host and a port"
        }
        let (host, port) = (text[..<colon], text[text.index(after: colon)...])
        guard port.utf8.allSatisfy({ (0x30...0x39).contains($0) }), let number = UInt16(port), number > 0 else {
            return "`\(port)` is not a port: a number from 1 to 65535"
        }
        return host.isEmpty ? nil : HostNameCheck.fault(in: host)
    }

    /// Whether each `%` in a protocol name is followed by two hexadecimal digits.
    private static func isPercentCoded(_ name: String) -> Bool {
        name.split(separator: "%", omittingEmptySubsequences: false).dropFirst().allSatisfy { part in
            part.utf8.count >= 2
                && part.utf8.prefix(2).allSatisfy { (0x30...0x39).contains($0) || (0x41...0x46).contains($0) }
        }
    }

    // MARK: - Tokens

    private static let marks = Set("!#$%&'*+-.^_`|~".utf8)

    /// A `token` (RFC 9110, section 5.6.2), or `nil` if there is none here.
    private mutating func token() -> String? {
        let start = place
        while place < bytes.count, Self.isToken(bytes[place]) { place += 1 }
        return place == start ? nil : String(decoding: bytes[start..<place], as: UTF8.self)
    }

    private static func isToken(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
        default: marks.contains(byte)
        }
    }

    /// The contents of a quoted string without escapes, which are never needed here, or `nil` if there is none.
    private mutating func quoted() -> String? {
        guard place < bytes.count, bytes[place] == UInt8(ascii: "\""),
            let end = bytes[(place + 1)...].firstIndex(of: UInt8(ascii: "\"")),
            !bytes[place..<end].contains(UInt8(ascii: "\\"))
        else { return nil }
        defer { place = end + 1 }
        return String(decoding: bytes[(place + 1)..<end], as: UTF8.self)
    }

    /// Skips a separator and the spaces around it. Returns `false` if the next byte is not the separator.
    private mutating func skip(_ separator: Unicode.Scalar, spaced: Bool = true) -> Bool {
        let start = place
        if spaced { skipSpaces() }
        guard place < bytes.count, bytes[place] == UInt8(ascii: separator) else {
            place = start
            return false
        }
        place += 1
        if spaced { skipSpaces() }
        return true
    }

    private mutating func skipSpaces() {
        while place < bytes.count, bytes[place] == 0x20 { place += 1 }
    }
}
