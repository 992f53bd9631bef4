import ByteText
import Foundation
import TestSupport
import Testing

/// Device corrections through the program: served, reloaded, bundled, and tried on agents.
@Suite("device corrections, by the program", .timeLimit(.minutes(20)))
struct DeviceFileServingTests {
    private static let site = """
        site: example
        hosts: [example.page.link]
        authorized_domains: [www.example.com]
        rules:
          - {name: acme, when: 'device.app_name == "acme-reader"', then: {continue_redirect: {to: "https://www.example.com/acme"}}, because: x}
          - {name: bots, when: device.bot, then: {continue_redirect: {to: "https://www.example.com/bot"}}, because: x}
          - {name: rest, then: {continue_redirect: {to: "https://www.example.com/rest"}}, because: x}
        """
    private static let agent = "AcmeReader/2.0 (+https://acme.example)"
    private static let corrections = """
        corrections:
          - {token: AcmeReader/, bot: false, in_app: acme-reader}
        """

    private let rules: ScratchFolder

    init() throws {
        rules = try ScratchFolder()
        try rules.file("sites/site.yaml", Self.site)
        try rules.file("fingerpost.yaml", "devices: devices.yaml\n")
        try rules.file("devices.yaml", "corrections: []\n")
    }

    private static func target(_ node: RunningDaemon, _ agent: String = agent) throws -> String? {
        try node.click("/?link=https://www.example.com/", fields: ["User-Agent": agent])["Location"]
    }

    private static let token = ["Authorization": "Bearer fpt_all"]

    @Test("a reload corrects a decision that was made and cached before, and a faulty file changes nothing")
    func reload() throws {
        let store = try ScratchFolder()
        let child = try Child("/usr/bin/sha256sum", [], input: "fpt_all")
        #expect(child.waits(seconds: 10))
        try store.file("tokens", "all \(child.output.prefix { $0 != " " })\n")
        let node = try RunningDaemon(rules: rules.path, flags: ["--store", store.path])
        func reload() throws -> HTTPAnswer {
            try node.ask(node.admin, "/v1/reload", method: "POST", fields: Self.token)
        }
        for _ in 0..<4 { #expect(try Self.target(node) == "https://www.example.com/bot") }
        try rules.file("devices.yaml", Self.corrections)
        #expect(try reload().status == 200)
        for _ in 0..<4 { #expect(try Self.target(node) == "https://www.example.com/acme") }
        #expect(try Self.target(node, "Googlebot/2.1") == "https://www.example.com/bot")
        try rules.file("devices.yaml", "corrections:\n  - {token: Mozilla, bot: search}\n")
        let refused = try reload()
        #expect(refused.status != 200 && refused.body.contains("devices.yaml:2:13: error"), "\(refused.body)")
        #expect(try Self.target(node) == "https://www.example.com/acme")
        try rules.file("devices.yaml", "corrections: []\n")
        #expect(try reload().status == 200)
        #expect(try Self.target(node) == "https://www.example.com/bot")
        #expect(node.stop() == 0)
    }

    @Test("commands use them, `check` reports what they change by line, and classify counts it")
    func commands() throws {
        try rules.file("devices.yaml", Self.corrections + "\n  - {token: Googlebot, bot: false}\n")
        func run(_ words: [String], input: String? = nil, in folder: String? = nil) throws -> Program.Outcome {
            try Program.run(words, input: input, in: folder)
        }
        let check = try run(["check", rules.path])
        #expect(check.code == 0 && check.output.contains("devices.yaml:3:13: warning: the token `Googlebot` changes"))
        #expect(check.output.contains("(bot search → none)"), "\(check.output)")

        let link = "https://example.page.link/?link=https://www.example.com/"
        let explained = try run(["explain", link, "--rules", rules.path, "--user-agent", Self.agent])
        #expect(explained.output.contains("https://www.example.com/acme"), "\(explained.output)")

        // Without --rules and --link, eval uses the corrections of the default directory.
        let home = try ScratchFolder()
        try FileManager.default.createSymbolicLink(
            at: home.url.appending(path: "rules"), withDestinationURL: rules.url)
        let expression = ["eval", #"device.app_name + " " + string(device.bot)"#, "--user-agent", Self.agent]
        #expect(try run(expression, in: home.path).output == "\"acme-reader false\"\n")
        #expect(try run(expression + ["--rules", rules.path]).output == "\"acme-reader false\"\n")

        let agents = "\(Self.agent)\n\(Self.agent)\nGooglebot/2.1\ncurl/8.9.1\n"
        let plain = try run(["classify"], input: agents)
        let tried = try run(["classify", "--rules", rules.path], input: agents)
        #expect(plain.code == 0 && plain.error == "" && tried.code == 0)
        let lines = try tried.lines.map { try JSONValue(parsing: String($0)) }
        #expect(lines.map { $0["bot"] } == [false, false, false, true])
        #expect(lines.map { $0["app_name"]?.string } == ["acme-reader", "acme-reader", "none", "none"])
        #expect(lines.map { $0["changes"]?.array?.count } == [2, 2, 1, 0])
        #expect(
            tried.error
                == "3 of 4 agents changed\n2\tin_app none → acme-reader, bot other → none\n1\tbot search → none\n",
            "\(tried.error)")
    }

    @Test("a bundle carries them, and none is signed with a file from elsewhere")
    func bundle() throws {
        let keys = try ScratchFolder()
        func run(_ words: [String]) throws -> Program.Outcome { try Program.run(words) }
        let key = keys.path + "/key.pem"
        let made = try Child("/usr/bin/openssl", ["genpkey", "-algorithm", "ed25519", "-out", key])
        #expect(made.waits(seconds: 10))
        let published = try Child(
            "/usr/bin/openssl", ["pkey", "-in", key, "-pubout", "-out", keys.path + "/public.pem"])
        #expect(published.waits(seconds: 10))
        func sign(_ revision: Int) throws -> (signed: Program.Outcome, verified: Program.Outcome) {
            let bundle = "\(keys.path)/\(revision).tar.gz"
            let signed = try run([
                "bundle", "sign", rules.path, "--key", key, "-o", bundle, "--revision", "\(revision)",
            ])
            return (signed, try run(["bundle", "verify", bundle, "--key", keys.path + "/public.pem"]))
        }
        let empty = try sign(1)
        try rules.file("devices.yaml", Self.corrections)
        let full = try sign(2)
        #expect(empty.verified.code == 0 && full.verified.code == 0, "\(full)")
        #expect(full.verified.output.contains("  devices.yaml  "))
        #expect(empty.verified.lines.first != full.verified.lines.first)
        try keys.file("devices.yaml", Self.corrections)
        try rules.file("fingerpost.yaml", "devices: \(keys.path)/devices.yaml\n")
        let outside = try sign(3)
        #expect(outside.signed.code == 1, "\(outside)")
        #expect(
            outside.signed.error.contains("fingerpost.yaml:1:10: error: ") && outside.signed.error.contains("not among")
        )
    }
}
