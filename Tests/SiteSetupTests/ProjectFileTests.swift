import ByteText
import Foundation
import Routing
import Testing

@testable import SiteSetup

/// The files of hosts and of the Firebase CLI. Regression: `init` prompted for fingerprints and teams that were in them.
@Suite("Association files and the Firebase CLI's output")
struct ProjectFileTests {
    private static func facts(_ add: (inout SourceFacts) throws -> Void) throws -> SourceFacts {
        var facts = SourceFacts()
        try add(&facts)
        return facts
    }

    private static func facts(assetLinks text: String) throws -> SourceFacts {
        try facts { try $0.add(assetLinks: Array(text.utf8).span, named: "assetlinks.json") }
    }

    private static func facts(association text: String) throws -> SourceFacts {
        try facts { try $0.add(appSiteAssociation: Array(text.utf8).span, named: "aasa") }
    }

    private static func facts(sdkConfig text: String) throws -> SourceFacts {
        try facts { try $0.add(sdkConfig: Array(text.utf8).span, named: "cli.json") }
    }

    @Test("assetlinks.json has the packages, each with the certificates that sign it")
    func assetLinks() throws {
        let facts = try Self.facts(assetLinks: "\u{FEFF}" + Samples.assetLinks)
        #expect(facts.packages.map(\.value) == ["com.acme.app", "com.acme.beta"])
        #expect(facts.certificates.map(\.value.packages) == [["com.acme.app", "com.acme.beta"], ["com.acme.app"]])
        #expect(
            facts.remarks == ["assetlinks.json: left out: com.acme.vault, which this file does not allow to open links"]
        )
        let draft = try Samples.draft([(.host, "go.acme.com"), (.authorizedDomain, "www.acme.com")], facts)
        #expect(
            draft.site.apps.map(\.fingerprints) == [
                [Samples.fingerprint, Samples.otherFingerprint], [Samples.fingerprint],
            ])
        #expect(draft.missing().map(\.datum).contains(.fingerprint) == false)
    }

    @Test("a certificate that a keystore has as well is that of the listed app, whichever comes first")
    func certificateOfTwoFiles() throws {
        for isFirst in [true, false] {
            let facts = try Self.facts { facts in
                if isFirst { facts.add(fingerprint: Samples.otherFingerprint, sha1: "0a", named: "release.p12") }
                try facts.add(assetLinks: Array(Samples.assetLinks.utf8).span, named: "assetlinks.json")
                if !isFirst { facts.add(fingerprint: Samples.otherFingerprint, sha1: "0a", named: "release.p12") }
            }
            let apps = try Samples.draft([(.host, "go.acme.com")], facts).site.apps
            #expect(apps.first { $0.id == "com.acme.app" }?.fingerprints.contains(Samples.otherFingerprint) == true)
            #expect(apps.first { $0.id == "com.acme.beta" }?.fingerprints == [Samples.fingerprint])
            #expect(facts.certificates.first { $0.value.sha1 == "0a" }?.value.packages == ["com.acme.app"])
        }
    }

    @Test(
        "apple-app-site-association has the apps with their teams, in each of its forms",
        arguments: [
            Samples.appSiteAssociation,
            #"{"applinks": {"apps": [], "details": [{"appID": "ABCDE12345.com.acme.ios", "paths": ["*"]}, {"appID": "ABCDE12345.com.acme.ios.beta", "paths": ["NOT /x"]}]}}"#,
            #"{"applinks": {"apps": [], "details": {"ABCDE12345.com.acme.ios": {"paths": ["*"]}, "ABCDE12345.com.acme.ios.beta": {}}}}"#,
            #"{"applinks": {"apps": ["ABCDE12345.com.acme.ios", "ABCDE12345.com.acme.ios.beta"]}}"#,
            #"{"applinks": {"details": [{"appID": "ABCDE12345.com.acme.ios", "appIDs": ["ABCDE12345.com.acme.ios", "ABCDE12345.com.acme.ios.beta"]}]}}"#,
        ])
    func association(text: String) throws {
        let facts = try Self.facts(association: text)
        #expect(
            facts.appleApps.map(\.value) == [
                .init(bundle: "com.acme.ios", team: "ABCDE12345"),
                .init(bundle: "com.acme.ios.beta", team: "ABCDE12345"),
            ])
        let draft = try Samples.draft([(.host, "go.acme.com"), (.bundle, "com.acme.ios")], facts)
        #expect(draft.site.apps.map(\.team) == ["ABCDE12345"])
        #expect(!draft.missing().map(\.datum).contains(.team))
        let stated = try Samples.draft([(.bundle, "com.acme.ios"), (.team, "ZYXWV98765")], facts)
        #expect(stated.site.apps.map(\.team) == ["ZYXWV98765"])
    }

    @Test("an app that two files name is one app, with what each of them has")
    func together() throws {
        let facts = try Self.facts { facts in
            try facts.add(googleServices: Array(Samples.googleServices.utf8).span, named: "google-services.json")
            try facts.add(appSiteAssociation: Array(Samples.appSiteAssociation.utf8).span, named: "aasa")
            try facts.add(assetLinks: Array(Samples.assetLinks.utf8).span, named: "assetlinks.json")
        }
        let draft = try Samples.draft([(.bundle, "com.acme.ios"), (.package, "com.acme.app")], facts)
        #expect(draft.site.apps.map(\.id) == ["com.acme.app", "com.acme.ios"])
        #expect(draft.site.apps[1].team == "ABCDE12345" && draft.site.apps[1].appStoreID == "1234567")
        #expect(draft.site.apps[0].fingerprints == [Samples.fingerprint, Samples.otherFingerprint])
        #expect(draft.site.handler == "https://acme-app.firebaseapp.com/__/auth/action")
    }

    @Test("the Firebase CLI's output has the file of the app in it")
    func commandLine() throws {
        let android = try Self.facts(sdkConfig: Samples.sdkConfig(of: Samples.googleServices))
        let direct = try Samples.facts(services: true)
        #expect(android.packages.map(\.value) == direct.packages.map(\.value))
        #expect(android.projects.map(\.value) == ["acme-app"])
        let apple = try Self.facts(
            sdkConfig: Samples.sdkConfig(of: Samples.serviceInfo(), "GoogleService-Info.plist"))
        #expect(apple.appleApps.map(\.value.bundle) == ["com.acme.ios"])
        let encoded = Data(Samples.serviceInfo().utf8).base64EncodedString()
        let ofAPI = #"{"configFilename": "GoogleService-Info.plist", "configFileContents": "\#(encoded)"}"#
        #expect(try Self.facts(sdkConfig: ofAPI).appleApps.map(\.value.bundle) == ["com.acme.ios"])
        let web =
            #"{"status": "success", "result": {"fileName": "google-config.js", "fileContents": "// {}", "sdkConfig": {"projectId": "acme-app", "authDomain": "acme-app.firebaseapp.com"}}}"#
        #expect(try Self.facts(sdkConfig: web).projects.map(\.value) == ["acme-app"])
        let list =
            #"{"status": "success", "result": [{"projectId": "acme-app", "platform": "IOS", "bundleId": "com.acme.ios"}, {"projectId": "acme-app", "platform": "ANDROID", "packageName": "com.acme.app"}]}"#
        let listed = try Self.facts(sdkConfig: list)
        #expect(listed.projects.count == 1 && listed.packages.map(\.value) == ["com.acme.app"])
        #expect(listed.appleApps.map(\.value.bundle) == ["com.acme.ios"])
    }

    @Test(
        "files without links are refused, with the missing part",
        arguments: [
            ("[]", "no statement has a target with a package_name"), ("[{}]", "no statement has a target"),
            (
                #"[{"relation": ["delegate_permission/common.get_login_creds"], "target": {"package_name": "a.b"}}]"#,
                "it allows no app to open links: a.b lacks the relation delegate_permission/common.handle_all_urls"
            ),
            ("[{]", "not valid JSON: line 1, column 3"), (#"{"applinks": {"details": []}}"#, "names no appIDs"),
            (#"{"webcredentials": {"apps": ["ABCDE12345.a.b"]}}"#, "names no appIDs"),
            (#"{"status": "error", "error": "secret"}"#, "the Firebase CLI reports an error"),
            (#"{"status": "success", "result": {}}"#, "is expected to have fileContents or sdkConfig"),
            (#"{"result": {"fileContents": "<html>"}}"#, "cli.json"),
            (#"{"result": []}"#, "no app of a Firebase project"),
            (#"{"result": {"fileContents": "{\"applinks\": {}}"}}"#, "neither google-services.json nor"),
        ])
    func refused(text: String, part: String) throws {
        let fault = #expect(throws: SetupFault.self) {
            if text.hasPrefix("[") {
                _ = try Self.facts(assetLinks: text)
            } else if text.contains("appl") && !text.contains("result") || text.contains("webcred") {
                _ = try Self.facts(association: text)
            } else {
                _ = try Self.facts(sdkConfig: text)
            }
        }
        #expect(fault?.message.contains(part) == true, "\(String(describing: fault))")
        #expect(fault?.message.contains("secret") == false)
    }
}
