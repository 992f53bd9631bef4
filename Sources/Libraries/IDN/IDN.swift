import CIDN2

/// Internationalised host names, by libidn2: U-labels to A-labels (RFC 5891, UTS 46 non-transitional processing).
///
/// This is the only module that knows the C library. It is for the rare host that is not plain ASCII; it allocates.
/// Any thread may call it.
public enum IDN {
    /// The longest host that is worth asking about, and the longest label of one, in characters: those of the ASCII form
    /// (RFC 1035, section 2.3.4). A character needs at least one letter there, unless it is dropped or joined to another.
    private static let (longestHost, longestLabel) = (253, 63)

    /// The ASCII form of a host: lower case, every U-label as its `xn--` A-label.
    ///
    /// The result stays as it is when it is turned back and forth. It can still hold any ASCII character that UTS 46 maps to,
    /// so the caller checks it like a host that was ASCII from the start.
    ///
    /// A conversion to ASCII takes some ten microseconds, and for the longest hosts some sixty; the way back takes two. A
    /// host in its canonical form, whether in letters or in `xn--` labels, is converted once.
    ///
    /// - Parameter host: UTF-8, any mix of ASCII labels, U-labels and A-labels.
    public static func asciiForm(of host: Span<UInt8>) throws(IDNFault) -> [UInt8] {
        let text = try text(of: host)
        let ascii = try toASCII(text)
        // Without such a label nothing would be turned back.
        guard hasALabel(ascii) else { return ascii }
        let unicode = try toUnicode(ascii)
        guard unicode != text else { return ascii }
        guard try toASCII(unicode) == ascii else { throw .roundTrip }
        return ascii
    }

    /// Throws unless a host of ASCII, in lower case, is the ASCII form of what its `xn--` labels are decoded to.
    public static func requireCanonical(_ host: Span<UInt8>) throws(IDNFault) {
        let text = try text(of: host)
        guard try toASCII(toUnicode(text)) == text else { throw .roundTrip }
    }

    /// The bytes of a host that may be converted. What is too long costs one look at its bytes, and no conversion.
    private static func text(of host: Span<UInt8>) throws(IDNFault) -> [UInt8] {
        guard host.count > 0 else { throw .length }
        try refuseLongLabels(host)
        try refuseUnsettledMappings(host)
        var text: [UInt8] = []
        text.reserveCapacity(host.count)
        for index in 0..<host.count {
            guard host[index] != 0 else { throw .disallowed }
            text.append(host[index])
        }
        return text
    }

    private static func refuseLongLabels(_ host: Span<UInt8>) throws(IDNFault) {
        var (hostCount, labelCount) = (0, 0)
        for index in 0..<host.count where host[index] & 0xC0 != 0x80 {
            hostCount += 1
            labelCount = isStop(host, at: index) ? 0 : labelCount + 1
            guard hostCount <= longestHost, labelCount <= longestLabel else { throw .length }
        }
    }

    /// Whether a character divides labels: the full stop, and the three that UTS 46 maps to it (U+3002, U+FF0E, U+FF61).
    private static func isStop(_ host: Span<UInt8>, at index: Int) -> Bool {
        if host[index] == UInt8(ascii: ".") { return true }
        guard index + 2 < host.count else { return false }
        switch (host[index], host[index + 1], host[index + 2]) {
        case (0xE3, 0x80, 0x82), (0xEF, 0xBC, 0x8E), (0xEF, 0xBD, 0xA1): return true
        default: return false
        }
    }

    private static func hasALabel(_ host: [UInt8]) -> Bool {
        let (host, prefix) = (host.span, Array("xn--".utf8))
        for index in 0..<host.count where index == 0 || host[index - 1] == UInt8(ascii: ".") {
            guard index + prefix.count <= host.count else { return false }
            if prefix.indices.allSatisfy({ host[index + $0] == prefix[$0] }) { return true }
        }
        return false
    }

    /// Refuses U+1E9E, capital sharp S: tables up to Unicode 15.0 map it to `ss`, later ones to `ß`, so that two
    /// programs of different age go to different hosts.
    private static func refuseUnsettledMappings(_ host: Span<UInt8>) throws(IDNFault) {
        var index = 2
        while index < host.count {
            if host[index - 2] == 0xE1, host[index - 1] == 0xBA, host[index] == 0x9E { throw .disallowed }
            index += 1
        }
    }

    private static func toASCII(_ host: [UInt8]) throws(IDNFault) -> [UInt8] {
        var output: UnsafeMutablePointer<CChar>?
        let code = unsafe withCString(host) { unsafe idn2_to_ascii_8z($0, &output, flags) }
        return try unsafe collect(code, output)
    }

    private static func toUnicode(_ host: [UInt8]) throws(IDNFault) -> [UInt8] {
        var output: UnsafeMutablePointer<CChar>?
        let code = unsafe withCString(host) { unsafe idn2_to_unicode_8z8z($0, &output, flags) }
        return try unsafe collect(code, output)
    }

    private static let flags = CInt(bitPattern: IDN2_NONTRANSITIONAL.rawValue)

    /// Lends the bytes as a C string: a NUL is put after them. They hold none themselves.
    private static func withCString(_ bytes: [UInt8], _ body: (UnsafePointer<CChar>) -> CInt) -> CInt {
        let text = bytes.map { CChar(bitPattern: $0) } + [0]
        // Safe: the library reads the string within the call only, up to the NUL.
        return unsafe text.withUnsafeBufferPointer { unsafe body($0.baseAddress!) }
    }

    /// Copies the library's result, which is a NUL-terminated string of its own, and frees it.
    private static func collect(_ code: CInt, _ output: UnsafeMutablePointer<CChar>?) throws(IDNFault) -> [UInt8] {
        // Safe: libidn2 hands over a malloc'ed string or nothing; it is freed once, after the last read.
        defer { unsafe idn2_free(output) }
        guard code == IDN2_OK.rawValue, let text = unsafe output else { throw IDNFault(code: code) }
        var bytes: [UInt8] = []
        var index = 0
        while unsafe text[index] != 0 {
            unsafe bytes.append(UInt8(bitPattern: text[index]))
            index += 1
        }
        return bytes
    }
}
