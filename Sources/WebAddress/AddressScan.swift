import ByteText

/// Where the parts of a URL are, counted from its first byte, and what has to be changed in it.
struct AddressScan {
    /// What stands in a path, query or fragment as it is: RFC 3986's characters, and square brackets, which every
    /// browser leaves alone too. A backslash is refused before this is asked.
    static let literal = ByteSet.visible.subtracting(ByteSet("\"<>\\^`{|}"))
    /// What the scan of path, query and fragment runs over without a look.
    private static let plain = literal.subtracting(ByteSet("%?#"))

    private(set) var scheme = Scheme.other
    private(set) var schemeEnd = 0
    private(set) var port: UInt16?
    private(set) var needsRewriting = false
    /// The A-label form of a host that was not ASCII; empty for every other host.
    private(set) var internationalHost: [UInt8] = []

    var hostStart: Int { schemeEnd + 3 }
    var hostEnd = 0
    var authorityEnd = 0
    /// The end of the path: at the `?`, where there is a query.
    var pathEnd = 0
    /// The end of the query: at the `#`, where there is a fragment. The same as `pathEnd` without a query.
    var queryEnd = 0
    var end: Int

    init(_ bytes: Span<UInt8>) throws(WebAddressFault) {
        end = bytes.count
        guard end <= WebAddress.longestText else { throw .tooLong }
        try scanScheme(bytes)
        guard bytes[end - 1] != 0x20 else { throw .outerSpace }
        try scanAuthority(bytes)
        try scanTail(bytes)
    }

    private mutating func scanScheme(_ bytes: Span<UInt8>) throws(WebAddressFault) {
        guard let length = Scheme.length(bytes) else { throw AddressScan.faultOfForeignText(bytes) }
        scheme = Scheme(name: bytes.extracting(0..<length))
        guard scheme != .other else { throw AddressScan.faultOfForeignText(bytes) }
        schemeEnd = length
        guard end >= length + 3, bytes[length + 1] == UInt8(ascii: "/"), bytes[length + 2] == UInt8(ascii: "/") else {
            throw .missingSlashes
        }
        for index in 0..<length where bytes[index] != bytes[index].lowercased { needsRewriting = true }
    }

    /// What is worst about a text without a web scheme: bytes that no link may have come before the scheme.
    private static func faultOfForeignText(_ bytes: Span<UInt8>) -> WebAddressFault {
        guard bytes.count > 0 else { return .notWebScheme }
        if bytes[0] == 0x20 || bytes[bytes.count - 1] == 0x20 { return .outerSpace }
        var hasBadPercent = false
        for index in 0..<bytes.count {
            let byte = bytes[index]
            if byte.isControl { return .controlCharacter }
            if byte == UInt8(ascii: "\\") { return .backslash }
            if byte == UInt8(ascii: "%"), escapedValue(bytes, at: index) == nil { hasBadPercent = true }
        }
        return hasBadPercent ? .percentSequence : .notWebScheme
    }

    /// The byte that the two digits after a `%` stand for, or nil.
    static func escapedValue(_ bytes: Span<UInt8>, at index: Int) -> UInt8? {
        guard index + 2 < bytes.count, let high = bytes[index + 1].hexValue, let low = bytes[index + 2].hexValue else {
            return nil
        }
        return high << 4 | low
    }
}

// MARK: - Authority

