public import ByteText

/// Where a provider's endpoints are, as its discovery document says (OpenID Connect Discovery 1.0, section 3).
public struct ProviderMetadata: Sendable, Equatable {
    /// Where people sign in.
    public let authorizationEndpoint: String
    /// Where a code becomes a token.
    public let tokenEndpoint: String
    /// Where the keys are.
    public let keySet: String
    /// Whether answers name the issuer, so that one that does not is refused (RFC 9207, section 2.4).
    public let statesIssuer: Bool
    /// Whether the client's secret belongs into the form, not into `Authorization`.
    public let wantsSecretInForm: Bool

    /// Why a document is not used.
    public enum Fault: Error, Sendable, Equatable {
        /// It is of another provider than the one that it was asked of.
        case issuer
        /// It lacks a member, or one is not what it should be.
        case member(String)

        /// What is wrong, in words for people.
        public var text: String {
            switch self {
            case .issuer: "its `issuer` is not the issuer of the settings; both must be the same to the last character"
            case .member(let name): "its `\(name)` is missing, or is not what this daemon needs"
            }
        }
    }

    /// Reads the document of an issuer. Addresses are read where they are used; here they are text.
    public init(_ json: JSONValue, issuer: String) throws(Fault) {
        guard json["issuer"]?.string == issuer else { throw .issuer }
        authorizationEndpoint = try Self.address(json, "authorization_endpoint")
        tokenEndpoint = try Self.address(json, "token_endpoint")
        keySet = try Self.address(json, "jwks_uri")
        try Self.require("code", in: json, "response_types_supported")
        try Self.require("S256", in: json, "code_challenge_methods_supported")
        statesIssuer = json["authorization_response_iss_parameter_supported"]?.bool ?? false
        // Without a list it is `client_secret_basic`.
        let methods = json["token_endpoint_auth_methods_supported"]?.array ?? ["client_secret_basic"]
        wantsSecretInForm = !methods.contains("client_secret_basic") && methods.contains("client_secret_post")
    }

    private static func address(_ json: JSONValue, _ name: String) throws(Fault) -> String {
        guard let text = json[name]?.string, text.utf8.count <= 2048,
            text.utf8.allSatisfy({ (0x21...0x7E).contains($0) && $0 != UInt8(ascii: "#") })
        else { throw .member(name) }
        return text
    }

    /// A list that is not there says nothing.
    private static func require(_ value: String, in json: JSONValue, _ name: String) throws(Fault) {
        guard let list = json[name] else { return }
        guard list.array?.contains(.string(value)) ?? false else { throw .member(name) }
    }
}
