import ByteText
import Foundation
import LinkStore
import TestSupport
import Testing

/// Settings that change while the daemon runs.
///
/// Regression: the daemon reported "loaded" after a reload and kept using its initial settings: with another list of
/// trusted peers, all clicks came from one address, while `settings` and `doctor` showed the new list.
@Suite("Settings of a running daemon", .timeLimit(.minutes(20)))
struct SettingsReloadTests {
    @Test("trusted_peers, country_header and hsts take effect with a reload, by command, signal and request")
    func takenOver() throws {
        let served = try ServedSettings("trusted_peers: [127.0.0.9]\ncountry_header: X-Country\n")
        #expect(try served.click().status == 403)
        let reload = try served.reload("trusted_peers: [127.0.0.1]\ncountry_header: X-Country\n")
        #expect(reload.code == 0 && reload.error.isEmpty, "\(reload.error)")
        #expect(try served.click().status == 403, "the field has another name")
        try served.reload("trusted_peers: [127.0.0.1]\ncountry_header: CF-IPCountry\nhsts: 600\n")
        let click = try served.click()
        #expect(click.status == 302 && click["Strict-Transport-Security"] == "max-age=600")
        // A signal restores untrusted peers.
        try served.write("country_header: CF-IPCountry\nhsts: 60\n")
        served.daemon.signal(SIGHUP)
        #expect(wait(seconds: 20) { (try? served.click())?["Strict-Transport-Security"] == "max-age=60" })
        #expect(try served.click().status == 403)
        // A request with a token.
        try served.write("trusted_peers: [127.0.0.1]\ncountry_header: CF-IPCountry\n")
        let answer = try served.daemon.ask(
            served.daemon.admin, "/v1/reload", method: "POST", fields: ["Authorization": "Bearer \(served.token)"])
        #expect(try answer.status == 200 && JSONValue(parsing: answer.body)["pending_restart"]?.array == [])
        let last = try served.click()
        #expect(last.status == 302 && last["Strict-Transport-Security"] == nil)
        #expect(try served.row("trusted_peers")["values"] == ["127.0.0.1"])
        #expect(try served.run(["doctor"]).output.contains("ok       settings"))
    }

