import ByteText
import Foundation
import TestSupport
import Testing

/// The control socket of the real daemon, used by the program, by curl and by hand.
@Suite("control socket", .timeLimit(.minutes(20)))
struct ControlTests {
    /// A daemon of two sites with a control socket, which keeps its store in the folder.
    private final class Controlled {
        let rules: RulesFolder
        let folder: ScratchFolder
        private(set) var daemon: RunningDaemon

        var socket: String { "\(folder.path)/control" }

        init(_ environment: [String: String] = [:]) throws {
            let rules = try RulesFolder(site: ParityCase.site)
            try rules.folder.file("sites/other.yaml", ControlTests.other)
            let folder = try ScratchFolder()
            (self.rules, self.folder) = (rules, folder)
            daemon = try Self.start(rules, folder, environment)
        }

        private static func start(
            _ rules: RulesFolder, _ folder: ScratchFolder, _ environment: [String: String]
        ) throws -> RunningDaemon {
            try RunningDaemon(
                rules: rules.path,
                flags: [
                    "--store", "\(folder.path)/store", "--control", "\(folder.path)/control", "--audit-log",
                    "\(folder.path)/audit", "--decision-log", "\(folder.path)/decisions",
                ], environment: environment)
        }

        /// Stops the daemon, and starts another one on the same store.
        func restart() throws {
            #expect(daemon.stop() == 0)
            daemon = try Self.start(rules, folder, [:])
        }

        /// Starts another daemon after the last one was killed.
        func restartAfterKill() throws { daemon = try Self.start(rules, folder, [:]) }

        func status() throws -> JSONValue { try JSONValue(parsing: run(["status", "--json"]).output) }

        /// Runs a command of the program against the socket.
        func run(_ words: [String]) throws -> Program.Outcome {
            try Program.run(words + ["--socket", socket, "--rules", rules.path])
        }

        func click(_ host: String = "example.page.link") throws -> Int {
            try daemon.click("/WXYZ", host: host, fields: ["User-Agent": Agents.windows]).status
        }

        func decision(_ host: String = "example.page.link") throws -> String {
            try #require(
                JSONValue(parsing: daemon.decide("{\"link\": \"https://\(host)/WXYZ\"}").body)["decision"]?.string)
        }

