import PageDesign
import Routing
import Testing

@testable import SiteSetup

/// The site drafted from options and files.
@Suite("Drafts of sites")
struct DraftTests {
    @Test(
        "what people paste is put into the form of the file",
        arguments: [
            (.host, "https://Links.Acme.COM/", "links.acme.com"), (.host, "links.acme.com/go/", "links.acme.com/go"),
            (.host, " bücher.example ", "xn--bcher-kva.example"), (.authorizedDomain, "*.Acme.com", "*.acme.com"),
            (.fingerprint, Samples.fingerprint.lowercased(), Samples.fingerprint),
            (.fingerprint, "SHA256: " + Samples.fingerprint.replacing(":", with: ""), Samples.fingerprint),
            (.appStoreID, "id1234567", "1234567"), (.deferred, "007", "7"),
            (.copyToken, "Y", "yes"), (.name, "no", "no"), (.minimumVersion, "1.10", "1.10"),
        ] as [(Datum, String, String)])
    func accepted(datum: Datum, typed: String, value: String) throws {
        #expect(try datum.checked(typed) == value)
    }

    @Test(
        "what is not valid is refused with the option and the reason",
        arguments: [
            (.host, "links acme", "not a valid host"), (.host, "links.acme.com:8080", "port"), (.host, "", "missing"),
            (.name, "../x", "can't name a file"), (.name, "a.cases", "can't name a file"), (.name, "a b", "site name"),
            (.package, "com..acme", "package name"),
            (.fingerprint, String(repeating: "0A:", count: 19) + "0A", "SHA-1"),
            (.fingerprint, "AA:BB", "32 pairs"), (.team, "abc", "ten uppercase"),
            (.handler, "https://x.example", "path"),
            (.customScheme, "https", "doesn't open an app"), (.appStoreID, "x1", "digits"),
            (.minimumVersion, "new", ""), (.deferred, "91", "90"), (.deferred, "a week", ""),
            (.copyToken, "perhaps", "yes or no"),
        ] as [(Datum, String, String)])
    func refused(datum: Datum, typed: String, part: String) {
        let fault = #expect(throws: SetupFault.self) { try datum.checked(typed) }
        #expect(fault?.message.hasPrefix(datum.flag + ": ") == true, "\(String(describing: fault))")
        #expect(fault?.message.contains(part) == true, "\(String(describing: fault))")
    }

    @Test(
        "the page host is proposed next to the links",
        arguments: [
            ("links.acme.com", "open.acme.com"), ("acme.com", "open.acme.com"), ("acme.co.uk", "open.acme.co.uk"),
            ("go.acme.co.uk/x", "open.acme.co.uk"), ("open.acme.com", "pages.acme.com"), ("localhost", nil),
            ("acme.page.link", nil),
            ("127.0.0.1", nil),
        ])
    func pageHost(host: String, proposed: String?) throws {
        #expect(try Samples.draft([(.host, host), (.bundle, "com.acme.ios")]).site.pageHost == proposed)
    }

