import ByteText

/// Header fields in decision logs. Writing and verifying use the same list.
public enum LoggedHeaders {
    /// Whether a field, by its name in lower case, is never logged because it identifies a user or carries credentials.
    public static func isWithheld(_ name: Span<UInt8>) -> Bool {
        name.equals("cookie") || name.equals("authorization") || name.equals("proxy-authorization")
            || name.starts(with: "x-forwarded-") || name.equals("forwarded")
            || name.equals("x-real-ip")
    }
}