        /// The lines of the audit log, once it has this many.
        func audit(_ count: Int) throws -> [JSONValue] {
            let file = "\(folder.path)/audit"
            func lines() -> [Substring] {
                ((try? String(contentsOfFile: file, encoding: .utf8)) ?? "").split(separator: "\n")
            }
            #expect(wait(seconds: 20) { lines().count >= count }, "\(lines())")
            return try lines().map { try JSONValue(parsing: String($0)) }
        }
    }

    private static let other = """
        {"site": "other", "hosts": ["other.page.link"], "authorized_domains": ["www.example.com"],
         "links": {"WXYZ": "https://other.page.link/?link=https%3A%2F%2Fwww.example.com%2F"}}
        """

    @Test("status reports the daemon's state to the program and to curl")
    func status() throws {
        let controlled = try Controlled()
        #expect(controlled.daemon.readyLine.contains("control=unix:\(controlled.socket)"))
        let mode = try FileManager.default.attributesOfItem(atPath: controlled.socket)[.posixPermissions] as? Int
        #expect(mode == 0o660)
        #expect(try controlled.click() == 302)
        _ = try controlled.daemon.click("/NONE")
        // The decision log is written by its own thread.
        #expect(wait(seconds: 20) { (try? controlled.status())?["refusals"]?.array?.isEmpty == false })
        let status = try controlled.status()
        #expect(status["state"]?.string == "serving" && status["level"]?.string == "operate")
        #expect(status["pid"]?.number?.int == Int(controlled.daemon.id))
        #expect(status["rules"]?["sites"]?.number?.int == 2)
        #expect(status["decisions"]?["error"]?.number?.int == 1)
        #expect(status["workers"]?.array?.allSatisfy { $0["answers"]?.bool == true } == true)
        #expect(status["store"]?["links"]?.number?.int == 0)
        #expect(status["refusals"]?.array?.first?["error"]?.string == "unknown-link", "\(status)")
        let text = try controlled.run(["status"])
        #expect(text.code == 0, "\(text.error)")
        #expect(text.output.contains("serving") && text.output.contains("2 sites"), "\(text.output)")
        let curl = try Self.curl(controlled.socket, ["http://localhost/v1/status"])
        #expect(try JSONValue(parsing: curl)["control"]?.number?.int == 1)
        #expect(controlled.daemon.stop() == 0)
        #expect(!FileManager.default.fileExists(atPath: controlled.socket))
    }

    private static func curl(_ socket: String, _ words: [String], as user: [String] = []) throws -> String {
        let line = user + ["/usr/bin/curl", "-s", "--unix-socket", socket] + words
        let child = try Child(line[0], Array(line.dropFirst()))
        #expect(child.waits(seconds: 60))
        return child.output
    }

    @Test("rates appear after some seconds")
    func rates() throws {
        let controlled = try Controlled()
        _ = try controlled.click()
        #expect(
            wait(seconds: 60) {
                let rates = (try? controlled.status())?["rates"]?.array ?? []
                return rates.count == 2
            })
    }

    @Test(
        "a site is off at once on front and edge, the other is not; through a reload and a restart, until it is on again"
    )
    func disableSite() throws {
        let controlled = try Controlled()
        #expect(try controlled.click() == 302)
        let made = try controlled.run([
            "control", "disable", "site", "example", "--reason", "report 7 oobCode=ABCDEFGH1234",
        ])
        #expect(made.code == 0, "\(made.error)")
        #expect(made.error.isEmpty)
        func isOff() throws {
            #expect(try controlled.click() == 410)
            #expect(try controlled.decision() == "error")
            #expect(try controlled.click("other.page.link") == 302)
            #expect(try controlled.decision("other.page.link") == "continue_redirect")
            #expect(try controlled.status()["disabled_sites"]?.array?.first?["site"]?.string == "example")
        }
        try isOff()
        try controlled.rules.replaceSite(with: ParityCase.site.replacing("post", with: "news"))
        #expect(try controlled.run(["control", "reload"]).code == 0)
        try isOff()
        try controlled.restart()
        try isOff()
        #expect(try controlled.run(["control", "enable", "site", "example"]).code == 0)
        #expect(try controlled.click() == 302)
        #expect(try controlled.run(["control", "enable", "site", "example"]).code == 1)
        let unknown = try controlled.run(["control", "disable", "site", "exampel", "--reason", "x"])
        #expect(unknown.code == 1)
        #expect(unknown.error.contains("example"), "\(unknown.error)")
        let lines = try controlled.audit(5)
        let operations = lines.map { $0["operation"]?.string ?? "" }
        #expect(operations == ["disableSite", "reload", "enableSite", "enableSite", "disableSite"])
        #expect(lines[0]["by"]?.string == "socket" && lines[0]["site"]?.string == "example")
        #expect(lines[0]["reason"]?.string?.hasPrefix("report 7 ") == true)
        #expect(!"\(lines)".contains("ABCDEFGH1234"))
    }

    @Test("a site is on again when its time is over, without anybody's doing")
    func end() throws {
        let controlled = try Controlled()
        _ = try Self.curl(
            controlled.socket, ["-X", "POST", "http://localhost/v1/disable?site=example&seconds=2&reason=x"])
        #expect(try controlled.status()["disabled_sites"]?.array?.first?["until"]?.string != nil)
        #expect(wait(seconds: 60) { (try? controlled.click()) == 302 })
        #expect(try controlled.status()["disabled_sites"]?.array?.isEmpty == true)
    }

    @Test("a link of the store is off at once, and its line says why")
    func disableLink() throws {
        let controlled = try Controlled()
        #expect(controlled.daemon.stop() == 0)
        let place = ["--store", "\(controlled.folder.path)/store", "--rules", controlled.rules.path]
        let create = ["link", "create", "https://www.example.com/x", "--domain", "other.page.link", "--code", "abuse"]
        let created = try Program.run(create + place)
        try #require(created.code == 0, "\(created.error)")
        try controlled.restart()
        func click() throws -> Int {
            try controlled.daemon.click("/abuse", host: "other.page.link", fields: ["User-Agent": Agents.windows])
                .status
        }
        #expect(try click() == 302)
        let disabled = try controlled.run(
            ["control", "disable", "link", "https://other.page.link/abuse", "--reason", "phishing"])
        #expect(disabled.code == 0, "\(disabled.error)")
        #expect(try click() == 410)
        #expect(try controlled.run(["control", "enable", "link", "other.page.link/abuse"]).code == 0)
        #expect(try click() == 302)
        #expect(try controlled.run(["control", "disable", "link", "other.page.link/none", "--reason", "x"]).code == 1)
        #expect(
            try controlled.run(["control", "disable", "link", "other.page.link/abuse", "--for", "2h", "--reason", "x"])
                .code
                == 2)
        let lines = try controlled.audit(3)
        #expect(lines[0]["links"]?.array == ["other.page.link/abuse"] && lines[0]["reason"]?.string == "phishing")
        #expect(lines[0]["client"]?.string != nil && lines[0]["by"]?.string == "socket")
    }

    @Test("a reload that is refused says why, and the status remembers it")
    func refusedReload() throws {
        let controlled = try Controlled()
        try controlled.rules.replaceSite(with: "site: [broken\n")
        let outcome = try controlled.run(["control", "reload"])
        #expect(outcome.code == 1)
        #expect(outcome.error.contains("site.yaml:"), "\(outcome.error)")
        let status = try controlled.status()
        #expect(status["rules"]?["last_reload"]?["result"]?.string == "failure")
        #expect(try controlled.run(["status"]).output.contains("refused"))
        #expect(try controlled.click() == 302)
    }

    @Test("a reload with warnings says what they are, and the status remembers them")
    func warnings() throws {
        let controlled = try Controlled()
        let loose = Self.other.replacing(
            "\"hosts\"", with: "\"url_patterns\": [\"https://www[.]example[.]com/\"], \"hosts\"")
        try controlled.rules.folder.file("sites/other.yaml", loose)
        let outcome = try controlled.run(["control", "reload"])
        try #require(outcome.code == 0, "\(outcome.error)")
        #expect(outcome.error.contains("warning: "), "\(outcome.error)")
        let warnings = try controlled.status()["rules"]?["last_reload"]?["warnings"]?.array
        #expect(warnings?.count == 1)
        #expect(try controlled.run(["status"]).output.contains("1 warning"))
    }

    @Test("the level debug says why a client is not served, for as long as it was asked for")
    func logLevel() throws {
        let controlled = try Controlled()
        let words = ["-s", "-o", "/dev/null", "-H", "Host: a b", "http://127.0.0.1:\(controlled.daemon.front)/"]
        func fail() throws { #expect(try Child("/usr/bin/curl", words).waits(seconds: 20)) }
        try fail()
        let set = try Self.curl(
            controlled.socket, ["-X", "POST", "http://localhost/v1/log-level?level=debug&seconds=8"])
        #expect(set.contains("\"until\":\"2"), "\(set)")
        #expect(!controlled.daemon.said.contains("debug: "))
        #expect(try controlled.status()["log_level"]?["level"]?.string == "debug")
        try fail()
        let line = "debug: front: 127.0.0.1: rejected request: responded with 400"
        #expect(wait(seconds: 20) { controlled.daemon.said.contains(line) }, "\(controlled.daemon.said)")
        #expect(wait(seconds: 20) { (try? controlled.status()["log_level"]?["level"]?.string) == "notice" })
        let count = controlled.daemon.said.split(separator: "\n").count { $0.hasPrefix("debug: ") }
        try fail()
        #expect(try controlled.run(["control", "log-level", "notice"]).output == "log level notice\n")
        let hour = try controlled.run(["control", "log-level", "debug", "--for", "1h"])
        #expect(hour.output.hasPrefix("log level debug until 2"), "\(hour.error)")
        #expect(try controlled.run(["status"]).output.contains("log level     debug until 2"))
        #expect(controlled.daemon.said.split(separator: "\n").count { $0.hasPrefix("debug: ") } == count)
        #expect(try controlled.run(["control", "log-level", "debug", "--for", "soon"]).code == 2)
        let operations = try controlled.audit(3).compactMap { $0["operation"]?.string }
        #expect(operations == ["setLogLevel", "setLogLevel", "setLogLevel"])
    }

    @Test("drain ends the daemon when its requests are answered")
    func drain() throws {
        let controlled = try Controlled()
        let outcome = try controlled.run(["control", "drain"])
        #expect(outcome.code == 0 && outcome.output.hasPrefix("draining: "), "\(outcome.error)")
        #expect(wait(seconds: 40) { !controlled.daemon.isRunning })
        let after = try controlled.run(["status"])
        #expect(after.code == 2)
        #expect(after.error.contains("no control socket"), "\(after.error)")
    }

    @Test("a successor has the socket from its start, and keeps it when its predecessor ends")
    func handover() throws {
        let controlled = try Controlled()
        let first = Int(controlled.daemon.id)
        #expect(try controlled.run(["control", "disable", "site", "example", "--reason", "x"]).code == 0)
        controlled.daemon.signal(SIGUSR2)
        var next = first
        #expect(
            wait(seconds: 60) {
                next = (try? controlled.status())?["pid"]?.number?.int ?? first
                return next != first && HandoverTests.hasEnded(pid_t(first))
            }, "\(controlled.daemon.said)")
        defer { kill(pid_t(next), SIGKILL) }
        #expect(next != first)
        #expect(try controlled.status()["pid"]?.number?.int == next)
        #expect(try controlled.click() == 410)
        kill(pid_t(next), SIGTERM)
        #expect(wait(seconds: 40) { !FileManager.default.fileExists(atPath: controlled.socket) })
    }

    @Test("a second daemon is told whose the socket is; one that was killed leaves a socket that is replaced")
    func taken() throws {
        let controlled = try Controlled()
        let free = ["--listen", "127.0.0.1:0", "--edge", "127.0.0.1:0", "--admin", "127.0.0.1:0"]
        let second = try Program.run(
            ["serve", "--rules", controlled.rules.path, "--control", controlled.socket] + free)
        #expect(second.code == 2)
        #expect(second.error.contains("process \(controlled.daemon.id) of user"), "\(second.error)")
        #expect(try controlled.status()["state"]?.string == "serving")
        _ = controlled.daemon.stop(SIGKILL)
        let gone = try controlled.run(["status"])
        #expect(gone.code == 2)
        #expect(gone.error.contains("no daemon answers"), "\(gone.error)")
        try controlled.restartAfterKill()
        #expect(try controlled.status()["state"]?.string == "serving")
    }

    /// The socket with default settings.
    @Test("by default it is in the store's directory, for its user alone, and commands find it by the store")
    func byDefault() throws {
        let folder = try ScratchFolder()
        let rules = try RulesFolder(site: ParityCase.site)
        let store = "\(folder.path)/store"
        let flags = ["--store", store]
        let daemon = try RunningDaemon(rules: rules.path, flags: flags)
        let socket = "\(store)/control.sock"
        #expect(daemon.readyLine.contains(" control=unix:\(socket) "))
        #expect(try FileManager.default.attributesOfItem(atPath: socket)[.posixPermissions] as? Int == 0o600)
        let other = try RunningDaemon(rules: rules.path, flags: ["--store", "\(folder.path)/other"])
        let place = ["--rules", rules.path] + flags
        let reload = try Program.run(["control", "reload"] + place)
        #expect(reload.code == 0 && reload.output.hasPrefix("loaded "), "\(reload.error)")
        #expect(daemon.said.contains("\nreload") && !other.said.contains("\nreload"), "\(other.said)")
        #expect(try Program.run(["status"] + place, environment: ["FINGERPOST_STORE": "/none"]).code == 0)
        // A running daemon keeps its socket, and the second one creates nothing, not even its tokens file.
        let tokens = "\(folder.path)/tokens"
        let free = ["--listen", "127.0.0.1:0", "--edge", "127.0.0.1:0", "--admin", "127.0.0.1:0"]
        let second = try Program.run(["serve", "--tokens-file", tokens] + free + place)
        #expect(second.code == 2 && second.error.hasPrefix("control.socket: bind to"), "\(second.error)")
        #expect(second.error.contains("process \(daemon.id) of user") && second.error.contains("--store"))
        #expect(!FileManager.default.fileExists(atPath: tokens))
        #expect(try Program.run(["status"] + place).code == 0)
        _ = daemon.stop(SIGKILL)
        #expect(try Program.run(["status"] + place).error.contains("no daemon answers"))
        let third = try RunningDaemon(rules: rules.path, flags: flags)
        #expect(try Program.run(["status"] + place).code == 0)
        #expect(third.stop() == 0)
        #expect(try Program.run(["status"] + place).error.contains("is the daemon running?"))
    }

    @Test("it can be switched off, and a store whose path is too long for a socket is served without one")
    func without() throws {
        let folder = try ScratchFolder()
        let off = ["FINGERPOST_CONTROL_SOCKET": "off"]
        let daemon = try RunningDaemon(
            rules: RulesFolder.shippedRules.path(), flags: ["--store", folder.path], environment: off)
        #expect(!daemon.readyLine.contains("control="))
        #expect(!FileManager.default.fileExists(atPath: "\(folder.path)/control.sock"))
        let reload = try Program.run(["control", "reload"], environment: off)
        #expect(reload.code == 2 && reload.error.contains("disabled (control.socket: off)"), "\(reload.error)")
        let deep = "\(folder.path)/\(String(repeating: "d", count: 100))"
        let other = try RunningDaemon(rules: RulesFolder.shippedRules.path(), flags: ["--store", deep])
        #expect(!other.readyLine.contains("control="))
        #expect(other.said.contains("has more than 96 bytes") && other.said.contains("set another path (--control)"))
        #expect(other.stop() == 0)
        let stated = try Program.run([
            "serve", "--rules", RulesFolder.shippedRules.path(), "--store", folder.path, "--control", "\(deep)/c",
            "--listen", "127.0.0.1:0", "--edge", "127.0.0.1:0", "--admin", "127.0.0.1:0",
        ])
        #expect(stated.code == 2 && stated.error.contains("set a shorter path (--control)"), "\(stated.error)")
    }

    @Test("others may open it where its mode lets them, and read alone, unless the level says more")
    func levels() throws {
        guard getuid() == 0, FileManager.default.isExecutableFile(atPath: "/usr/bin/setpriv") else {
            return print("skipped: needs root and setpriv")
        }
        let nobody = ["/usr/bin/setpriv", "--reuid=65534", "--regid=65534", "--clear-groups"]
        let reload = ["-X", "POST", "http://localhost/v1/reload"]
        for level in ["read", "operate"] {
            let controlled = try Controlled(["FINGERPOST_CONTROL_MODE": "0666", "FINGERPOST_CONTROL_LEVEL": level])
            _ = try Self.chmod(controlled.folder)
            let status = try Self.curl(controlled.socket, ["http://localhost/v1/status"], as: nobody)
            #expect(try JSONValue(parsing: status)["level"]?.string == level)
            let answer = try JSONValue(parsing: Self.curl(controlled.socket, reload, as: nobody))
            #expect((answer["error"]?["code"]?.number?.int == 403) == (level == "read"), "\(answer)")
        }
        let closed = try Controlled()
        _ = try Self.chmod(closed.folder)
        #expect(try Self.curl(closed.socket, ["http://localhost/v1/status"], as: nobody).isEmpty)
    }

    /// Lets other users enter the folder and its parents, but not open what is in it.
    private static func chmod(_ folder: ScratchFolder) throws {
        var path = folder.url
        while path.path() != "/", path.path() != "/tmp/" {
            try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: path.path())
            path.deleteLastPathComponent()
        }
    }

    @Test("--watch shows it again until Ctrl-C, which is no failure")
    func watch() throws {
        let controlled = try Controlled()
        let child = try Child(
            Program.path,
            ["status", "--watch", "--every", "1", "--socket", controlled.socket, "--rules", controlled.rules.path])
        #expect(wait(seconds: 30) { child.output.components(separatedBy: "fingerpost ").count > 2 }, "\(child.error)")
        child.signal(SIGINT)
        #expect(child.waits(seconds: 20))
        #expect(child.code == 0 && !child.wasKilled)
    }
}
