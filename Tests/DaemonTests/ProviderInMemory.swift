import ByteText
import HTTP
import OpenID
import OpenSSL
import TestSupport
import Testing
import Threads

@testable import AdminPages
@testable import Client
@testable import Settings

/// A scripted identity provider without sockets, which signs with ES256.
final class ProviderInMemory: Sendable {
    static let issuer = "https://id.example.com"

    struct Conduct: Sendable {
        /// Claims to change; `nil` omits one.
        var claims: [String: JSONValue?] = ["groups": ["staff"]]
        /// The ID of the signing key, which the key set contains while `publishes`.
        var keyID = "k1"
        var publishes = true
        /// Replacements for the responses to requests whose path has a suffix.
        var faults: [String: Result<ProviderRequest.Answer, OpenIDFault>] = [:]
        /// Additional members of the discovery document.
        var document: [String: JSONValue] = [:]
        /// The requests, in order: path, form and authorization.
        var asked: [(path: String, form: String?, authorization: String?)] = []
        /// The nonce of the last authorization URL, which a browser would return.
        var nonce = ""
        var challenge = ""
    }

    private let key = SigningKey(.p256)
    let conduct = Locked(Conduct())
    /// Seconds since the epoch.
    let now: Int64

    init(now: Int64) { self.now = now }

    func count(of path: String) -> Int { conduct.withLock { $0.asked.count { $0.path == path } } }

    func answer(_ request: ProviderRequest) -> Result<ProviderRequest.Answer, OpenIDFault> {
        let path = String(request.address.target.prefix { $0 != "?" })
        let conduct = conduct.withLock { conduct in
            conduct.asked.append((path, request.form, request.authorization))
            return conduct
        }
        if let fault = conduct.faults[path] { return fault }
        switch path {
        case "/.well-known/openid-configuration": return Self.json(document(conduct))
        case "/keys": return Self.json(["keys": conduct.publishes ? [entry(conduct.keyID)] : []])
        case "/token": return redeem(request.form ?? "", conduct)
        default: return .success(ProviderRequest.Answer(status: 404, body: []))
        }
    }

    static func json(_ value: JSONValue, status: Int = 200) -> Result<ProviderRequest.Answer, OpenIDFault> {
        .success(ProviderRequest.Answer(status: status, body: Array(value.text.utf8)))
    }

    private func document(_ conduct: Conduct) -> JSONValue {
        var object = JSONObject()
        let usual = [
            "issuer": "", "authorization_endpoint": "/authorize", "token_endpoint": "/token", "jwks_uri": "/keys",
        ]
        for (name, path) in usual where conduct.document[name] == nil {
            object.append(name, .string(Self.issuer + path))
        }
        for (name, value) in conduct.document { object.append(name, value) }
        return .object(object)
    }

    /// Redeems a code if the verifier matches the challenge.
    private func redeem(_ form: String, _ conduct: Conduct) -> Result<ProviderRequest.Answer, OpenIDFault> {
        let verifier = String(form.split(separator: "&").first { $0.hasPrefix("code_verifier=") }?.dropFirst(14) ?? "")
        let digest = Digest.sha256(Array(verifier.utf8).span)
        guard form.contains("code=good&"), Self.base64(digest) == conduct.challenge else {
            return Self.json(["error": "invalid_grant"], status: 400)
        }
        return Self.json(["id_token": .string(token(conduct)), "token_type": "Bearer"])
    }

    private func token(_ conduct: Conduct) -> String {
        var claims: [String: JSONValue?] = [
            "iss": .string(Self.issuer), "sub": "248289761001", "aud": "console", "nonce": .string(conduct.nonce),
            "exp": .number(JSONNumber(Int(now) + 300)), "iat": .number(JSONNumber(Int(now))),
            "email": "ann@example.com", "email_verified": true,
        ]
        claims.merge(conduct.claims) { $1 }
        var object = JSONObject()
        for (name, value) in claims { if let value { object.append(name, value) } }
        let header: JSONValue = ["alg": "ES256", "kid": .string(conduct.keyID)]
        let text = "\(Self.base64(Array(header.text.utf8))).\(Self.base64(Array(JSONValue.object(object).text.utf8)))"
        let bytes = Array(text.utf8)
        return "\(text).\(Self.base64(Self.raw(key.signature(of: bytes.span))))"
    }

    private func entry(_ id: String) -> JSONValue {
        let lines = String(decoding: key.verifyingKey.pem, as: UTF8.self).split(separator: "\n")
        let point = Array((Base64.bytes(lines.dropFirst().dropLast().joined()) ?? []).suffix(64))
        return [
            "kty": "EC", "crv": "P-256", "kid": .string(id), "x": .string(Self.base64(Array(point.prefix(32)))),
            "y": .string(Self.base64(Array(point.suffix(32)))),
        ]
    }

    /// The two integers of a DER signature, 32 bytes each.
    private static func raw(_ der: [UInt8]) -> [UInt8] {
        let first = Int(der[3])
        return [der[4..<4 + first], der[(6 + first)...]].flatMap { number in
            let digits = number.drop { $0 == 0 }
            return [UInt8](repeating: 0, count: 32 - digits.count) + digits
        }
    }

    private static func base64(_ bytes: [UInt8]) -> String {
        String(decoding: Base64URL.encode(bytes.span), as: UTF8.self)
    }
}
