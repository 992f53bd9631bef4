import ByteText
import Foundation
import TestSupport
import Testing

/// `link …`, without a daemon and next to one.
@Suite("links on the command line", .timeLimit(.minutes(20)))
struct LinkCommandTests {
    private let folder: ScratchFolder
    private let rules: RulesFolder

    init() throws {
        folder = try ScratchFolder()
        rules = try RulesFolder(site: ParityCase.site)
    }

    private func link(
        _ words: String..., in store: String = "store", input: String? = nil, code: Int32 = 0
    ) throws -> Program.Outcome {
        var arguments = ["link"] + words + ["--store", folder.url.appending(path: store).path()]
        if ["create", "update", "import"].contains(words[0]) { arguments += ["--rules", rules.path] }
        let outcome = try Program.run(arguments, input: input)
        #expect(outcome.code == code, "\(words): \(outcome.output)\(outcome.error)")
        return outcome
    }

    /// Regression: every rule was reported as undecided, though none was evaluated.
    @Test("a click that comes too late and is led elsewhere is explained without rules")
    func explainedLateClick() throws {
        _ = try link(
            "create", "https://www.example.com/sale", "--domain", "example.page.link", "--code", "sale", "--expires",
            "2020-01-01", "--expired-target", "https://www.example.com/over")
        func explain(_ form: String) throws -> Program.Outcome {
            let place = ["--rules", rules.path, "--store", folder.url.appending(path: "store").path()]
            return try Program.run(["explain", "https://example.page.link/sale", "--platform", "ios", form] + place)
        }
        let json = try JSONValue(parsing: try explain("--json").output)
        #expect(json["rules"]?.array?.isEmpty == true)
        #expect(json["decision"]?["location"]?.string == "https://www.example.com/over")
        #expect(try !explain("--all").output.contains("undecided"))
    }

    /// Like a program without an index of destinations: only the record contains the link's current target.
    @Test("an index of destinations that an older program has left wrong is found and made again")
    func mend() throws {
        _ = try link(
            "create", "https://www.example.com/old", "--domain", "example.page.link", "--code", "c", "--no-apps")
        let file = folder.url.appending(path: "store/links.mdb")
        let bytes = try Data(contentsOf: file)
        let (old, new) = (Data("https://www.example.com/old".utf8), Data("https://www.example.com/new".utf8))
        let place = try #require(bytes.range(of: old))
        try bytes.replacing(old, with: new).write(to: file)
        #expect(bytes[place.upperBound...].range(of: old) == nil, "the record alone has it")
        let found = try link("check", code: 1)
        #expect(found.output.contains("2 findings in the index of destinations: `fingerpost link check --mend`"))
        #expect(try link("check", "--mend").output.contains("no findings"))
        #expect(try link("check").output.contains("no findings"))
        #expect(try link("list", "--destination", "https://www.example.com/new").lines.count == 1)
    }

    /// Regression: it stored the bare address, which no app opens; and a new target dropped a link's apps.
    @Test("an address makes a link that opens the site's apps, and a new target keeps everything else")
    func opensApp() throws {
        func longLink() throws -> [String: String] {
            let json = try JSONValue(parsing: try link("get", "example.page.link/c", "--json").output)
            let items = URLComponents(string: json["long_link"]?.string ?? "")?.queryItems ?? []
            return Dictionary(items.map { ($0.name, $0.value ?? "") }) { $1 }
        }
        let target = "https://www.example.com/a"
        _ = try link("create", target, "--domain", "example.page.link", "--code", "c", "--title", "T")
        var expected = [
            "link": target, "apn": "com.example.android", "ibi": "com.example.ios", "isi": "1234567", "st": "T",
        ]
        #expect(try longLink() == expected)
        let place = "example.page.link/c"
        expected["link"] = "https://www.example.com/b"
        _ = try link("update", place, "--long-link", "https://www.example.com/b")
        #expect(try longLink() == expected)
        let bare = "https://example.page.link/?link=https%3A%2F%2Fwww.example.com%2Fc"
        let refused = try link("update", place, "--long-link", bare, code: 1)
        #expect(refused.error.contains("com.example.android (Android) and com.example.ios (iOS)"))
        #expect(try longLink() == expected)
        _ = try link("update", place, "--long-link", bare, "--no-apps")
        #expect(try longLink() == ["link": "https://www.example.com/c"])
        #expect(try link("update", place, "--no-apps", code: 2).error.contains("--long-link"))

        let plain = try link("create", target, "--domain", "example.page.link", "--no-apps", "--dry-run")
        #expect(plain.output == target + "\n" && !plain.error.contains("warning"))
        let lacking = try link("create", bare, "--dry-run")
        #expect(lacking.error.contains("warning: The link never opens the app on Android"))
    }

