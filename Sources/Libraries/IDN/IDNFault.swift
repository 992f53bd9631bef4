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

    /// The error and how to fix it, without the name itself.
    public var sentence: StaticString {
        switch self {
        case .length:
            "The host name or one of its labels is empty or too long; use at most 63 bytes per label and 253 in all."
        case .encoding: "The host name is not valid UTF-8; write it in UTF-8 or in its xn-- form."
        case .punycode: "A label of the host name begins with xn-- but is not valid Punycode; correct it."
        case .roundTrip:
            "The host name is not in canonical form: decoding and encoding it changes it; write the canonical form."
        case .disallowed: "The host name contains a character that is not allowed in domain names; remove it."
        case .library: "The host name can't be converted; write it in its xn-- form."
        }
    }

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
