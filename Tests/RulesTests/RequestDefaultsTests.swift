import ByteText
import Rules
import Testing

/// Values that other options add to the requests of `--batch`.
@Suite("defaults of requests")
struct RequestDefaultsTests {
    private static let stated = #"""
        {"user_agent": "UA", "accept_language": "de", "country": "DE", "headers": {"referer": "https://a.example/"},
         "device": {"platform": "ios", "app": {"version": "2"}}}
        """#

    @Test(
        "fill in the missing values of a request, and nothing else",
        arguments: [
            (
                #"{"link":"x"}"#,
                #"{"link":"x","user_agent":"UA","accept_language":"de","country":"DE","device":{"platform":"ios","app":{"version":"2"}},"headers":{"referer":"https://a.example/"}}"#
            ),
            (
                #"{"link":"x","user_agent":"own","country":null,"device":{"platform":"android"},"headers":{"Referer":"","Accept-Language":"fr"}}"#,
                #"{"link":"x","user_agent":"own","country":null,"device":{"platform":"android","app":{"version":"2"}},"headers":{"Referer":"","Accept-Language":"fr"}}"#
            ),
            (
                #"{"link":"x","headers":{"user-agent":"own"},"device":{"apps":[]},"accept_language":"fr"}"#,
                #"{"link":"x","headers":{"user-agent":"own","referer":"https://a.example/"},"device":{"apps":[],"platform":"ios"},"accept_language":"fr","country":"DE"}"#
            ),
            ("[]", "[]"),
        ])
    func completed(_ request: String, _ expected: String) throws {
        let defaults = RequestDefaults(try #require(JSONValue(parsing: Self.stated).object))
        #expect(defaults.completing(try JSONValue(parsing: request)).text == expected)
    }

    @Test("none of them leave a request as it is")
    func none() throws {
        let request = try JSONValue(parsing: #"{"link":"x","device":null}"#)
        #expect(RequestDefaults(JSONObject()).completing(request).text == request.text)
    }
}
