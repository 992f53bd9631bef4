import ByteText

/// The component offsets of a URL, and the corrections it needs.
struct AddressScan {
    /// Bytes allowed unescaped in a path, query or fragment: RFC 3986's characters, and square brackets, which all
    /// browsers leave unescaped too. Backslashes are rejected before this test.
    static let literal = ByteSet.visible.subtracting(ByteSet("\"<>\\^`{|}"))
    /// The bytes that need no check in a path, and after it.
    private static let plainInPath = literal.subtracting(ByteSet("%?#/"))
    private static let plain = literal.subtracting(ByteSet("%#"))

    /// Both sets for plain addresses.
    private static let plainSets = (names: HostForm.plain, tail: plain)

    private(set) var scheme = Scheme.other
    private(set) var schemeEnd = 0
    private(set) var port: UInt16?
    private(set) var needsRewriting = false
    /// The A-label form of a host with non-ASCII letters; `nil` for other hosts. Converted once and last, because a conversion
    /// takes as long as the rest of the scan.
    private(set) var internationalHost: [UInt8]?
    private var isInternational = false
    private var hasBadPercent = false
    private var isASCII = true

    var hostStart: Int { schemeEnd + 3 }
    var hostEnd = 0
    var authorityEnd = 0
    /// The end of the path: the `?`, if there is a query.
    var pathEnd = 0
    /// The end of the query: the `#`, if there is a fragment. Equals `pathEnd` if there is no query.
    var queryEnd = 0
    var end: Int

    /// The components of a URL that needs no corrections, as the scan would find them. `nil` if the full scan is needed.
    static func plainParts(_ bytes: Span<UInt8>) -> PlainAddress? {
        guard bytes.count <= WebAddress.longestText else { return nil }
        let sets = plainSets
        return bytes.plainAddress(names: sets.names, tail: sets.tail)
    }

    init(_ bytes: Span<UInt8>) throws(WebAddressFault) {
        end = bytes.count
        guard end <= WebAddress.longestText else { throw .tooLong }
        try scanScheme(bytes)
        guard bytes[end - 1] != 0x20 else { throw .outerSpace }
        try scanAuthority(bytes)
        try scanTail(bytes)
    }

    private mutating func scanScheme(_ bytes: Span<UInt8>) throws(WebAddressFault) {
        // By far the most common case.
        if bytes.starts(with: "https://") {
            scheme = .https
            schemeEnd = 5
            return
        }
        guard let length = Scheme.length(bytes) else { throw AddressScan.faultOfForeignText(bytes) }
        scheme = Scheme(name: bytes.extracting(0..<length))
        guard scheme != .other else { throw AddressScan.faultOfForeignText(bytes) }
        schemeEnd = length
        guard end >= length + 3, bytes[length + 1] == UInt8(ascii: "/"), bytes[length + 2] == UInt8(ascii: "/") else {
            throw .missingSlashes
        }
        for index in 0..<length where bytes[index] != bytes[index].lowercased { needsRewriting = true }
    }

    /// The most severe fault of a text without a web scheme. Bytes that are invalid anywhere in a link take precedence.
    private static func faultOfForeignText(_ bytes: Span<UInt8>) -> WebAddressFault {
        guard bytes.count > 0 else { return .notWebScheme }
        if bytes[0] == 0x20 || bytes[bytes.count - 1] == 0x20 { return .outerSpace }
        var hasBadPercent = false
        for index in 0..<bytes.count {
            let byte = bytes[index]
            if byte.isControl { return .controlCharacter }
            if byte == UInt8(ascii: "\\") { return .backslash }
            if byte == UInt8(ascii: "%"), bytes.percentEscape(at: index) == nil { hasBadPercent = true }
        }
        return hasBadPercent ? .percentSequence : .notWebScheme
    }
}

// MARK: - Authority

