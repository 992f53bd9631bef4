import ByteText
import Expressions
import Foundation
import FoundationXML
import Routing
import TestSupport
import Testing

import Texts

@Suite("what association prints")
struct AssociationTextTests {
    private static func ruleSet() -> RuleSet {
        var site = SiteDefinition(name: "example")
        (site.hosts, site.hosting) = (["go.example.com/x", "go.example.com/y"], ["auth.example.com"])
        var android = AppDefinition(store: .android, id: "com.example.android")
        android.receives = .link
        android.fingerprints = ["AA:BB"]
        var apple = AppDefinition(store: .ios, id: "com.example.ios")
        apple.team = "ABCDE12345"
        var harmony = AppDefinition(store: .harmony, id: "com.example.harmony")
        harmony.appGalleryConnectID = "57"
        site.apps = [android, apple, harmony]
        return RuleSet(sites: [site], rules: [], patterns: PatternList(), hash: "sha256:1")
    }

    @Test("filters and entitlements to paste, then the files of each host once")
    func site() {
        let ruleSet = Self.ruleSet()
        let text = AssociationText.lines(of: ruleSet.sites[0], ruleSet).joined(separator: "\n")
        #expect(
            text.hasPrefix(
                """
                # Site example

                ## com.example.android, AndroidManifest.xml, in the activity that opens links

                <intent-filter android:autoVerify="true">
                    <action android:name="android.intent.action.VIEW" />
                    <category android:name="android.intent.category.DEFAULT" />
                    <category android:name="android.intent.category.BROWSABLE" />
                    <data android:scheme="https" android:host="auth.example.com" android:pathPrefix="/__/auth/links" />
                </intent-filter>
                """))
        let filter = #"<data android:scheme="https" android:host="go.example.com" android:pathPrefix="/y" />"#
        #expect(text.contains(filter))
        #expect(text.contains("    <string>applinks:go.example.com</string>\n    <string>applinks:auth.example.com"))
        let files = text.matches(of: #/## https://([a-z.]+)/\.well-known/apple-app-site-association/#).map(\.1)
        #expect(files == ["go.example.com", "auth.example.com"])
        #expect(text.contains(#""appIDs":["ABCDE12345.com.example.ios"]"#) && text.contains(#"["AA:BB"]"#))
    }

    @Test("the ability's skill and the file of an app for HarmonyOS")
    func harmony() throws {
        let ruleSet = Self.ruleSet()
        let lines = AssociationText.lines(of: ruleSet.sites[0], ruleSet)
        let start = try #require(lines.firstIndex { $0.hasPrefix("## com.example.harmony, module.json5") })
        let skill = try JSONValue(parsing: lines[(start + 1)...].prefix { !$0.hasPrefix("#") }.joined(separator: "\n"))
        #expect(skill["domainVerify"] == true)
        #expect(
            skill["uris"] == [
                ["scheme": "https", "host": "auth.example.com", "pathStartWith": "__/auth/links"],
                ["scheme": "https", "host": "go.example.com", "pathStartWith": "x"],
                ["scheme": "https", "host": "go.example.com", "pathStartWith": "y"],
            ])
        #expect(lines.contains("## https://go.example.com/.well-known/applinking.json"))
        let json = try AssociationText.json(of: "auth.example.com", ruleSet)
        #expect(json?["applinking"] == ["applinking": ["apps": [["appIdentifier": "57"]]]])
    }

    @Test("a host of no site has no files")
    func stranger() {
        #expect(AssociationText.files(of: "www.example.org", Self.ruleSet()) == nil)
    }

    /// After changing the texts, run with FINGERPOST_WRITE_GOLDENS=1 and review the diff.
    @Test("declarations for project files", arguments: AssociationText.Format.allCases)
    func formats(_ format: AssociationText.Format) throws {
        let lines = AssociationText.lines(of: Self.ruleSet().sites[0], for: format)
        let file = RulesFolder.repository.appending(path: "Tests/TextsTests/Association/\(format).txt")
        let text = lines.joined(separator: "\n")
        if ProcessInfo.processInfo.environment["FINGERPOST_WRITE_GOLDENS"] != nil {
            try Data(text.utf8).write(to: file)
        }
        let golden = try String(contentsOf: file, encoding: .utf8)
        #expect(text == golden)
        for section in lines.split(whereSeparator: { $0.hasPrefix("#") }) where section.contains(where: { !$0.isEmpty })
        {
            let content = section.joined(separator: "\n")
            if format == .expo {
                let file = try JSONValue(parsing: content)
                #expect(file["expo"]?["ios"]?["associatedDomains"]?.array?.count == 2)
                #expect(file["expo"]?["android"]?["intentFilters"]?.array?.count == 3)
            } else {
                let root = #"<root xmlns:android="http://schemas.android.com/apk/res/android">"# + content + "</root>"
                #expect(XMLParser(data: Data(root.utf8)).parse(), "\(content)")
            }
        }
    }
}
