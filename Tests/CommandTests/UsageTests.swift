import ArgumentParser
import Foundation
import LinkStore
import Testing
import TestSupport

@testable import Help
@testable import fingerpost

/// Command line faults are reported before anything is done. (FingerpostTests verify with a few command lines of the
/// real program that messages are written to standard error and nothing to standard output.)
@Suite("bad usage, in memory")
struct UsageTests {
    private static let rules = ["--rules", RulesFolder.shippedRules.path()]
    private static let link = "https://example.page.link/WXYZ"

    @Test(
        "of resolve and its neighbours",
        arguments: [
            (["resolve"], "--batch"), (["resolve", link, "--device", "{bad"], "--device"),
            (["resolve", link, "--device", #"{"platform":"martian"}"#], "device.platform"),
            (["resolve", link, "--device", #"{"plaform":"ios"}"#], "plaform"),
            (["resolve", link, "--header", "no colon"], "--header"), (["resolve", link, "--stage", "later"], "stage"),
            (["resolve", link, "--batch", "-"], "--batch"),
            (["resolve", "--batch", "/nonexistent/batch"], "/nonexistent/batch"),
            (["resolve", "--batch", "/"], "/: Is a directory"), (["resolve", "x", "--bogus"], "--bogus"),
        ])
    func resolve(_ arguments: [String], _ part: String) throws {
        let folder = try ScratchFolder()
        try Self.makeStore(in: folder)
        try CommandLineInMemory.expect(2, naming: part, arguments + Self.rules + ["--store", folder.path])
    }

    @Test(
        "of other commands",
        arguments: [
            (["inspect"], "--batch"), (["inspect", "--batch", "/nonexistent/batch"], "/nonexistent/batch"),
            (["classify", "--batch", "/nonexistent/batch"], "/nonexistent/batch"),
            (["classify", "--workers", "0"], "--workers"),
            (["check", "/nonexistent/rules"], "/nonexistent/rules"),
            (["test", "/nonexistent/rules"], "/nonexistent/rules"), (["resolv"], "resolv"),
            (["serve", "--listne", "127.0.0.1:0"], "--listne"), (["link", "lst"], "lst"), (["merge"], "part"),
        ])
    func others(_ arguments: [String], _ part: String) throws {
        try CommandLineInMemory.expect(2, naming: part, arguments)
    }

    @Test(
        "of doctor",
        arguments: [
            (["--host", "exmple.page.link"], "did you mean `example.page.link`?"),
            (["--host", "elsewhere.test"], "hosts of the sites: example.page.link, "),
            (["--address", "443"], "HOST:PORT"), (["--address", "nothing.invalid:443"], "nothing.invalid"),
            (["--address", "127.0.0.1:70000"], "HOST:PORT"), (["--ca", "/nonexistent.pem"], "--ca: /nonexistent.pem"),
            (["--bogus"], "--bogus"),
        ])
    func doctor(_ arguments: [String], _ part: String) throws {
        try CommandLineInMemory.expect(2, naming: part, ["doctor"] + arguments + Self.rules)
    }

    @Test(
        "of compose",
        arguments: [
            ([], "--settings and --action-link"), (["--settings", "{}"], "--settings and --action-link"),
            (["--action-link", "x"], "--settings and --action-link"),
            (["--settings", "{}", "--action-link", "x", "--batch", "-"], "--batch"),
            (["--settings", "{}", "--batch", "-"], "--batch"),
            (["--settings", "{", "--action-link", "x"], "not valid JSON"),
            (["--batch", "/nonexistent/batch"], "/nonexistent/batch"), (["--setings", "{}"], "--setings"),
            (["--settings", "{}", "--action-link", "x", "--rules", "/nonexistent"], "/nonexistent"),
        ])
    func compose(_ arguments: [String], _ part: String) throws {
        let rules = arguments.contains("--rules") ? [] : Self.rules
        try CommandLineInMemory.expect(2, naming: part, ["compose"] + arguments + rules)
    }

    @Test(
        "of replay",
        arguments: [
            (["/no/such.log"], "/no/such.log: "), (["/"], "is a directory"),
            (["LOG", "--format", "combind"], "unknown log format combind; did you mean `combined`?"),
            (["LOG", "--host", "https://x/"], "--host"), (["LOG", "--workers", "0"], "--workers"),
            (["LOG", "--json", "--partial"], "can't be combined"),
            (["LOG", "--report", "page.txt"], "ends in .html"), (["LOG", "--export", "clicks.log"], "ends in .jsonl"),
            (["LOG", "--export", "a.csv", "--columns", "tim"], "did you mean `time`"),
            (["LOG", "--columns", "time"], "need --export"), (["LOG", "--allow", "x"], "needs --against"),
            (["LOG", "--fail-on-change"], "needs --against"), (["LOG", "--verify", "--json"], "with other reports"),
            (["LOG", "--against", "/nowhere"], "no such directory"), (["LOG", "--top", "0"], "--top"),
            (["LOG", "--report", "/nowhere/page.html"], "the directory does not exist"),
            (["LOG", "--store", "/nowhere"], "no link store at /nowhere"),
            (["LOG", "--against-store", "/nowhere"], "no link store at /nowhere"),
            (["LOG", "--store", "LOG"], "clicks.log is not a link store"),
            (["LOG", "--store", "STORE", "--against-store", "LOG"], "clicks.log is not a link store"),
            (["LOG", "--follow", "--partial"], "--follow"), ([], "missing logs to replay"),
            (["/no/such.log", "--where", "devic.platform == \"ios\""], "    devic.platform == \"ios\"\n    ^"),
            (["/no/such.log", "--where", "device.platform =="], "--where: not a valid condition\n1:19: error: "),
            (["LOG", "--where", "1 + 1"], "a condition must be a bool"),
            (["LOG", "--where", "status == 302"], "status"),
            (["LOG", "--where", "device.platform == \"adroid\""], "1:20: error: "),
            (["LOG", "--where", ""], "1:1: error: "),
            (["LOG", "--where", "link.path.matches(\"(\")"], "1:19: error: "),
            (["LOG", "--since", "7d"], "--since: 7d is not a time"),
            (["LOG", "--since", "yesterday"], "or 7d ago"), (["LOG", "--until", "2026-11-01T10:00"], "with its zone"),
            (["LOG", "--since", "2026-11-01 ago"], "--since"),
            (["/no/such.log", "--until", "7x ago"], "--until: 7x ago"),
            (["LOG", "--since", "2026-11-02", "--until", "2026-11-02"], "--until must be later than --since"),
            (["LOG", "--since", "now", "--until", "2w ago"], "--until must be later than --since"),
        ])
    func replay(_ arguments: [String], _ part: String) throws {
        let folder = try ScratchFolder()
        let log = try folder.file(
            "clicks.log", "192.0.2.1 - - [01/Nov/2026:10:00:00 +0000] \"GET /WXYZ HTTP/1.1\" 302 0\n")
        try Self.makeStore(in: folder)
        var arguments = arguments.map { $0 == "LOG" ? log.path() : $0 == "STORE" ? folder.path : $0 }
        if !arguments.contains("--host") { arguments += ["--host", "example.page.link"] }
        try CommandLineInMemory.expect(2, naming: part, ["replay"] + arguments + Self.rules)
    }

    @Test(
        "compressed input is no text to commands, and none of it passes for lines",
        arguments: [
            ["classify", "--batch"], ["resolve", "--rules", "RULES", "--batch"], ["inspect", "--batch"],
            ["eval", "--batch"], ["compose", "--rules", "RULES", "--batch"], ["merge"],
            ["link", "import", "--dry-run", "--rules", "RULES", "--store", "/nonexistent"],
        ])
    func compressed(_ arguments: [String]) throws {
        let folder = try ScratchFolder()
        let file = folder.url.appending(path: "lines.gz")
        // An empty file, compressed by gzip.
        try Data([0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 3, 3, 0, 0, 0, 0, 0, 0, 0, 0, 0]).write(to: file)
        let words = arguments.map { $0 == "RULES" ? RulesFolder.shippedRules.path() : $0 }
        try CommandLineInMemory.expect(2, naming: "\(file.path()): is compressed (gzip)", words + [file.path()])
    }

    @Test(
        "help is told of each command",
        arguments: Fingerpost.configuration.subcommands.map { $0.configuration.commandName })
    func help(_ name: String?) throws {
        let command = try #require(
            Fingerpost.configuration.subcommands.first { $0.configuration.commandName == name })
        let help = Fingerpost.helpMessage(for: command, columns: 100)
        #expect(help.contains("USAGE: fingerpost "), "\(help)")
        #expect(!command.configuration.abstract.isEmpty)
    }

    /// Arguments, the exit code, and the message.
    private static let wrong: [(arguments: [String], code: Int32, part: String)] = [
        (["create", "known"], 1, "revoke it first"), (["create", "a b"], 2, "letters"), (["create"], 2, "name"),
        (["create", "x", "--scope", "links.rad"], 2, "links.read"),
        (["create", "x", "--rate", "fast"], 2, "rate=20/s"),
        (["create", "x", "--key", "--scope", "links.read"], 2, "--scope"),
        (["create", "x", "--site", "exmple"], 2, "did you mean `example`?"),
        (["revoke", "knwn"], 1, "did you mean `known`?"), (["revoke"], 2, "names"),
        (["create", "x", "--tokens-file", "/nonexistent/tokens"], 2, "No such file"),
        (["list", "--tokens-file", "/nonexistent/tokens"], 2, "No such file"),
    ]

    @Test("of token, which changes nothing")
    func token() throws {
        let folder = try ScratchFolder()
        let rules = try RulesFolder(site: ParityCase.site)
        defer { withExtendedLifetime(rules) {} }
        let line = "known \(String(repeating: "0", count: 64))\n"
        let tokens = try folder.file("tokens", line)
        for (arguments, code, part) in Self.wrong {
            try CommandLineInMemory.expect(
                code, naming: part, ["token"] + arguments + ["--rules", rules.path, "--store", folder.path])
        }
        #expect(try String(contentsOf: tokens, encoding: .utf8) == line)
    }

    @Test("a file that exists is replaced with --force only, and one that is being read never")
    func existingFiles() throws {
        let folder = try ScratchFolder()
        let path = try folder.file("out.html", "old").path()
        let log = try folder.file("access.log", "").path()
        let rules = ["--rules", RulesFolder.shippedRules.path()]
        for arguments in [
            ["replay", log, "--report", path] + rules, ["merge", log, "--report", path],
            ["link", "backup", path, "--store", folder.path],
        ] {
            try CommandLineInMemory.expect(2, naming: "\(path): the file exists; choose another name", arguments)
        }
        let pages = try folder.file("fingerpost.1", "old").path()
        try CommandLineInMemory.expect(2, naming: "\(pages): the file exists", ["manual", folder.path])
        // Input files are never replaced.
        try CommandLineInMemory.expect(
            2, naming: "this file is being read",
            ["replay", try folder.file("a.html", "").path(), "--report", folder.path + "/a.html", "--force"] + rules)
        #expect(try String(contentsOfFile: path, encoding: .utf8) == "old")
    }

    @Test("association: a host of no site is refused")
    func strangeHost() throws {
        try CommandLineInMemory.expect(
            1, naming: "no site has links on www.example.org",
            ["association", "www.example.org", "--rules", RulesFolder.shippedRules.path()])
    }

    @Test(
        "association: a format is for the declarations of all sites",
        arguments: [["links.example.com"], ["--json"]])
    func associationFormat(_ arguments: [String]) throws {
        try CommandLineInMemory.expect(
            2, naming: "omit the host and --json", ["association", "--format", "expo"] + arguments)
        try CommandLineInMemory.expect(2, naming: "cordova", ["association", "--format", "cordova"])
    }

    @Test("outcomes: a link that the rules refuse is an ending with code 1")
    func refusedLink() throws {
        try CommandLineInMemory.expect(
            1, naming: "refuse this link",
            ["outcomes", "https://example.page.link/NOPE", "--rules", RulesFolder.shippedRules.path()])
    }

    @Test("facts: a name that rules do not have is bad usage, with the nearest one")
    func unknownName() throws {
        try CommandLineInMemory.expect(2, naming: "did you mean `device.in_app`?", ["facts", "device.inapp"])
        try CommandLineInMemory.expect(
            2, naming: "rules have no `nothing-like-it`", ["facts", "nothing-like-it", "--json"])
    }

    /// Creates a store and closes it, since a process may open a store only once.
    private static func makeStore(in folder: ScratchFolder) throws {
        try withExtendedLifetime(LinkStore(directory: folder.path)) {}
    }
}