extension AddressScan {
    private mutating func scanAuthority(_ bytes: Span<UInt8>) throws(WebAddressFault) {
        var index = hostStart
        var lastColon = -1
        var bracket = -1
        authority: while index < end {
            switch bytes[index] {
            case UInt8(ascii: "/"), UInt8(ascii: "?"), UInt8(ascii: "#"): break authority
            case UInt8(ascii: "@"): throw .userinfo
            case UInt8(ascii: "\\"): throw .backslash
            case UInt8(ascii: ":"): if lastColon < 0 || bracket < 0 { lastColon = index }
            case UInt8(ascii: "]"):
                bracket = index
                lastColon = -1
            case 0..<0x20, 0x7F: throw .controlCharacter
            default: break
            }
            index += 1
        }
        authorityEnd = index
        hostEnd = lastColon >= 0 ? lastColon : index
        if bracket >= 0, hostEnd != bracket + 1 { throw .afterHost }
        let host = bytes.extracting(hostStart..<hostEnd)
        switch try HostForm(host) {
        case .accepted: break
        case .upperCase: needsRewriting = true
        case .international:
            internationalHost = try HostForm.asciiForm(of: host)
            needsRewriting = true
        }
        if lastColon >= 0 { try scanPort(bytes.extracting(hostEnd + 1..<authorityEnd)) }
    }

    private mutating func scanPort(_ digits: Span<UInt8>) throws(WebAddressFault) {
        guard digits.count > 0, digits.count <= 5, digits[0] != UInt8(ascii: "0"), let value = digits.decimalValue,
            let number = UInt16(exactly: value)
        else { throw .port }
        port = number == scheme.defaultPort ? nil : number
    }
}

// MARK: - Path, query, fragment

extension AddressScan {
    private mutating func scanTail(_ bytes: Span<UInt8>) throws(WebAddressFault) {
        let plain = AddressScan.plain
        var questionMark = -1
        var hash = -1
        var hasBadPercent = false
        var isASCII = true
        var index = authorityEnd
        while index < end {
            let byte = bytes[index]
            if plain.contains(byte) {
                index += 1
                continue
            }
            switch byte {
            case UInt8(ascii: "%"):
                // Another fault further on weighs more, so the scan goes on.
                let value = AddressScan.escapedValue(bytes, at: index)
                if value == nil { hasBadPercent = true }
                if value == 0 { throw .encodedNUL }
            case UInt8(ascii: "?"): if questionMark < 0, hash < 0 { questionMark = index }
            case UInt8(ascii: "#"): if hash < 0 { hash = index }
            case UInt8(ascii: "\\"): throw .backslash
            case 0..<0x20, 0x7F: throw .controlCharacter
            case 0x80...:
                if byte == 0xC2, index + 1 < end, bytes[index + 1] < 0xA0 { throw .controlCharacter }
                isASCII = false
                needsRewriting = true
            default: needsRewriting = true
            }
            index += 1
        }
        queryEnd = hash < 0 ? end : hash
        pathEnd = questionMark < 0 ? queryEnd : questionMark
        if !isASCII { try AddressScan.requireUTF8(bytes.extracting(authorityEnd..<end)) }
        if AddressScan.hasDotSegment(bytes.extracting(authorityEnd..<pathEnd)) { throw .dotSegment }
        if hasBadPercent { throw .percentSequence }
    }

    static func requireUTF8(_ bytes: Span<UInt8>) throws(WebAddressFault) {
        do throws(UTF8.ValidationError) {
            _ = try UTF8Span(validating: bytes)
        } catch {
            throw .notUTF8
        }
    }

    /// Whether a segment of the path is `.` or `..`, its dots escaped or not (WHATWG URL, section 4.1).
    private static func hasDotSegment(_ path: Span<UInt8>) -> Bool {
        var index = 0
        while index < path.count {
            defer { index += 1 }
            guard path[index] == UInt8(ascii: "/") else { continue }
            var cursor = index + 1
            var dots = 0
            while dots < 3, let length = dotLength(path, at: cursor) {
                dots += 1
                cursor += length
            }
            if dots == 1 || dots == 2, cursor == path.count || path[cursor] == UInt8(ascii: "/") { return true }
        }
        return false
    }

    private static func dotLength(_ path: Span<UInt8>, at index: Int) -> Int? {
        guard index < path.count else { return nil }
        if path[index] == UInt8(ascii: ".") { return 1 }
        return path[index] == UInt8(ascii: "%") && escapedValue(path, at: index) == UInt8(ascii: ".") ? 3 : nil
    }
}
