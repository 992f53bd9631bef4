import CIDN2

/// Internationalised host names, by libidn2: U-labels to A-labels (RFC 5891, UTS 46 non-transitional processing).
///
/// This is the only module that knows the C library. It is for the rare host that is not plain ASCII; it allocates.
/// Any thread may call it.
public enum IDN {
    /// The longest host that is worth asking about, in bytes of UTF-8: 253 letters of four bytes each.
    static let longestInput = 1_012

    /// The ASCII form of a host: lower case, every U-label as its `xn--` A-label.
    ///
    /// The result has been turned back and forth once more and stayed as it was. It can still hold any ASCII character
    /// that UTS 46 maps to, so the caller checks it like a host that was ASCII from the start.
    ///
    /// - Parameter host: UTF-8, any mix of ASCII labels, U-labels and A-labels.
    public static func asciiForm(of host: Span<UInt8>) throws(IDNFault) -> [UInt8] {
        guard host.count > 0, host.count <= longestInput else { throw .length }
        var text: [UInt8] = []
        text.reserveCapacity(host.count + 1)
        for index in 0..<host.count {
            guard host[index] != 0 else { throw .disallowed }
            text.append(host[index])
        }
        try refuseUnsettledMappings(host)
        let ascii = try toASCII(text)
        guard try toASCII(toUnicode(ascii)) == ascii else { throw .roundTrip }
        return ascii
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