    @Test("made, found, changed and deleted")
    func life() throws {
        let long = "https://links.example.com/go/?link=https://www.example.com/&apn=com.example.android"
        #expect(try link("create", long, "--code", "own", "--tag", "x").output == "https://links.example.com/go/own\n")
        #expect(try link("create", long, "--code", "own", code: 1).error.contains("already"))
        let short = try link("create", "https://www.example.com/a", "--domain", "example.page.link").output
        #expect(short.hasPrefix("https://example.page.link/"))
        #expect(
            try link("create", "https://evil.example/", "--domain", "example.page.link", code: 1).error.contains(
                "allow"))
        #expect(try link("create", "https://www.example.com/", code: 2).error.contains("--domain"))
        #expect(try link("get", "links.example.com/go/own").output.contains("  leads to   \(long)"))
        #expect(try link("update", "links.example.com/go/own", "--name", "N", "--archive").output.contains("archived"))
        #expect(try link("update", "links.example.com/go/own", code: 2).error.contains("--help"))
        let late = "https://www.example.com/late"
        #expect(
            try link("update", "links.example.com/go/own", "--expired-target", late, "--unsafe").output
                .contains("  if expired \(late)\n  archived: hidden from lists\n  unsafe"))
        let evil = try link("update", "links.example.com/go/own", "--used-up-target", "https://evil.example/", code: 1)
        #expect(evil.error.contains("used_up_target") && evil.error.contains("evil.example"))
        _ = try link("update", "links.example.com/go/own", "--expired-target", "", "--safe")
        #expect(
            try link("update", "links.example.com/go/own", "--max-clicks-per-second", "9", "--cache", "300").output
                .contains("  at most    9 clicks per second and worker\n  cached     for 300 seconds at most"))
        #expect(
            try link("get", "links.example.com/go/own", "--json").output.contains(
                #""max_clicks_per_second":9,"cache":300"#))
        _ = try link("update", "links.example.com/go/own", "--max-clicks-per-second", "0", "--cache", "")
        #expect(
            try link("get", "links.example.com/go/own", "--json").output.contains(
                #""max_clicks_per_second":null,"cache":null"#))
        #expect(try link("update", "links.example.com/go/own", "--cache", "soon", code: 2).error.contains("seconds"))
        #expect(try link("list").lines.count == 1)
        #expect(try link("list", "--all", "--sort", "link", "--json").lines.count == 2)
        #expect(try link("list", "--tag", "x", "--all").output.contains("  N  archived"))
        _ = try link("delete", "links.example.com/go/own", "links.example.com/go/none", code: 1)
        _ = try link("delete", "links.example.com/go/own")
        #expect(try link("get", "links.example.com/go/own", code: 1).error.contains("deleted"))
        #expect(try link("stats", short.trimmingCharacters(in: .newlines)).error.contains("nothing was counted"))
        #expect(try link("get", "nonsense", code: 1).error.contains("CODE"))
        #expect(try link("list", in: "none", code: 2).error.contains("no link store"))
    }

    @Test("drawn: as text, SVG and PNG, for links that there are")
    func drawn() throws {
        let long = "https://links.example.com/go/?link=https://www.example.com/&apn=com.example.android"
        _ = try link("create", long, "--code", "own")
        let rulesFlags = ["--rules", rules.path]
        func qr(_ words: String..., code: Int32 = 0) throws -> Program.Outcome {
            let store = ["--store", folder.url.appending(path: "store").path()]
            let outcome = try Program.run(["link", "qr"] + words + rulesFlags + store)
            #expect(outcome.code == code, "\(words): \(outcome.output)\(outcome.error)")
            return outcome
        }
        let svg = try qr("https://links.example.com/go/own").output
        #expect(
            svg.hasPrefix("<svg ") && svg.contains("<title>QR code of https://links.example.com/go/own?_fp=qr</title>"))
        #expect(try qr("example.page.link/WXYZ", "--svg").output.contains("example.page.link/WXYZ?_fp=qr"))
        let (first, second) = (folder.path + "a.svg", folder.path + "b.png")
        _ = try qr("links.example.com/go/own", "-o", first)
        #expect(try String(contentsOfFile: first, encoding: .utf8) == svg)
        #expect(try qr("links.example.com/go/own", "-o", first, code: 2).error.contains("--force"))
        _ = try qr(
            "links.example.com/go/own", "-o", second, "--size", "300", "--ec", "h", "--margin", "0", "--fg", "036")
        #expect(try Data(contentsOf: URL(filePath: second)).starts(with: [0x89, 0x50, 0x4E, 0x47]))
        #expect(try qr("links.example.com/go/none", code: 1).error.contains("links.example.com/go/none"))
        #expect(try qr("elsewhere.example/none", code: 1).error.contains("elsewhere.example/none"))
        #expect(try qr("WXYZ").output.contains("https://example.page.link/WXYZ?_fp=qr"))
        #expect(try qr("none", code: 1).error.contains("none"))
        _ = try link("create", long.replacing("links.example.com/go", with: "example.page.link"), "--code", "own")
        #expect(try qr("own", code: 2).error.contains("2 link domains"))
        #expect(try qr("links.example.com/go/own", "--fg", "fff", code: 2).error.contains("contrast"))
        #expect(try qr("links.example.com/go/own", "--ec", "X", code: 2).error.contains("L, M, Q or H"))
        #expect(try qr("links.example.com/go/own", "-o", folder.path + "c.gif", code: 2).error.contains(".svg or .png"))
        _ = try link("update", "links.example.com/go/own", "--disable")
        #expect(try qr("links.example.com/go/own").error.hasPrefix("warning: "))
        _ = try link("delete", "links.example.com/go/own")
        #expect(try qr("links.example.com/go/own", code: 1).error.contains("deleted"))
    }

    /// Rows in Takeout's format: 25 valid ones, and three invalid ones.
    private static let takeout: String = {
        let good = (0..<25).map { number in
            "https://example.page.link/c\(number)xyz,https://www.example.com/\(number)?a=1&b=2,com.example.android"
                + String(repeating: ",", count: 12) + "\"Title, \(number)\"" + String(repeating: ",", count: 12)
                + "false,\(number % 2 == 0 ? "Link \(number)" : ""),2021-03-04T05:06:\(number + 10)Z"
        }
        let bad = [
            "https://example.page.link/bad,https://evil.example/" + String(repeating: ",", count: 27),
            "https://other.page.link/bad,https://www.example.com/" + String(repeating: ",", count: 27), "x,y",
        ]
        return "Short link" + String(repeating: ",", count: 28) + "\n"
            + (good[..<10] + bad + good[10...]).joined(separator: "\n")
            + "\n"
    }()

    @Test("Takeout's file in, its codes served; refused lines named; again, and nothing changes")
    func takeoutImport() throws {
        let file = try folder.file("t.csv", Self.takeout).path()
        let dry = try link("import", file, "--dry-run", code: 1)
        #expect(dry.output == "25 links would be imported, 3 refused\n")
        #expect(!FileManager.default.fileExists(atPath: folder.url.appending(path: "store").path()))
        let report = folder.url.appending(path: "report")
        let outcome = try link("import", file, "--report", report.path(), code: 1)
        #expect(outcome.output == "25 links imported, 3 refused\n")
        let lines = try String(contentsOf: report, encoding: .utf8).split(separator: "\n")
        #expect(lines.map { $0.prefix { $0 != "\t" } } == ["12", "13", "14"])
        #expect(lines[0].contains("does not allow") && lines[1].contains("other.page.link") && lines[2].contains("29"))
        #expect(try link("import", file, code: 1).output == "0 links imported, 25 already in the store, 3 refused\n")

        let daemon = try RunningDaemon(
            rules: rules.path, flags: ["--store", folder.url.appending(path: "store").path()])
        #expect(try daemon.click("/c24xyz")["Location"] == "https://www.example.com/24?a=1&b=2")
        // Next to the daemon: a link created here is served there.
        let made = try link(
            "create", "https://www.example.com/beside", "--domain", "example.page.link", "--code", "beside")
        #expect(made.code == 0)
        #expect(try daemon.click("/beside")["Location"] == "https://www.example.com/beside")
        #expect(daemon.stop() == 0)
    }

    @Test("a link's history has the fields before and after each change")
    func history() throws {
        let place = "example.page.link/own"
        _ = try link(
            "create", "https://www.example.com/a", "--domain", "example.page.link", "--code", "own", "--no-apps")
        #expect(try link("history", place).output == "no recorded changes of https://\(place)\n")
        _ = try link("update", place, "--name", "N")
        _ = try link("update", place, "--disable")
        let lines = try link("history", place).output.split(separator: "\n")
        #expect(lines.count == 4 && lines[1] == "  disabled: false → true" && lines[3] == "  name: \"\" → \"N\"")
        let json = try JSONValue(parsing: try link("history", place, "--json").output)
        #expect(
            json["changes"]?.array?.map { $0["restore"] } == [["disabled": false], ["name": "", "disabled": false]])
        #expect(try link("history", "example.page.link/none", code: 1).error.contains("no such link"))
    }

    @Test("out and in again, byte for byte")
    func roundTrip() throws {
        let file = try folder.file("t.csv", Self.takeout).path()
        _ = try link("import", file, code: 1)
        let first = try link("export", "--format", "csv").output
        #expect(first.split(separator: "\n").count >= 25)
        #expect(try link("import", "-", in: "second", input: first).output == "25 links imported, 0 refused\n")
        #expect(try link("export", "--format", "csv", in: "second").output == first)
    }

    @Test("codes move to a domain of one's own")
    func otherDomain() throws {
        let file = try folder.file("t.csv", Self.takeout.replacing("example.page.link", with: "old.page.link")).path()
        #expect(try link("import", file, "--dry-run", code: 1).error.contains("no site has the link domain"))
        _ = try link("import", file, "--domain", "links.example.com/go", code: 1)
        #expect(try link("get", "links.example.com/go/c1xyz").output.contains("https://links.example.com/go/?link="))
        #expect(try link("import", file, "--domain", "none.example", code: 1).error.contains("known domains"))
    }

    @Test("what is refused is kept as rows, mended and imported")
    func rejects() throws {
        let file = try folder.file("t.csv", Self.takeout).path()
        let rejected = folder.url.appending(path: "rejected.csv")
        #expect(try link("import", file, "--rejects", file, code: 2).error.contains("being read"))
        let outcome = try link("import", file, "--rejects", rejected.path(), code: 1)
        #expect(outcome.error.contains("the 3 refused rows: correct and import it"))
        let rows = try String(contentsOf: rejected, encoding: .utf8)
        #expect(rows.split(separator: "\n").map { $0.prefix(9) } == ["Short lin", "https://e", "https://o", "x,y"])
        // They may have been edited since.
        #expect(try link("import", file, "--rejects", rejected.path(), code: 2).error.contains("exists"))
        #expect(try String(contentsOf: rejected, encoding: .utf8) == rows)
        let mended = try folder.file(
            "mended.csv", rows.replacing("evil.example", with: "www.example.com/mended").replacing("x,y\n", with: "")
        ).path()
        let moved = "other.page.link=example.page.link"
        let rest = try link("import", mended, "--domain", moved, "--rejects", rejected.path() + "2", code: 1)
        #expect(rest.output == "1 link imported, 1 refused\n")
        #expect(rest.error.contains("line 2 has the same short link, with other contents"))
        let none = folder.url.appending(path: "none.csv").path()
        _ = try link("import", file, "--unchecked", "--replace", "--rejects", none, code: 1)
        #expect(try String(contentsOfFile: none, encoding: .utf8).hasSuffix("\nx,y\n"))
        _ = try link("import", "-", "--rejects", none + "2", input: "link,long_link\n")
        #expect(!FileManager.default.fileExists(atPath: none + "2"))
    }

    @Test("a backup is restored, into an empty place and over a store that is not in use")
    func restore() throws {
        let first = try folder.file("t.csv", Self.takeout).path()
        _ = try link("import", first, code: 1)
        let backup = folder.url.appending(path: "backup.mdb").path()
        _ = try link("backup", backup)
        let second = folder.url.appending(path: "second").path()
        #expect(try link("restore", backup, in: "second").output == "25 links restored into \(second)\n")
        #expect(try link("export", in: "second").output == link("export").output)
        #expect(try link("restore", backup, in: "second", code: 2).error.contains("--force"))
        _ = try link("delete", "example.page.link/c1xyz", in: "second")
        let forced = try link("restore", backup, "--force", in: "second")
        #expect(forced.error.contains("the previous store is \(second)/links.mdb.before-"))
        #expect(try link("get", "example.page.link/c1xyz", in: "second").code == 0)
        #expect(try link("restore", second, "--force", in: "second", code: 2).error.contains("is the store itself"))
        let junk = try folder.file("junk", "junk").path()
        #expect(try link("restore", junk, "--force", in: "second", code: 2).error.contains("not a link store"))
        #expect(try link("restore", "/none", in: "third", code: 2).error.contains("no link store at /none"))
        let daemon = try RunningDaemon(rules: rules.path, flags: ["--store", second])
        #expect(try link("restore", backup, "--force", in: "second", code: 2).error.contains("in use"))
        #expect(try daemon.click("/c24xyz")["Location"] == "https://www.example.com/24?a=1&b=2")
        #expect(daemon.stop() == 0)
    }

    /// A file with enough links to be sorted.
    private static let many = (0..<36_000).map {
        "{\"link\":\"https://example.page.link/n\($0)\",\"long_link\":\"https://www.example.com/\($0)\"}\n"
    }.joined()

    private func beginImport(_ file: String, from input: FileHandle? = nil) throws -> Child {
        let arguments = [
            "link", "import", file, "--store", folder.url.appending(path: "store").path(), "--rules", rules.path,
        ]
        guard let input else { return try Child(Program.path, arguments) }
        return try Child(Program.path, arguments, standardInput: input)
    }

    @Test("broken off in the middle, the import is finished by the same command")
    func brokenOff() throws {
        // A child that fails early must not kill the tests by SIGPIPE.
        signal(SIGPIPE, SIG_IGN)
        let pipe = Pipe.exclusive()
        let child = try beginImport("-", from: pipe.fileHandleForReading)
        try pipe.fileHandleForWriting.write(contentsOf: Data(Self.many.utf8.prefix(2_000_000)))
        child.signal(SIGINT)
        #expect(child.waits(seconds: 20))
        #expect(child.wasKilled && child.code == SIGINT)
        #expect(child.error.contains("to resume, run the same command again"), "\(child.error)")
        let rest = try link("import", try folder.file("l.jsonl", Self.many).path())
        #expect(rest.output.contains("already in the store"))
        #expect(try link("check").output.hasPrefix("36,000 links"))
    }

    @Test("once the whole file was read, Ctrl-C comes too late to leave links out")
    func interruptedLate() throws {
        let child = try beginImport(try folder.file("l.jsonl", Self.many).path())
        let data = folder.url.appending(path: "store/links.mdb").path()
        #expect(wait(seconds: 30) { Self.size(data) > 500_000 || !child.isRunning })
        child.signal(SIGINT)
        #expect(child.waits(seconds: 20))
        #expect(!child.wasKilled && child.code == 0, "\(child.error)")
        #expect(child.output == "36,000 links imported, 0 refused\n" && !child.error.contains("interrupted"))
        #expect(try link("check").output.hasPrefix("36,000 links"))
    }

    @Test("what was read is imported where the file can't be read on, or refused rows can't be kept")
    func readInPart() throws {
        let lines = (0..<9_000).map { "https://example.page.link/n\($0),https://www.example.com/\($0)\n" }.joined()
        let text = "link,long_link\n\(lines)\"" + String(repeating: "x", count: 6_000_000)
        let cut = try link("import", try folder.file("f.csv", text).path(), code: 2)
        #expect(cut.output == "9,000 links imported, 0 refused\n")
        #expect(cut.error.contains("f.csv: line 9,002") || cut.error.contains("f.csv: line 9002"), "\(cut.error)")
        let file = try folder.file("t.csv", Self.takeout).path()
        let device = folder.url.appending(path: "full").path()
        try FileManager.default.createSymbolicLink(atPath: device, withDestinationPath: "/dev/full")
        let full = try link("import", file, "--rejects", device, "--force", in: "second", code: 2)
        #expect(full.output == "25 links imported, 3 refused\n")
        #expect(full.error.contains("full: No space left on device"), "\(full.error)")
        _ = try link("import", "-", "--rejects", device, "--force", input: "link,long_link\n")
        #expect(FileManager.default.fileExists(atPath: device), "a device is not removed for want of rows")
        #expect(!full.error.contains("correct and import"))
    }

    private static func size(_ path: String) -> Int {
        (try? FileManager.default.attributesOfItem(atPath: path)[.size] as? Int) ?? 0
    }

    @Test("a file that is none has exit code 2, one with a line that is none has 1")
    func badFiles() throws {
        for (text, code, part) in [
            ("", 0, "is empty"), ("\u{0}\u{1}", 2, "not text"), ("{\"link\": \"x\"}\n", 1, "in line 1"),
        ]
            as [(String, Int32, String)]
        {
            let file = try folder.file("f", text).path()
            #expect(try link("import", file, code: code).error.contains(part))
        }
    }
}
