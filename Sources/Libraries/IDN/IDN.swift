import CIDN2

/// Internationalized host names, by libidn2: U-labels to A-labels (RFC 5891, UTS 46 non-transitional processing).
///
/// The only module that uses the C library. Meant for the rare host that is not plain ASCII; it allocates. May be
/// called from any thread.
public enum IDN {
    /// The maximum lengths of a host and of a label to convert, in characters: those of the ASCII form (RFC 1035,
    /// section 2.3.4). A character needs at least one letter there, unless it is dropped or combined with another.
    private static let (longestHost, longestLabel) = (253, 63)

    /// The ASCII form of a host: lowercase, every U-label as its `xn--` A-label.
    ///
    /// The result is stable under decoding and encoding. It may still contain any ASCII character that UTS 46 maps to,
    /// so the caller must validate it like a host that was ASCII from the start.
    ///
    /// A conversion to ASCII takes about ten microseconds, up to sixty for the longest hosts; the reverse takes two. A
    /// host in canonical form, in letters or `xn--` labels, is converted only once.
    ///
    /// - Parameter host: UTF-8, any mix of ASCII labels, U-labels and A-labels.
    public static func asciiForm(of host: Span<UInt8>) throws(IDNFault) -> [UInt8] {
        let text = try text(of: host)
        let ascii = try toASCII(text)
        // Without an A-label, decoding would change nothing.
        guard hasALabel(ascii) else { return ascii }
        let unicode = try toUnicode(ascii)
        guard unicode != text else { return ascii }
        guard try toASCII(unicode) == ascii else { throw .roundTrip }
        return ascii
    }

    /// Throws unless a lowercase ASCII host equals the ASCII form of its decoded `xn--` labels.
    public static func requireCanonical(_ host: Span<UInt8>) throws(IDNFault) {
        let text = try text(of: host)
        guard try toASCII(toUnicode(text)) == text else { throw .roundTrip }
    }

    /// The bytes of a host that may be converted. An overlong host costs one pass over its bytes, but no conversion.
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

    /// Whether a character separates labels: the full stop, and the three that UTS 46 maps to it (U+3002, U+FF0E,
    /// U+FF61).
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

    /// Rejects U+1E9E, capital sharp S: tables up to Unicode 15.0 map it to `ss`, later ones to `ß`, so programs of
    /// different versions would resolve different hosts.
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

    /// Passes the bytes as a C string, with a NUL appended. They must not contain a NUL.
    private static func withCString(_ bytes: [UInt8], _ body: (UnsafePointer<CChar>) -> CInt) -> CInt {
        let text = bytes.map { CChar(bitPattern: $0) } + [0]
        // Safe: the library reads the string only during the call, up to the NUL.
        return unsafe text.withUnsafeBufferPointer { unsafe body($0.baseAddress!) }
    }

    /// Copies the library's result, a NUL-terminated string that it has allocated, and frees it.
    private static func collect(_ code: CInt, _ output: UnsafeMutablePointer<CChar>?) throws(IDNFault) -> [UInt8] {
        // Safe: libidn2 returns a malloc'ed string or NULL; it is freed once, after the last read.
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
