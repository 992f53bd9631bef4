import Configuration
import Rules
import TestSupport
import Testing

@testable import SiteSetup

@Suite("What to do next")
struct NextStepsTests {
    private func lines(_ directory: String = "my rules") throws -> [String] {
        let draft = try Samples.draft([
            (.host, "links.acme.com/go"), (.host, "links.acme.com"), (.hosting, "auth.acme.com"), (.bundle, "com.acme"),
            (.handler, "https://acme-app.firebaseapp.com/__/auth/action"),
        ])
        return NextSteps.lines(of: draft.site, in: directory, exports: ["a'b.csv"], declarations: ["applinks"])
    }

    @Test("every host has its DNS record and is in the certificate, once")
    func hosts() throws {
        let text = try lines().joined(separator: "\n")
        for host in ["links.acme.com", "auth.acme.com", "open.acme.com"] {
            #expect(text.matches(of: try Regex("(?m)^   \(host)\\. A ")).count == 1)
        }
        #expect(text.contains("-d links.acme.com -d auth.acme.com -d open.acme.com"))
        #expect(text.contains("server_name links.acme.com auth.acme.com open.acme.com;"))
    }

    @Test("commands can be pasted into a shell")
    func commands() throws {
        let lines = try lines()
        #expect(lines.contains("   fingerpost check 'my rules'"))
        #expect(
            lines.contains(
                #"   fingerpost link import 'a'\''b.csv' --rules 'my rules' --domain links.acme.com/go --dry-run"#))
    }

    @Test("the last step is the app's, with the hosts of its links")
    func client() throws {
        #expect(
            try lines().last
                == #"   let links = Fingerpost(hosts: ["links.acme.com/go", "links.acme.com", "auth.acme.com"])"#)
    }

    @Test("deferred links: the app gets the address that redeems tokens")
    func deferred() throws {
        let draft = try Samples.draft([(.host, "links.acme.com"), (.package, "com.acme"), (.deferred, "7")])
        let text = NextSteps.lines(of: draft.site, in: "rules", exports: [], declarations: []).joined(separator: "\n")
        #expect(text.contains("page_key_file") && text.contains("POST https://links.acme.com/v1/resolve"))
        #expect(!(try lines().joined().contains("page_key_file")))
    }

    @Test("the settings for certificates are settings")
    func settings() throws {
        let lines = try lines().map { String($0.dropFirst(3)) }
        let first = try #require(lines.firstIndex(of: "listen:"))
        let last = try #require(lines.firstIndex { $0.hasPrefix("acme_folder:") })
        let folder = try ScratchFolder()
        try folder.file("fingerpost.yaml", lines[first...last].joined(separator: "\n") + "\n")
        let diagnostics = try RuleDirectory.settings(path: folder.path).diagnostics
        #expect(diagnostics.map(\.rendered) == [])
    }
}
