public import ByteText

/// The raw values of the request headers that describe a client besides `User-Agent`.
///
/// They are structured fields (RFC 9651) as User-Agent Client Hints define them, except `X-Requested-With`, in which an
/// Android `WebView` names the package of its app. A field that does not parse is as one that is absent.
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

    /// Whether there is none.
    public var isEmpty: Bool {
        platform == nil && platformVersion == nil && mobile == nil && model == nil && formFactors == nil
            && fullVersionList == nil && brands == nil && requestedWith == nil
    }

    /// Hints as the header fields have them, unparsed; nil for a field that was not sent.
    @inlinable
    public init(
        platform: TextRange? = nil, platformVersion: TextRange? = nil, mobile: TextRange? = nil,
        model: TextRange? = nil, formFactors: TextRange? = nil, fullVersionList: TextRange? = nil,
        brands: TextRange? = nil, requestedWith: TextRange? = nil
    ) {
        self.platform = platform
        self.platformVersion = platformVersion
        self.mobile = mobile
        self.model = model
        self.formFactors = formFactors
        self.fullVersionList = fullVersionList
        self.brands = brands
        self.requestedWith = requestedWith
    }
}
