import ByteText

/// Header fields and decision logs: writing and verifying use the same list.
public enum LoggedHeaders {
    /// Whether a field, by its name in lower case, never goes into a decision log: it identifies a user or proves an
    /// identity.
    public static func isWithheld(_ name: Span<UInt8>) -> Bool {
        name.equals("cookie") || name.equals("authorization") || name.equals("proxy-authorization")
            || name.starts(with: "x-forwarded-") || name.equals("forwarded")
            || name.equals("x-real-ip")
    }
}
