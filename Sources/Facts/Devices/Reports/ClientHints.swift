public import ByteText

/// The raw values of the request headers, other than `User-Agent`, that describe a client.
///
/// They are structured fields (RFC 9651) as defined by User-Agent Client Hints, except `X-Requested-With`, in which an
/// Android `WebView` sends the package name of its app. An invalid field is treated as absent.
public struct ClientHints: Sendable {
    /// `Sec-CH-UA-Platform`, such as `"Android"`.
    public var platform: TextRange?
    /// `Sec-CH-UA-Platform-Version`, such as `"14.0.0"`.
    public var platformVersion: TextRange?
    /// `Sec-CH-UA-Mobile`: `?1` or `?0`.
    public var mobile: TextRange?
    /// `Sec-CH-UA-Model`, such as `"Pixel 8"`.
    public var model: TextRange?
    /// `Sec-CH-UA-Form-Factors`, such as `"Tablet"`.
    public var formFactors: TextRange?
    /// `Sec-CH-UA-Full-Version-List`.
    public var fullVersionList: TextRange?
    /// `Sec-CH-UA`.
    public var brands: TextRange?
    /// `X-Requested-With`.
    public var requestedWith: TextRange?
    /// `Signature-Agent` (HTTP Message Signatures Directory, draft-meunier-http-message-signatures-directory): sent by
    /// agents that act on behalf of a language model, with the user agent of a browser.
    public var signatureAgent: TextRange?

    /// Whether all fields are absent.
    public var isEmpty: Bool {
        platform == nil && platformVersion == nil && mobile == nil && model == nil && formFactors == nil
            && fullVersionList == nil && brands == nil && requestedWith == nil
            && signatureAgent == nil
    }

    /// Creates hints from unparsed header field values; `nil` for an absent field.
    @inlinable
    public init(
        platform: TextRange? = nil, platformVersion: TextRange? = nil, mobile: TextRange? = nil,
        model: TextRange? = nil, formFactors: TextRange? = nil, fullVersionList: TextRange? = nil,
        brands: TextRange? = nil, requestedWith: TextRange? = nil, signatureAgent: TextRange? = nil
    ) {
        self.platform = platform
        self.platformVersion = platformVersion
        self.mobile = mobile
        self.model = model
        self.formFactors = formFactors
        self.fullVersionList = fullVersionList
        self.brands = brands
        self.requestedWith = requestedWith
        self.signatureAgent = signatureAgent
    }
}
