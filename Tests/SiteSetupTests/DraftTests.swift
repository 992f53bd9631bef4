import Routing
import Testing

@testable import SiteSetup

/// What a site becomes of what was stated and found.
@Suite("Drafts of sites")
struct DraftTests {
    @Test(
        "what people paste is put into the form of the file",
        arguments: [
            (.host, "https://Links.Acme.COM/", "links.acme.com"), (.host, "links.acme.com/go/", "links.acme.com/go"),
            (.host, " bücher.example ", "xn--bcher-kva.example"), (.authorizedDomain, "*.Acme.com", "*.acme.com"),
            (.fingerprint, Samples.fingerprint.lowercased(), Samples.fingerprint),
            (.fingerprint, "SHA256: " + Samples.fingerprint.replacing(":", with: ""), Samples.fingerprint),
            (.appStoreID, "id1234567", "1234567"), (.name, "no", "no"), (.minimumVersion, "1.10", "1.10"),
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
            (.minimumVersion, "new", ""),
        ] as [(Datum, String, String)])
    func refused(datum: Datum, typed: String, part: String) {
        let fault = #expect(throws: SetupFault.self) { try datum.checked(typed) }
        #expect(fault?.message.hasPrefix(datum.flag + ": ") == true, "\(String(describing: fault))")
        #expect(fault?.message.contains(part) == true, "\(String(describing: fault))")
    }

    @Test(
        "the page host is proposed beside the links",
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
        let draft = try Samples.draft([(.fingerprint, Samples.fingerprint), (.team, "ABCDE12345")], facts)
        let site = draft.site
        #expect(site.name == "acme-app" && site.hosts == ["links.acme.com/go"] && site.pageHost == "open.acme.com")
        #expect(site.handler == "https://acme-app.firebaseapp.com/__/auth/action")
        #expect(site.authorizedDomains == ["acme-app.web.app", "acme-app.firebaseapp.com"])
        #expect(
            site.urlPolicy
                == .patterns([#"^https://www\.acme\.com([/?]|$)"#, #"^https://shop\.acme\.com([/?]|$)"#]))
        #expect(site.apps.map(\.id) == ["com.acme.app", "com.acme.app.debug", "com.acme.ios"])
        #expect(site.apps[2].appStoreID == "1234567" && site.apps[2].customScheme == "acme")
        for part in [
            "project: google-services.json states acme-app, Info.plist states other; used acme-app",
            "App Store ID of com.acme.ios: google-services.json states 1234567, links.csv (1 link) states 999",
            "acme.page.link (2 links) was Google's", "left out: Android app com.other", "1 link lead to http",
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
        #expect(draft.questions.map(\.datum) == [.fingerprint, .team, .appStoreID, .pageHost, .name])
        var statements = try Samples.statements(apps)
        statements.decline(.fingerprint)
        try statements.add("acme", for: .name)
        #expect(SiteDraft(statements, SourceFacts()).questions.map(\.datum) == [.team, .appStoreID, .pageHost])
        #expect(try Samples.draft([(.hosting, "auth.acme.com")]).missing().map(\.datum).contains(.handler))
    }

    @Test("pages can't be on a host of links")
    func conflict() throws {
        let draft = try Samples.draft([(.host, "links.acme.com"), (.pageHost, "links.acme.com")])
        #expect(draft.conflict?.message.contains("`links.acme.com`") == true)
        #expect(try Samples.draft([(.host, "links.acme.com"), (.pageHost, "open.acme.com")]).conflict == nil)
    }
}
