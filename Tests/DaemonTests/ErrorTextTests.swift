import ByteText
import TestSupport
import Testing

/// Errors may echo parts of a request so that its sender finds the fault, except mail addresses and codes, since error
/// messages end up in client logs and on screens. Regression: names of members, parameters and domains were echoed
/// unmasked.
@Suite("Error texts of admin, in memory")
struct ErrorTextTests {
    private static let mail = "jane.secret.doe@example.com"
    private static let action = "https://own.example/?link=https://www.example.com/?oobCode=SECRETcode1234567"

    @Test(
        "hold no mail address and no code",
        arguments: [
            ("POST", "/v1/links", #"{"\#(mail)": 1}"#), ("POST", "/v1/links", #"{"domain": "\#(mail)"}"#),
            ("POST", "/v1/links", #"{"domain": "own.example", "long_link": "\#(mail)"}"#),
            ("POST", "/v1/links", #"{"domain": "own.example", "long_link": "https://evil.example/?q=\#(mail)"}"#),
            (
                "POST", "/v1/links",
                #"{"domain": "own.example", "long_link": "https://www.example.com/", "code": "\#(mail)"}"#
            ),
            ("POST", "/v1/links:batch", #"{"op": "\#(mail)"}"#), ("POST", "/v1/shortLinks", #"{"\#(mail)": {}}"#),
            ("POST", "/v1/shortLinks", #"{"longDynamicLink": "\#(action)"}"#),
            ("GET", "/v1/links?\(mail)=1", ""), ("GET", "/v1/links?sort=\(mail)", ""),
            ("GET", "/v1/links?domain=\(mail)", ""), ("GET", "/v1/links/own.example%2F\(mail)", ""),
            ("GET", "/v1/\(mail)", ""),
        ])
    func masked(method: String, target: String, body: String) throws {
        let server = try DaemonInMemory(
            sites: [(name: "own", hosts: ["own.example"])], tokens: [(name: "all", secret: "a", options: [])])
        let answer = try server.ask(method, target, body, token: "a")
        for secret in ["jane.secret", "SECRETcode"] { #expect(!answer.body.contains(secret), "\(answer.body)") }
    }

    @Test("keep what is no secret")
    func kept() throws {
        let server = try DaemonInMemory(
            sites: [(name: "own", hosts: ["own.example"])], tokens: [(name: "all", secret: "a", options: [])])
        let answer = try server.ask("POST", "/v1/links", #"{"domian": "own.example"}"#, token: "a")
        #expect(answer.status == 400)
        #expect(answer.body.contains("domian") && answer.body.contains("domain"), "\(answer.body)")
    }
}