    @Test("all files together make one site, and say what they disagree on")
    func merged() throws {
        let facts = try Samples.facts(
            services: true, info: Samples.serviceInfo(project: "other"), export: Samples.export)
        let draft = try Samples.draft(
            [
                (.package, "com.acme.app"), (.package, "com.acme.app.debug"), (.team, "ABCDE12345"),
                (.fingerprint, "com.acme.app=" + Samples.fingerprint),
                (.fingerprint, "com.acme.app.debug=" + Samples.otherFingerprint),
            ], facts)
        let site = draft.site
        #expect(site.name == "acme-app" && site.hosts == ["links.acme.com/go"] && site.pageHost == "open.acme.com")
        #expect(site.handler == "https://acme-app.firebaseapp.com/__/auth/action")
        #expect(site.authorizedDomains == ["acme-app.web.app", "acme-app.firebaseapp.com"])
        #expect(
            site.urlPolicy
                == .patterns([#"^https://www\.acme\.com([/?]|$)"#, #"^https://shop\.acme\.com([/?]|$)"#]))
        #expect(site.apps.map(\.id) == ["com.acme.app", "com.acme.app.debug", "com.acme.ios"])
        #expect(site.apps.map(\.fingerprints) == [[Samples.fingerprint], [Samples.otherFingerprint], []])
        #expect(site.apps[2].appStoreID == "1234567" && site.apps[2].customScheme == "acme")
        for part in [
            "project: google-services.json has acme-app, Info.plist has other; used acme-app",
            "App Store ID of com.acme.ios: google-services.json has 1234567, links.csv (1 link) has 999",
            "com.acme.app, com.acme.app.debug all claim every link", "acme.page.link (2 links) was Google's",
            "left out: Android app com.other", "1 link lead to http",
        ] {
            #expect(draft.remarks.contains { $0.contains(part) }, "\(part)\n\(draft.remarks.joined(separator: "\n"))")
        }
        #expect(draft.missing().isEmpty)
    }

    @Test("an option wins over files")
    func options() throws {
        let facts = try Samples.facts(services: true, export: Samples.export)
        let draft = try Samples.draft(
            [
                (.name, "shop"), (.host, "go.acme.com"), (.package, "com.mine"),
                (.handler, "https://auth.acme.com/action"),
            ],
            facts)
        #expect(draft.site.name == "shop" && draft.site.hosts == ["go.acme.com"])
        #expect(draft.site.handler == "https://auth.acme.com/action")
        #expect(draft.site.apps.filter { $0.store == .android }.map(\.id) == ["com.mine"])
        #expect(draft.remarks.contains { $0.contains("left out: Android app com.acme.app") })
    }

    @Test("what is missing is named by its option, and asked for until there is an answer")
    func missing() throws {
        let empty = try Samples.draft([])
        #expect(empty.missing().map(\.datum) == [.host, .authorizedDomain])
        let apps: [(Datum, String)] = [
            (.host, "links.acme.com"), (.authorizedDomain, "www.acme.com"), (.package, "com.acme"),
            (.bundle, "com.acme"),
        ]
        let draft = try Samples.draft(apps)
        #expect(draft.missing().map(\.datum) == [.fingerprint, .team])
        #expect(draft.missing(allowingIncomplete: true).isEmpty)
        #expect(draft.questions.map(\.datum) == [.fingerprint, .team, .appStoreID, .deferred, .pageHost, .name])
        var statements = try Samples.statements(apps)
        statements.decline(try #require(draft.questions.first { $0.datum == .fingerprint }))
        try statements.add("acme", for: .name)
        #expect(
            SiteDraft(statements, SourceFacts()).questions.map(\.datum) == [.team, .appStoreID, .deferred, .pageHost])
        #expect(try Samples.draft([(.hosting, "auth.acme.com")]).missing().map(\.datum).contains(.handler))
    }

    /// Regression: three apps of one project, each with its own links, became one site in which every app claimed every host.
    @Test("which of several apps opens the links is asked for, and never assumed")
    func severalApps() throws {
        let facts = try Samples.facts(services: true)
        let hosts: [(Datum, String)] = [(.host, "links.acme.com"), (.team, "ABCDE12345")]
        let draft = try Samples.draft(hosts, facts)
        for missing in [draft.missing(), draft.missing(allowingIncomplete: true)] {
            #expect(missing.map(\.datum) == [.package])
            #expect(missing.first?.text.contains("of com.acme.app, com.acme.app.debug") == true)
        }
        let question = try #require(draft.questions.first)
        #expect(question.datum == .package && question.preset == "com.acme.app" && !question.isOptional)
        var statements = try Samples.statements(hosts)
        try statements.add("com.acme.app, com.acme.app.debug", to: question)
        var several = SiteDraft(statements, facts)
        #expect(several.site.apps.filter { $0.store == .android }.map(\.id) == ["com.acme.app", "com.acme.app.debug"])
        #expect(several.missing().compactMap(\.app) == ["com.acme.app", "com.acme.app.debug"])
        let fingerprint = try #require(several.questions.first { $0.app == "com.acme.app.debug" })
        try statements.add(Samples.fingerprint, to: fingerprint)
        several = SiteDraft(statements, facts)
        #expect(several.site.apps.prefix(2).map(\.fingerprints) == [[], [Samples.fingerprint]])
        #expect(several.missing().compactMap(\.app) == ["com.acme.app"])
        statements.decline(try #require(several.questions.first { $0.app == "com.acme.app" }))
        #expect(!SiteDraft(statements, facts).questions.contains { $0.datum == .fingerprint })
        let one = try Samples.draft(hosts + [(.package, "com.acme.app")], facts)
        #expect(
            one.site.apps.map(\.id) == ["com.acme.app", "com.acme.ios"] && one.missing().map(\.datum) == [.fingerprint])
    }

    /// Regression: each certificate was added to each package, so that one app's association file vouched for another app's key.
    @Test("a certificate goes to the app that it is known to sign, and to no other")
    func certificates() throws {
        var facts = try Samples.facts(services: true)
        let both: [(Datum, String)] = [
            (.host, "links.acme.com"), (.package, "com.acme.app"), (.package, "com.acme.app.debug"),
        ]
        facts.add(fingerprint: Samples.fingerprint, sha1: "0a1b2c", named: "release.pem")
        #expect(try Samples.draft(both, facts).site.apps.prefix(2).map(\.fingerprints) == [[Samples.fingerprint], []])
        facts.add(fingerprint: Samples.otherFingerprint, sha1: "ffffff", named: "debug.pem")
        let unknown = try Samples.draft(both, facts)
        #expect(unknown.site.apps.prefix(2).map(\.fingerprints) == [[Samples.fingerprint], []])
        #expect(
            unknown.remarks.contains { $0.hasPrefix("debug.pem: left out: it is unknown which of com.acme.app,") })
        let stated = try Samples.draft(
            both + [(.fingerprint, "com.acme.app.debug=" + Samples.otherFingerprint.lowercased())], facts)
        #expect(
            stated.site.apps.prefix(2).map(\.fingerprints) == [[Samples.fingerprint], [Samples.otherFingerprint]])
        #expect(!stated.remarks.contains { $0.contains("left out: it is unknown") })
        let debugAlone = try Samples.draft([(.host, "links.acme.com"), (.package, "com.acme.app.debug")], facts)
        #expect(debugAlone.site.apps.first?.fingerprints == [Samples.otherFingerprint])
        #expect(debugAlone.remarks.contains { $0.contains("it signs com.acme.app, not com.acme.app.debug") })
        let other = try Samples.draft(both + [(.fingerprint, "com.other=" + Samples.fingerprint)])
        #expect(other.conflict?.message.contains("`com.other` is not an Android app of this site") == true)
        #expect(throws: SetupFault.self) { try Datum.fingerprint.checked("com.acme.app=AA:BB") }
        #expect(try Datum.fingerprint.checked("SHA256 Fingerprint=" + Samples.fingerprint) == Samples.fingerprint)
    }

