import ByteText

/// Header fields and decision logs: who writes one and who verifies one go by the same list.
public enum LoggedHeaders {
    /// Whether a field, by its name in lower case, never goes into a decision log: it proves who somebody is, or names them.
    public static func isWithheld(_ name: Span<UInt8>) -> Bool {
        name.equals("cookie") || name.equals("authorization") || name.equals("proxy-authorization")
            || name.equals("fingerpost-device") || name.starts(with: "x-forwarded-") || name.equals("forwarded")
            || name.equals("x-real-ip")
    }
}
