/// Why a `Fingerpost-Device` header is refused. Offsets count bytes from the start of the header's value.
public enum DeviceProfileFault: Error, Hashable, Sendable {
    /// The value is no dictionary (RFC 9651, section 3.2), or uses a type that no key takes.
    case malformed(offset: Int)
    /// A key that the profile does not know.
    case unknownKey(offset: Int)
    /// A parameter that its member does not take.
    case unknownParameter(offset: Int)
    /// A value of the wrong type for its key, or a word that is none of the key's words.
    case wrongValue(offset: Int)
}