    @Test("a site can do without the project's web widget, unless it answers links of mails")
    func withoutHandler() throws {
        let facts = try Samples.facts(services: true)
        let site: [(Datum, String)] = [(.host, "links.acme.com"), (.package, "com.acme.app"), (.handler, "none")]
        let draft = try Samples.draft(site, facts)
        #expect(draft.site.handler == nil && draft.conflict == nil && draft.site.mobileLinks == nil)
        #expect(
            try Samples.draft(site + [(.hosting, "auth.acme.com")], facts).conflict?.message.contains("none") == true)
    }

    @Test("tokens to paste are offered for Apple apps in the store, once links are deferred")
    func deferred() throws {
        let app: [(Datum, String)] = [
            (.host, "links.acme.com"), (.bundle, "com.acme.ios"), (.appStoreID, "1234567"), (.deferred, "30"),
        ]
        let draft = try Samples.draft(app)
        #expect(draft.site.deferred?.days == 30 && draft.site.pages == nil)
        #expect(draft.questions.first { $0.datum == .copyToken }?.preset == "no")
        let android = try Samples.draft([(.host, "links.acme.com"), (.package, "com.acme"), (.deferred, "30")])
        #expect(!android.questions.contains { $0.datum == .copyToken })
        let copying = try Samples.draft(app.dropLast() + [(.copyToken, "yes")])
        #expect(copying.site.deferred?.days == 7 && copying.site.pages?.copiesToken == true)
    }

    @Test("pages can't be on a host of links")
    func conflict() throws {
        let draft = try Samples.draft([(.host, "links.acme.com"), (.pageHost, "links.acme.com")])
        #expect(draft.conflict?.message.contains("`links.acme.com`") == true)
        #expect(try Samples.draft([(.host, "links.acme.com"), (.pageHost, "open.acme.com")]).conflict == nil)
    }
}
