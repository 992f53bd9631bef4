import ByteText

/// The domains on which Firebase served Dynamic Links for everybody.
public enum DynamicLinkDomain {
    /// Whether the host, in lower case, is `NAME.page.link`, `NAME.app.goo.gl` or `NAME.app.google`.
    public static func isFirebase(_ host: Span<UInt8>) -> Bool {
        host.ends(with: ".page.link") || host.ends(with: ".app.goo.gl") || host.ends(with: ".app.google")
    }
}
