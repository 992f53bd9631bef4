import ByteText
import Foundation
import Links
import Routing
import Rules
import Testing

/// The documented cases of settings and of authorized domains, if they are next to the checkout.
@Suite("Documented cases of settings")
struct SettingsCasesTests {
    static let file = SemanticsCasesTests.file

    static func cases(_ kind: String) throws -> [JSONValue] {
        try Checkout.lines(try #require(file)).map { try JSONValue(parsing: $0) }.filter { $0["kind"]?.string == kind }
    }

    /// Cases in which an SDK is more lenient than the strictest one, which is followed.
    static let stricter = ["build-058": "auth/invalid-continue-uri"]

    /// The Firebase code for the error of an SDK without codes, and for Node's error about an empty bundle ID.
    static func meaning(of code: String, in sdk: String, with settings: JSONValue) -> String {
        switch (sdk, code) {
        case ("firebase-admin-go", "android-package-required"), ("firebase-admin-python", "android-package-required"):
            "auth/missing-android-pkg-name"
        case ("firebase-admin-go", "malformed-url"), ("firebase-admin-python", "malformed-url"), (_, "url-empty"):
            "auth/invalid-continue-uri"
        case ("firebase-admin-node", "auth/argument-error") where settings["iOS"]?["bundleId"]?.string == "":
            "auth/missing-ios-bundle-id"
        default: code
        }
    }

    @Test(.enabled(if: file != nil, "skipped: no shared/data/semantics/cases.jsonl next to the checkout"))
    func buildSettings() throws {
        var passed = 0
        let cases = try Self.cases("build_settings")
        for ruleCase in cases {
            let id = ruleCase["id"]?.string ?? "?"
            let config = try #require(ruleCase["config"])
            let settings = try #require(config["settings"])
            var expect = try #require(ruleCase["expect"])
            if let code = Self.stricter[id] {
                expect = ["error": .string(code)]
            } else if let code = expect["error"]?.string {
                let sdk = try #require(config["sdk"]?.string)
                expect = ["error": .string(Self.meaning(of: code, in: sdk, with: settings))]
            }
            let mismatches = try Self.mismatches(settings, project: config["project"], expect)
            #expect(mismatches.isEmpty, "\(id): \(mismatches.joined(separator: "; "))")
            if mismatches.isEmpty { passed += 1 }
        }
        print("build_settings: \(passed) of \(cases.count) cases hold")
        #expect(passed >= 28)
    }

    private static func mismatches(_ settings: JSONValue, project: JSONValue?, _ expect: JSONValue) throws -> [String] {
        let outcome = try LinkComposer(RuleSet(Checkout.rules, development: true)).compose([
            "settings": settings, "site": site(of: project, settings),
            "action_link": "https://example-app.firebaseapp.com/__/auth/action?mode=verifyEmail&oobCode=C&apiKey=K",
        ])
        switch outcome {
        case .fault(let fault):
            let code: JSONValue = ["error": ["code": .string(fault.code.name.description)]]
            return CaseExpectation.mismatches(expected: expect, actual: code)
        case .invalidRequest(let problem):
            return [problem]
        case .link(let link, _):
            if expect["error"]?.string != nil { return ["\(link) is made"] }
            guard let start = expect["target"]?.string else { return [] }
            return link.hasPrefix(start + "?") ? [] : ["\(link) does not begin with \(start)"]
        }
    }

    /// The project as a site; a case without one lists no domains, so that any is authorized.
    private static func site(of project: JSONValue?, _ settings: JSONValue) -> JSONValue {
        let url = (settings["url"] ?? settings["continueUrl"])?.string ?? ""
        let host = url.split(separator: "/").dropFirst().first?.split(separator: ":").first.map(String.init) ?? ""
        let isHost = !host.isEmpty && host.utf8.allSatisfy { $0.isASCIIHostByte }
        var hosting: [JSONValue] = ["example-app.firebaseapp.com"]
        hosting += project?["hosting_domains"]?.array ?? []
        return [
            "site": "example", "handler": "https://example-app.firebaseapp.com/__/auth/action",
            "hosts": project?["dynamic_link_domains"] ?? [], "hosting": .array(hosting),
            "mobile_links": project?["mobileLinksConfig"]?.string == "FIREBASE_DYNAMIC_LINK_DOMAIN" ? "fdl" : "hosting",
            "authorized_domains": isHost ? [.string(host)] : ["www.example.com"],
        ]
    }

    @Test(.enabled(if: file != nil, "skipped: no shared/data/semantics/cases.jsonl next to the checkout"))
    func authorizeContinue() throws {
        try hold("authorize_continue", least: 9) { link, domains in
            // localhost is a valid continue host in development.
            AuthorizedDomainsTests.continues(to: link, domains, development: true)
        }
    }

    private func hold(_ kind: String, least: Int, _ isAllowed: (String, [String]) -> Bool) throws {
        var passed = 0
        let cases = try Self.cases(kind)
        for ruleCase in cases {
            let link = try #require(ruleCase["link"]?.string)
            let domains = try #require(ruleCase["config"]?["authorized_domains"]?.array).compactMap(\.string)
            let expected = ruleCase["expect"]?["decision"]?.string == "accepted"
            #expect(isAllowed(link, domains) == expected, "\(ruleCase["id"]?.string ?? "?")")
            if isAllowed(link, domains) == expected { passed += 1 }
        }
        print("\(kind): \(passed) of \(cases.count) cases hold")
        #expect(passed >= least)
    }
}

extension UInt8 {
    fileprivate var isASCIIHostByte: Bool {
        switch self {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"),
            UInt8(ascii: "."):
            true
        default: false
        }
    }
}
