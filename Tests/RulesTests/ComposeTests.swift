import ByteText
import Foundation
import Routing
import Rules
import TestSupport
import Testing

/// Mails in, links out.
@Suite("Composing links")
struct ComposeTests {
    private static let actionLink =
        "https://example-app.firebaseapp.com/__/auth/action?mode=verifyEmail&oobCode=ABC123&apiKey=KEY"

    private static func shipped() throws -> RuleSet {
        RuleSet(try RuleDirectory.load(path: RulesFolder.shippedRules.path()))
    }

    @Test("every case of the file comes out as written")
    func cases() throws {
        let cases = try ComposeCase.all()
        try #require(cases.count > 40)
        let composer = try LinkComposer(Self.shipped())
        for composeCase in cases {
            var bytes: [UInt8] = []
            let outcome = try composer.compose(composeCase.request)
            JSONWriter.append(to: &bytes) { outcome.write(id: composeCase.request["id"], to: &$0) }
            #expect(composeCase.mismatches(in: String(decoding: bytes, as: UTF8.self)) == [])
        }
    }

    /// Clicks on composed links: `resolve` with the settings, in another spelling, and without them.
    @Test("resolve reads what compose wrote, with the settings in any spelling and without")
    func roundTrip() throws {
        let settings = [
            #"{"url":"https://www.example.com/","handleCodeInApp":true,"android":{"packageName":"com.example.android","minimumVersion":"12"}}"#,
            #"{"continueUrl":"https://www.example.com/","canHandleCodeInApp":true,"androidPackageName":"com.example.android","androidMinimumVersionCode":"12"}"#,
            #"{"url":"https://www.example.com/","handle_code_in_app":true,"android_package_name":"com.example.android","android_minimum_version":"12"}"#,
        ]
        let (composer, resolver) = (try LinkComposer(Self.shipped()), try RequestResolver(Self.shipped()))
        let links = try settings.map { text in
            let outcome = try composer.compose([
                "settings": JSONValue(parsing: text), "action_link": .string(Self.actionLink),
            ])
            guard case .link(let link, _) = outcome else { return "\(outcome)" }
            return link
        }
        #expect(Set(links).count == 1)
        let link = try #require(links.first)
        let device = #"{"platform":"android","app":{"version":"11"}}"#
        let requests =
            [#"{"link":"\#(link)","device":\#(device)}"#]
            + settings.map { #"{"link":"\#(link)","device":\#(device),"settings":\#($0)}"# }
        let decisions = try requests.map { request in
            var line: [UInt8] = []
            try resolver.resolve(JSONValue(parsing: request), now: 0, to: &line)
            return String(decoding: line, as: UTF8.self)
        }
        #expect(Set(decisions).count == 1)
        #expect(decisions[0].contains("store_install"), "\(decisions)")
    }
}
