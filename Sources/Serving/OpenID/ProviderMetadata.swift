public import ByteText

/// The endpoints of a provider, from its discovery document (OpenID Connect Discovery 1.0, section 3).
public struct ProviderMetadata: Sendable, Equatable {
    /// The endpoint where people sign in.
    public let authorizationEndpoint: String
    /// The endpoint that exchanges a code for a token.
    public let tokenEndpoint: String
    /// The address of the key set.
    public let keySet: String
    /// Whether authorization responses contain the issuer, so that one without it is rejected (RFC 9207, section 2.4).
    public let statesIssuer: Bool
    /// Whether the client secret is sent in the form instead of in `Authorization`.
    public let wantsSecretInForm: Bool

    /// Why a document is rejected.
    public enum Fault: Error, Sendable, Equatable {
        /// The issuer differs from the requested one.
        case issuer
        /// A member is missing or invalid.
        case member(String)

        /// The reason, for people.
        public var text: String {
            switch self {
            case .issuer: "its `issuer` differs from the configured one; they must match exactly"
            case .member(let name): "its `\(name)` is missing or not supported"
            }
        }
    }

    /// Parses the document of an issuer. Addresses are kept as text and parsed when they are used.
    public init(_ json: JSONValue, issuer: String) throws(Fault) {
        guard json["issuer"]?.string == issuer else { throw .issuer }
        authorizationEndpoint = try Self.address(json, "authorization_endpoint")
        tokenEndpoint = try Self.address(json, "token_endpoint")
        keySet = try Self.address(json, "jwks_uri")
        try Self.require("code", in: json, "response_types_supported")
        try Self.require("S256", in: json, "code_challenge_methods_supported")
        statesIssuer = json["authorization_response_iss_parameter_supported"]?.bool ?? false
        // The default is `client_secret_basic`.
        let methods = json["token_endpoint_auth_methods_supported"]?.array ?? ["client_secret_basic"]
        wantsSecretInForm = !methods.contains("client_secret_basic") && methods.contains("client_secret_post")
    }

    private static func address(_ json: JSONValue, _ name: String) throws(Fault) -> String {
        guard let text = json[name]?.string, text.utf8.count <= 2048,
            text.utf8.allSatisfy({ (0x21...0x7E).contains($0) && $0 != UInt8(ascii: "#") })
        else { throw .member(name) }
        return text
    }

    /// A missing list is no restriction.
    private static func require(_ value: String, in json: JSONValue, _ name: String) throws(Fault) {
        guard let list = json[name] else { return }
        guard list.array?.contains(.string(value)) ?? false else { throw .member(name) }
    }
}