    @Test(
        "a setting that needs a restart is reported by answer, status, settings, doctor and metric until it is undone")
    func pending() throws {
        let served = try ServedSettings("source_notify: false\nhsts: 60\n")
        #expect(try served.metric() == "fingerpost_settings_pending_restart 0")
        let reload = try served.reload("source_notify: true\nhsts: 90\n")
        let sentence = "source_notify: in force false, in the file true (\(served.rules.path)"
        #expect(reload.code == 0 && reload.error.contains("warning: \(sentence)"), "\(reload.error)")
        #expect(reload.error.contains("takes effect after a restart"))
        #expect(served.daemon.said.contains("reload: warning: \(sentence)"))
        #expect(try served.metric() == "fingerpost_settings_pending_restart 1")
        #expect(try served.run(["status"]).output.contains("source_notify: in force false"))
        let settings = try served.run(["settings"])
        #expect(settings.code == 0 && settings.output.contains(sentence), "\(settings.output)")
        let row = try served.row("source_notify")
        #expect(row["values"] == ["false"] && row["pending"]?["values"] == ["true"])
        let doctor = try served.run(["doctor"])
        #expect(
            doctor.output.contains("warning  settings") && doctor.output.contains("source_notify"), "\(doctor.output)")
        #expect(try served.click()["Strict-Transport-Security"] == "max-age=90", "the rest is taken over")
        #expect(try served.reload("source_notify: false\n").error.isEmpty)
        #expect(try served.metric() == "fingerpost_settings_pending_restart 0")
        #expect(try served.run(["doctor"]).output.contains("ok       settings"))
    }

    @Test("settings and doctor report values of files that no reload has taken over yet")
    func notReloaded() throws {
        let served = try ServedSettings("hsts: 60\n")
        try served.write("hsts: 90\ntrusted_peers: [127.0.0.1]\n")
        let row = try served.row("hsts")
        #expect(row["values"] == ["60"] && row["pending"]?["values"] == ["90"])
        let text = try served.run(["settings"]).output
        #expect(text.contains("trusted_peers: in force none, in the file 127.0.0.1"), "\(text)")
        #expect(text.contains("takes effect after a reload"))
        let doctor = try served.run(["doctor"]).output
        #expect(doctor.contains("fingerpost control reload"), "\(doctor)")
        #expect(served.daemon.stop() == 0)
        let stopped = try served.run(["settings"])
        #expect(stopped.code == 0 && stopped.error.isEmpty && stopped.output.contains("No daemon answers"))
        #expect(try served.row("hsts")["values"] == ["90"])
        #expect(try served.run(["doctor"]).error.isEmpty)
    }

    @Test(
        "settings that can't be used refuse the whole reload by name, and everything stays",
        arguments: [
            ("trusted_peers: [300.1.1.1]", "300.1.1.1"), ("hsts: soon", "hsts"),
            ("console: {openid: {issuer: \"https://id.example.com\"}}", "console.openid"),
            ("tokens_file: /nowhere/tokens", "tokens_file"),
        ])
    func refused(_ line: String, _ name: String) throws {
        let served = try ServedSettings("hsts: 60\n")
        let reload = try served.reload("trusted_peers: [127.0.0.1]\ncountry_header: CF-IPCountry\n\(line)\n")
        #expect(reload.code == 1 && reload.error.contains(name), "\(reload.error)")
        let click = try served.click()
        #expect(click.status == 403 && click["Strict-Transport-Security"] == "max-age=60")
        #expect(try served.reload("hsts: 30\n").code == 0)
        #expect(try served.click()["Strict-Transport-Security"] == "max-age=30")
    }

    @Test("variables and flags win over the file after a reload, too")
    func precedence() throws {
        let served = try ServedSettings(environment: ["FINGERPOST_HSTS": "7"])
        try served.reload("hsts: 60\ncountry_header: CF-IPCountry\ntrusted_peers: [127.0.0.1]\n")
        let click = try served.click()
        #expect(click.status == 302 && click["Strict-Transport-Security"] == "max-age=7")
        #expect(try served.row("hsts")["from"] == "FINGERPOST_HSTS")
        #expect(try served.row("listen.front")["from"] == "--listen")
    }

    @Test("the console, its sign-in and writing are switched on and off")
    func console() throws {
        let served = try ServedSettings("console: false\n")
        func signIn() throws -> HTTPAnswer { try served.daemon.ask(served.daemon.admin, "/sign-in") }
        #expect(try signIn().status == 404)
        try served.reload("console: true\n")
        #expect(try signIn().status == 200 && !signIn().body.contains("id.example.com"))
        let session = try ConsoleSession(served.daemon, token: served.token)
        #expect(try session.page("/rules/history").status == 404)
        try served.reload(
            """
            console:
              write_rules: true
              history: \(served.store.path)/changes
              openid:
                {issuer: "https://id.example.com", client_id: me, roles: ["staff=viewer"]}
            """)
        #expect(try signIn().body.contains("id.example.com"))
        #expect(try session.page("/rules/history").status == 200)
        #expect(FileManager.default.fileExists(atPath: served.store.path + "/changes"))
        try served.reload("console: {write_rules: false}\n")
        #expect(try session.page("/rules/history").status == 404 && !signIn().body.contains("id.example.com"))
        try served.reload("console: false\n")
        #expect(try signIn().status == 404)
    }

    @Test("rules on trial, target checks and the format of the access log change")
    func parts() throws {
        let log = try ScratchFolder()
        let served = try ServedSettings(flags: ["--access-log", log.path + "access"])
        func shadow() throws -> JSONValue? {
            try JSONValue(parsing: served.daemon.ask(served.daemon.admin, "/v1/ruleset").body)["shadow"]
        }
        func lastLine() -> String {
            let text = (try? String(contentsOfFile: log.path + "access", encoding: .utf8)) ?? ""
            return text.split(separator: "\n").last.map(String.init) ?? ""
        }
        #expect(try shadow()?.isNull == true && served.metric("fingerpost_target_checks_total").isEmpty)
        _ = try served.click()
        #expect(wait(seconds: 20) { lastLine().hasPrefix("{") })
        let trial = try RulesFolder(site: ServedSettings.site.replacing("AU", with: "NZ"))
        let settings = "target_checks: {every_seconds: 60}\nlogs: {format: combined}\n"
        let reload = try served.reload(settings + "shadow: \"\(trial.path):0.5\"\n")
        #expect(reload.code == 0 && reload.error.isEmpty, "\(reload.error)")
        #expect(try shadow()?["share"]?.number?.double == 0.5 && shadow()?["compares"]?.bool == true)
        #expect(try !served.metric("fingerpost_target_checks_total").isEmpty)
        _ = try served.click()
        #expect(wait(seconds: 20) { lastLine().hasPrefix("127.0.0.1 ") }, "\(lastLine())")
        try served.reload(settings)
        #expect(try shadow()?.isNull == true)
    }

    @Test("old counts are rolled up as a reload says")
    func counts() throws {
        let served = try ServedSettings()
        let store = try LinkStore(directory: served.store.path)
        let link = try store.apply(
            .create(
                LinkCreation(
                    LinkRecord(
                        key: try #require(LinkKey("a.link/old")), longLink: "https://www.example.com/", created: 1)))
        ).link
        try store.apply(
            .count(
                [20_000, 20_001, 20_100].map {
                    LinkCount(id: link.id, day: $0, event: .click, platform: .ios, count: 1)
                }))
        func stats() throws -> String {
            try served.run(["link", "stats", "https://a.link/old", "--days", "36500"]).output
        }
        #expect(try stats().contains("2024-10-05") && stats().contains("2025-01-12"))
        try served.reload("counts: {keep_days: 30}\n")
        #expect(wait(seconds: 20) { (try? stats())?.contains("2024-10-05") == false })
        #expect(try stats().contains("2024-10 ") && stats().contains("2025-01 "))
        try served.reload("counts: {keep_days: 30, roll_up: total}\n")
        #expect(wait(seconds: 20) { (try? stats())?.contains("earlier") == true })
        let text = try stats()
        #expect(text.split(separator: "\n").count == 1 && text.contains(" 3"), "\(text)")
    }

    @Test("another tokens file, development and the level of the control socket take effect")
    func others() throws {
        let served = try ServedSettings()
        let token = try served.token
        func reloads() throws -> Int {
            try served.daemon.ask(
                served.daemon.admin, "/v1/reload", method: "POST", fields: ["Authorization": "Bearer \(token)"]
            ).status
        }
        #expect(try reloads() == 200)
        try served.store.file("others", "")
        try served.reload("tokens_file: \(served.store.path)/others\ncontrol: {level: operate}\n")
        #expect(try reloads() == 401)
        #expect(try served.row("control.level")["values"] == ["operate"])
        func local() throws -> String {
            try served.daemon.click("/?link=http://localhost:3000/", host: "a.link").body
        }
        let before = try local()
        try served.reload("development: true\n")
        #expect(try reloads() == 200)
        #expect(try local() != before)
    }
}
