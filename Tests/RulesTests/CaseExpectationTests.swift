import ByteText
import Rules
import Testing

@Suite("What a case expects")
struct CaseExpectationTests {
    static let decision: JSONValue = [
        "id": nil, "decision": "store_install",
        "target": "https://play.google.com/store/apps/details?id=com.example.android&min_version=12", "status": 302,
        "app": ["platform": "android", "id": "com.example.android", "minimum_version": "12", "state": "outdated"],
        "undecided": ["a", "b"], "page": nil, "error": nil,
    ]
    static let refusal: JSONValue = [
        "decision": "error", "error": ["code": "auth/unauthorized-continue-uri", "message": "…", "status": 400],
    ]

    @Test(
        arguments: [
            (["decision": "store_install"], []),
            (["app": ["state": "outdated", "minimum_version": "12"], "page": nil, "undecided": ["a", "b"]], []),
            (["target_prefix": "https://play.google.com/store/apps/details?id=com.example.android"], []),
            (["decision": "app_open"], [#"decision: expected "app_open", got "store_install""#]),
            (
                ["status": 307, "app": ["state": "absent"]],
                ["status: expected 307, got 302", #"app.state: expected "absent", got "outdated""#]
            ),
            (["undecided": ["a"]], [#"undecided: expected ["a"], got ["a","b"]"#]),
            (["fallback": ["decision": "web_widget"]], [#"fallback: expected {"decision":"web_widget"}, got nothing"#]),
            (
                ["app": nil],
                [
                    #"app: expected null, got {"platform":"android","id":"com.example.android","minimum_version":"12","state":"outdated"}"#
                ]
            ),
            (
                ["target_prefix": "https://apps.apple.com/"],
                [
                    #"target: expected to start with "https://apps.apple.com/", got "https://play.google.com/store/apps/details?id=com.example.android&min_version=12""#
                ]
            ),
            (["error": "missing-link"], [#"error.code: expected "missing-link", got nothing"#]),
        ] as [(JSONValue, [String])])
    func mismatches(expected: JSONValue, lines: [String]) {
        #expect(CaseExpectation.mismatches(expected: expected, actual: Self.decision) == lines)
    }

    @Test(
        "Firebase's spellings of an error count as one",
        arguments: [
            ("auth/unauthorized-continue-uri", true), ("UNAUTHORIZED_DOMAIN", true), ("auth/unauthorized-domain", true),
            ("auth/invalid-continue-uri", false), ("unauthorized", false),
        ])
    func synonyms(code: String, isEqual: Bool) {
        let short: JSONValue = ["error": .string(code)]
        let long: JSONValue = ["error": ["code": .string(code), "status": 400]]
        #expect(CaseExpectation.mismatches(expected: short, actual: Self.refusal).isEmpty == isEqual)
        #expect(CaseExpectation.mismatches(expected: long, actual: Self.refusal).isEmpty == isEqual)
    }
}
