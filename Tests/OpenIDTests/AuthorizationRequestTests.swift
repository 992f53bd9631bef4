import ByteText
import OpenSSL
import Testing

@testable import OpenID

/// Requests to a provider, and the requirements on its discovery document.
@Suite("Requests to a provider, and where they go", .timeLimit(.minutes(20)))
struct AuthorizationRequestTests {
    private static let document: JSONValue = [
        "issuer": "https://id.example.com", "authorization_endpoint": "https://id.example.com/authorize",
        "token_endpoint": "https://id.example.com/token", "jwks_uri": "https://id.example.com/keys",
        "response_types_supported": ["code", "id_token"], "code_challenge_methods_supported": ["plain", "S256"],
    ]

    private static func document(_ name: String, _ value: JSONValue?) -> JSONValue {
        var object = JSONObject()
        for member in document.object?.members ?? [] where member.name != name {
            object.append(member.name, member.value)
        }
        if let value { object.append(name, value) }
        return .object(object)
    }

    @Test("the address has a challenge that only the verifier answers, and never the verifier")
    func address() throws {
        let request = AuthorizationRequest(redirect: "http://localhost:8082/back?a=b")
        let text = request.address(at: "https://id.example.com/a", clientID: "a b&c", scopes: ["email", "openid"])
        #expect(
            text.hasPrefix("https://id.example.com/a?response_type=code&client_id=a%20b%26c&redirect_uri=http%3A%2F%2F")
        )
        let digest = Digest.sha256(Array(request.verifier.utf8).span)
        let challenge = TokenForge.base64(digest)
        #expect(text.contains("&code_challenge=\(challenge)&code_challenge_method=S256"))
        #expect(
            text.contains("&scope=openid%20email&") && text.contains("&state=\(request.state)&nonce=\(request.nonce)&"))
        #expect(!text.contains(request.verifier))
        #expect(
            request.address(at: "https://id.example.com/a?p=1", clientID: "c", scopes: []).contains(
                "/a?p=1&response_type"))
        let form = request.tokenForm(code: "x&y", clientID: "c", secret: nil)
        #expect(form.contains("code=x%26y&") && form.hasSuffix("&code_verifier=\(request.verifier)"))
        #expect(request.tokenForm(code: "x", clientID: "c", secret: "s+").hasSuffix("&client_secret=s%2B"))
    }

    @Test("no two sign-ins have anything random in common, and the verifier is as RFC 7636 has it")
    func random() {
        let requests = (0..<50).map { _ in AuthorizationRequest(redirect: "x") }
        #expect(Set(requests.flatMap { [$0.state, $0.nonce, $0.verifier] }).count == 150)
        #expect(requests.allSatisfy { $0.verifier.utf8.count == 43 })
    }

    @Test("a client's name and secret are encoded before they are joined")
    func basic() {
        #expect(
            AuthorizationRequest.basic(clientID: "a:b", secret: "c d")
                == "Basic \(Base64.text(Array("a%3Ab:c%20d".utf8)))")
    }

    @Test("the discovery document is of the issuer that was asked, and has what is needed")
    func metadata() throws {
        let issuer = "https://id.example.com"
        let good = try ProviderMetadata(Self.document, issuer: issuer)
        #expect(good.tokenEndpoint == "https://id.example.com/token" && !good.statesIssuer && !good.wantsSecretInForm)
        func fault(_ name: String, _ value: JSONValue?, issuer: String = issuer) -> ProviderMetadata.Fault? {
            do throws(ProviderMetadata.Fault) {
                _ = try ProviderMetadata(Self.document(name, value), issuer: issuer)
                return nil
            } catch { return error }
        }
        #expect(fault("issuer", "https://id.example.com/") == .issuer && fault("issuer", nil) == .issuer)
        for name in ["authorization_endpoint", "token_endpoint", "jwks_uri"] {
            for value: JSONValue? in [nil, 1, "https://a/b c", "https://a/\n", "https://a/#x", "https://ä/"] {
                #expect(fault(name, value) == .member(name))
            }
        }
        #expect(fault("response_types_supported", ["id_token"]) == .member("response_types_supported"))
        #expect(fault("code_challenge_methods_supported", ["plain"]) == .member("code_challenge_methods_supported"))
        #expect(fault("code_challenge_methods_supported", nil) == nil)
        let form = Self.document("token_endpoint_auth_methods_supported", ["client_secret_post"])
        #expect(try ProviderMetadata(form, issuer: issuer).wantsSecretInForm)
        let stating = Self.document("authorization_response_iss_parameter_supported", true)
        #expect(try ProviderMetadata(stating, issuer: issuer).statesIssuer)
    }
}