extension AddressScan {
    private mutating func scanAuthority(_ bytes: Span<UInt8>) throws(WebAddressFault) {
        var index = hostStart
        var lastColon = -1
        var bracket = -1
        while index < end, !HostForm.endsAuthority(bytes[index]) {
            switch bytes[index] {
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
            isInternational = true
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
        var index = try scanPath(bytes)
        pathEnd = index
        if index < end, bytes[index] == UInt8(ascii: "?") { index = try scanBehindPath(bytes, from: index + 1) }
        queryEnd = index
        while index < end { index = try scanBehindPath(bytes, from: index + 1) }
        if !isASCII { try AddressScan.requireUTF8(bytes.extracting(authorityEnd..<end)) }
        if isInternational { internationalHost = try HostForm.asciiForm(of: bytes.extracting(hostStart..<hostEnd)) }
        if hasBadPercent { throw .percentSequence }
    }

    /// Scans to the `?`, the `#` or the end.
    private mutating func scanPath(_ bytes: Span<UInt8>) throws(WebAddressFault) -> Int {
        var index = authorityEnd
        while true {
            index = try skip(AddressScan.plainInPath, bytes, from: index)
            guard index < end, bytes[index] == UInt8(ascii: "/") else { return index }
            index += 1
            if AddressScan.isDotSegment(bytes, from: index) { throw .dotSegment }
        }
    }

    /// Scans to the next `#` or the end.
    private mutating func scanBehindPath(_ bytes: Span<UInt8>, from start: Int) throws(WebAddressFault) -> Int {
        // Usually this reaches the end.
        try skip(AddressScan.plain, bytes, from: bytes.endOfEscapedRun(of: AddressScan.plain, from: start))
    }

    /// Scans plain bytes, escapes, and bytes that will be escaped, up to the next delimiter (`/`, `?` or `#`) that is not
    /// plain.
    @inline(__always)
    private mutating func skip(
        _ plain: ByteSet, _ bytes: Span<UInt8>, from start: Int
    ) throws(WebAddressFault) -> Int {
        let end = end
        var index = start
        while index < end {
            // Safe: the index is below the end, which is the count.
            let byte = unsafe bytes[unchecked: index]
            if plain.contains(byte) {
                index &+= 1
                continue
            }
            switch byte {
            case UInt8(ascii: "%"): index = try skipEscape(bytes, to: index &+ 1)
            case UInt8(ascii: "/"), UInt8(ascii: "?"), UInt8(ascii: "#"): return index
            default:
                try look(bytes, at: index)
                index &+= 1
            }
        }
        return end
    }

    /// The index after an escape, given the index of its digits.
    @inline(__always)
    private mutating func skipEscape(_ bytes: Span<UInt8>, to digits: Int) throws(WebAddressFault) -> Int {
        // A later fault may take precedence over a bad sequence, so the scan continues.
        guard let value = bytes.hexPair(at: digits) else {
            hasBadPercent = true
            return digits
        }
        if value == 0 { throw .encodedNUL }
        return digits &+ 2
    }

    /// Checks a byte outside of the literal set.
    private mutating func look(_ bytes: Span<UInt8>, at index: Int) throws(WebAddressFault) {
        switch bytes[index] {
        case UInt8(ascii: "\\"): throw .backslash
        case 0..<0x20, 0x7F: throw .controlCharacter
        case 0x80...:
            if bytes[index] == 0xC2, index + 1 < end, bytes[index + 1] < 0xA0 { throw .controlCharacter }
            isASCII = false
            needsRewriting = true
        default: needsRewriting = true
        }
    }

    static func requireUTF8(_ bytes: Span<UInt8>) throws(WebAddressFault) {
        do throws(UTF8.ValidationError) {
            _ = try UTF8Span(validating: bytes)
        } catch {
            throw .notUTF8
        }
    }

    /// Whether the segment is `.` or `..`, with its dots escaped or not (WHATWG URL, section 4.1).
    static func isDotSegment(_ bytes: Span<UInt8>, from start: Int) -> Bool {
        var index = start
        var dots = 0
        while dots < 3, let length = dotLength(bytes, at: index) {
            dots += 1
            index += length
        }
        guard dots == 1 || dots == 2 else { return false }
        guard index < bytes.count else { return true }
        return bytes[index] == UInt8(ascii: "/") || bytes[index] == UInt8(ascii: "?")
            || bytes[index] == UInt8(ascii: "#")
    }

    private static func dotLength(_ bytes: Span<UInt8>, at index: Int) -> Int? {
        guard index < bytes.count else { return nil }
        if bytes[index] == UInt8(ascii: ".") { return 1 }
        return bytes.percentEscape(at: index) == UInt8(ascii: ".") ? 3 : nil
    }
}
