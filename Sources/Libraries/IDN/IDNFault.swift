import CIDN2

/// Why a host name is not a valid internationalized domain name.
public enum IDNFault: Error, Sendable, Equatable {
    /// The host or one of its labels is empty or too long (RFC 1035, section 2.3.4).
    case length
    /// The text is not UTF-8.
    case encoding
    /// An `xn--` label can't be decoded.
    case punycode
    /// Decoding and encoding again produces a different name.
    case roundTrip
    /// A character or sequence that is not allowed in domain names (RFC 5892, RFC 5893, UTS 46).
    case disallowed
    /// The library is out of memory or failed in another way.
    case library

    init(code: CInt) {
        switch idn2_rc(code) {
        case IDN2_TOO_BIG_DOMAIN, IDN2_TOO_BIG_LABEL, IDN2_PUNYCODE_BIG_OUTPUT: self = .length
        case IDN2_ENCODING_ERROR, IDN2_NO_CODESET, IDN2_ICONV_FAIL: self = .encoding
        case IDN2_PUNYCODE_BAD_INPUT, IDN2_PUNYCODE_OVERFLOW, IDN2_INVALID_ALABEL:
            self = .punycode
        case IDN2_ALABEL_ROUNDTRIP_FAILED, IDN2_UALABEL_MISMATCH: self = .roundTrip
        case IDN2_MALLOC, IDN2_INVALID_FLAGS: self = .library
        default: self = .disallowed
        }
    }
}
