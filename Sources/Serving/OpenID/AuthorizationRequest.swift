import ByteText
import OpenSSL
import WebAddress

/// One sign-in at a provider, from the redirect to the callback (OpenID Connect Core 1.0, section 3.1.2.1; PKCE, RFC
/// 7636).
public struct AuthorizationRequest: Sendable {
    /// Identifies the sign-in in the callback. Random.
    public let state: String
    /// Must be repeated in the ID token. Random.
    public let nonce: String
    /// The PKCE code verifier, which proves that the code is redeemed by the client that began the sign-in. Random.
    public let verifier: String
    /// The redirect URI, to which the provider sends the browser back.
    public let redirect: String

    /// Begins a sign-in. Traps if the kernel has no entropy.
    ///
    /// - Parameter redirect: A URI of this daemon that is registered at the provider.
    public init(redirect: String) {
        (state, nonce, verifier) = (Self.random(), Self.random(), Self.random())
        self.redirect = redirect
    }

    /// Restores a sign-in that was begun earlier.
    public init(state: String, nonce: String, verifier: String, redirect: String) {
        (self.state, self.nonce, self.verifier, self.redirect) = (state, nonce, verifier, redirect)
    }

    /// 256 random bits, as 43 characters.
    public static func random() -> String {
        let bytes = SecureRandom.bytes(count: 32)
        return String(decoding: Base64URL.encode(bytes.span), as: UTF8.self)
    }

    /// The PKCE code challenge (RFC 7636, section 4.2).
    var challenge: String {
        let digest = Digest.sha256(Array(verifier.utf8).span)
        return String(decoding: Base64URL.encode(digest.span), as: UTF8.self)
    }

    /// The authorization URL that the browser is sent to.
    ///
    /// - Parameter scopes: The scopes requested in addition to `openid`.
    public func address(at endpoint: String, clientID: String, scopes: [String]) -> String {
        let fields = [
            ("response_type", "code"), ("client_id", clientID), ("redirect_uri", redirect),
            ("scope", (["openid"] + scopes.filter { $0 != "openid" }).joined(separator: " ")), ("state", state),
            ("nonce", nonce), ("code_challenge", challenge), ("code_challenge_method", "S256"),
        ]
        return endpoint + (endpoint.contains("?") ? "&" : "?") + Self.form(fields)
    }

    /// The form that exchanges a code for a token (section 3.1.3.1).
    public func tokenForm(code: String, clientID: String, secret: String?) -> String {
        var fields = [
            ("grant_type", "authorization_code"), ("code", code), ("redirect_uri", redirect), ("client_id", clientID),
            ("code_verifier", verifier),
        ]
        if let secret { fields.append(("client_secret", secret)) }
        return Self.form(fields)
    }

    /// The value of `Authorization` for a client with a secret; both parts are form-encoded (RFC 6749, section 2.3.1).
    public static func basic(clientID: String, secret: String) -> String {
        "Basic \(Base64.text(Array("\(encoded(clientID)):\(encoded(secret))".utf8)))"
    }

    private static func form(_ fields: [(name: String, value: String)]) -> String {
        fields.map { "\($0.name)=\(encoded($0.value))" }.joined(separator: "&")
    }

    private static func encoded(_ text: String) -> String {
        var bytes: [UInt8] = []
        PercentCoding.encodeComponent(Array(text.utf8).span, into: &bytes)
        return String(decoding: bytes, as: UTF8.self)
    }
}
