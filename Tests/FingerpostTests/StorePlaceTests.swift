import Foundation
import TestSupport
import Testing

/// The location of the store, and the files created there.
@Suite("the place of the store", .timeLimit(.minutes(20)))
struct StorePlaceTests {
    private let folder: ScratchFolder
    private let rules: RulesFolder
    private let long = "https://www.example.com/a"

    init() throws {
        folder = try ScratchFolder()
        rules = try RulesFolder(site: ParityCase.site)
    }

    private func exists(_ name: String, in folder: ScratchFolder) -> Bool {
        FileManager.default.fileExists(atPath: folder.url.appending(path: name).path())
    }

    /// Regression: `link create` in another folder than the daemon's created a store that no daemon read.
    @Test("`store` in fingerpost.yaml is the one store of the daemon and of every command, wherever it is started")
    func inTheSettings() throws {
        try rules.folder.file("fingerpost.yaml", "store: kept\n")
        let elsewhere = try ScratchFolder()
        func run(_ words: String..., code: Int32 = 0) throws -> Program.Outcome {
            let outcome = try Program.run(words + ["--rules", rules.path], in: elsewhere.path)
            #expect(outcome.code == code, "\(words): \(outcome.output)\(outcome.error)")
            return outcome
        }
        let made = try run("link", "create", long, "--no-apps", "--domain", "example.page.link", "--code", "kept")
        #expect(made.error.contains("\(rules.folder.url.appending(path: "kept").path()): created a new link store"))
        #expect(exists("kept/links.mdb", in: rules.folder))
        let again = try run("link", "create", long, "--no-apps", "--domain", "example.page.link", "--code", "again")
        #expect(!again.error.contains("created"))
        #expect(try run("link", "get", "example.page.link/kept").output.contains(long))
        #expect(try run("link", "list").lines.count == 2)
        #expect(try run("link", "export").lines.count == 2)
        #expect(try run("link", "check").output.contains("2 links"))
        #expect(try run("resolve", "https://example.page.link/kept").output.contains(long))
        #expect(try run("explain", "https://example.page.link/kept").output.contains(long))
        _ = try run("token", "create", "ci")
        #expect(exists("kept/tokens", in: rules.folder))
        let daemon = try RunningDaemon(rules: rules.path)
        #expect(try daemon.click("/kept")["Location"] == long)
        #expect(daemon.stop() == 0)

        #expect(try FileManager.default.contentsOfDirectory(atPath: elsewhere.path).isEmpty)

        // A flag, then the variable, override the file; a file with errors does not select another location.
        #expect(
            try run("link", "get", "example.page.link/kept", "--store", folder.path, code: 2).error.contains(
                "no link store")
        )
        try rules.folder.file("fingerpost.yaml", "store: [kept]\n")
        #expect(try run("link", "get", "example.page.link/kept", code: 2).error.contains("fingerpost.yaml:1:"))
        try rules.folder.file("fingerpost.yaml", "store: null\n")
        #expect(try run("link", "get", "example.page.link/kept", code: 2).error.contains("no link store"))
    }

    @Test("what changes links makes no store, and what makes one says so")
    func made() throws {
        let store = folder.url.appending(path: "none").path()
        for words in [
            ["delete", "example.page.link/x"], ["update", "example.page.link/x", "--name", "n"], ["compact"],
        ] {
            let outcome = try Program.run(["link"] + words + ["--store", store, "--rules", rules.path])
            #expect(outcome.code == 2 && outcome.error.contains("no link store"), "\(words): \(outcome.error)")
            #expect(!exists("none", in: folder))
        }
        let daemon = try RunningDaemon(rules: rules.path, flags: ["--store", store])
        #expect(daemon.said.contains("\(store): created a new link store"))
        #expect(daemon.stop() == 0)
    }

    @Test("a token for a store that is yet to come makes its directory; the folder of a named file must be there")
    func token() throws {
        let store = folder.url.appending(path: "none").path()
        let place = ["--rules", rules.path]
        let made = try Program.run(["token", "create", "ci", "--store", store] + place)
        #expect(made.code == 0 && made.output.hasPrefix("fpt_") && made.error.contains("\(store): created"))
        #expect(exists("none/tokens", in: folder))
        let deep = try Program.run(["token", "create", "ci", "--store", store + "/a/b"] + place)
        #expect(deep.code == 2 && deep.error.contains("can't create the store directory \(store)/a/b: No such file"))
        #expect(try Program.run(["token", "revoke", "x", "--store", store + "/c"] + place).code != 0)
        #expect(!exists("none/c", in: folder))
    }

    private static let mayMount: Bool = {
        guard getuid() == 0, let child = try? Child("/usr/bin/unshare", ["-m", "mount", "-t", "tmpfs", "none", "/mnt"])
        else { return false }
        return child.waits(seconds: 10) && child.code == 0
    }()

    /// Regression: the daemon and the commands died of SIGBUS, because the disk had no room for the lock file's pages.
    @Test(
        "on a full disk without a lock file links are served on, and what would write says so",
        .enabled(if: mayMount, "skipped: only root may mount a small disk (unshare -m)"))
    func fullDisk() throws {
        let store = try folder.file("store/none", "").deletingLastPathComponent().path()
        let place = ["--store", store, "--rules", rules.path]
        let create = ["link", "create", long, "--no-apps", "--domain", "example.page.link"]
        #expect(try Program.run(create + ["--code", "kept"] + place).code == 0)
        let disk = try folder.file("disk/none", "").deletingLastPathComponent().path()
        let script = """
            mount -t tmpfs -o size=3m none "$1" && cp "$2/links.mdb" "$1/" && { cat /dev/zero >"$1/fill" 2>/dev/null || :; }
            shift 2; exec "$@"
            """
        let starter = ["/usr/bin/unshare", "-m", "/bin/sh", "-c", script, "sh", disk, store]
        let daemon = try RunningDaemon(rules: rules.path, flags: ["--store", disk], starter: starter)
        #expect(daemon.said.contains("the disk is full: free some space"))
        #expect(try daemon.click("/kept")["Location"] == long)
        #expect(try daemon.ask(daemon.admin, "/readyz").status == 200)
        #expect(daemon.stop() == 0)

        func run(_ words: [String]) throws -> Child {
            let words = starter + [Program.path] + words + ["--store", disk]
            let child = try Child(words[0], Array(words.dropFirst()))
            #expect(child.waits(seconds: 60) && !child.wasKilled, "\(words): \(child.error)")
            return child
        }
        #expect(try run(["link", "get", "example.page.link/kept"]).output.contains(long))
        let refused = try run(create + ["--code", "more", "--rules", rules.path])
        #expect(refused.code == 2 && refused.error.contains("the disk is full"), "\(refused.error)")
    }
}
