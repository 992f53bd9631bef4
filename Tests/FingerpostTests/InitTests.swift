import ByteText
import Foundation
import TestSupport
import Testing

/// A pseudo-terminal with a program at its other end.
private final class Typing {
    private let process = Process()
    private let terminal: FileHandle
    private(set) var shown = ""
    /// The number of characters up to the end of the last question.
    private var answered = 0

    init(_ arguments: [String], in folder: String) throws {
        let main = unsafe open("/dev/ptmx", O_RDWR | O_NOCTTY)
        // unlockpt and ptsname, which Glibc's module lacks: TIOCSPTLCK and TIOCGPTN of pty(7).
        var (lock, number): (Int32, Int32) = (0, 0)
        let isOpen = unsafe main >= 0 && ioctl(main, 0x4004_5431, &lock) == 0 && ioctl(main, 0x8004_5430, &number) == 0
        try #require(isOpen)
        let name = "/dev/pts/\(number)"
        terminal = FileHandle(fileDescriptor: main, closeOnDealloc: true)
        _ = fcntl(main, F_SETFL, O_NONBLOCK)
        let side = try #require(FileHandle(forUpdatingAtPath: name))
        // Tests in the background ignore SIGINT, which their programs would inherit.
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = ["--default-signal=INT", Program.path] + arguments
        process.currentDirectoryURL = URL(filePath: folder)
        process.standardInput = side
        process.standardOutput = side
        process.standardError = side
        try process.start()
        try side.close()
    }

    deinit { if process.isRunning { kill(process.processIdentifier, SIGKILL) } }

    /// Waits until new output contains a question, and types an answer.
    func answer(_ question: String, _ text: String, sourceLocation: SourceLocation = #_sourceLocation) throws {
        var place: Range<Substring.Index>?
        let seen = wait(seconds: 60) {
            read()
            place = shown.dropFirst(answered).firstRange(of: question)
            return place != nil
        }
        try #require(seen, "no \(question) in\n\(shown)", sourceLocation: sourceLocation)
        if let place { answered = shown.distance(from: shown.startIndex, to: place.upperBound) }
        try terminal.write(contentsOf: Data(text.utf8))
    }

    /// Sends what a terminal sends for Ctrl-C.
    func interrupt() { kill(process.processIdentifier, SIGINT) }

    /// Waits for the end, and returns the exit code, or the negated number of the signal.
    func end() -> Int32 {
        let ended = wait(seconds: 60) {
            read()
            return !process.isRunning
        }
        read()
        guard ended else { return -1000 }
        return process.terminationReason == .exit ? process.terminationStatus : -process.terminationStatus
    }

    private func read() {
        var bytes = [UInt8](repeating: 0, count: 4096)
        while true {
            let count = unsafe Foundation.read(terminal.fileDescriptor, &bytes, bytes.count)
            guard count > 0 else { return }
            shown += String(decoding: bytes.prefix(count), as: UTF8.self)
        }
    }
}

/// The command at a terminal and in a script.
@Suite("init")
struct InitTests {
    private let folder: ScratchFolder
    private let shipped = RulesFolder.shippedRules.path()

    init() throws { folder = try ScratchFolder() }

    @Test("questions at a terminal make a site that check and test have nothing against")
    func questions() throws {
        let typing = try Typing(["init", "mine", "--shipped", shipped], in: folder.path)
        try typing.answer("Host of your links", "links acme\n")
        try typing.answer("not a valid host", "")
        try typing.answer("Host of your links", "links.acme.com\n")
        try typing.answer("web pages", "https://www.acme.com/\n")
        try typing.answer("Package of the Android app", "com.acme.app\n")
        try typing.answer("Bundle ID", "\n")
        try typing.answer("SHA-256 fingerprint", "\n")
        try typing.answer("installed after a click", "14\n")
        try typing.answer("[acme]", "\n")
        #expect(typing.end() == 0, "\(typing.shown)")
        #expect(typing.shown.contains("Still missing: SHA-256 fingerprint of com.acme.app"))
        let site = try String(contentsOfFile: folder.path + "/mine/sites/acme.yaml", encoding: .utf8)
        #expect(site.contains("\ndeferred: {days: 14}\n"))
        let check = try Program.run(["check", "mine"], in: folder.path)
        #expect(check.code == 0 && check.output.contains("without `sha256`"), "\(check.output)")
        let test = try Program.run(["test", "mine"], in: folder.path)
        #expect(test.code == 0 && test.output.hasSuffix(" passed, 0 failed\n"), "\(test.output)")
    }

    /// Regression: settings of the first installation found were copied as the shipped ones.
    @Test("settings of another installation are not copied")
    func foreignSettings() throws {
        try FileManager.default.copyItem(at: RulesFolder.shippedRules, to: folder.url.appending(path: "theirs"))
        let settings = folder.url.appending(path: "theirs/fingerpost.yaml")
        try "trusted_peers: [10.0.0.0/8]\nconsole: {write_rules: true}\n".write(
            to: settings, atomically: true, encoding: .utf8)
        let site = ["--host", "links.acme.com", "--authorized-domain", "www.acme.com"]
        let theirs = try Program.run(["init", "mine", "--shipped", "theirs"] + site, in: folder.path)
        #expect(theirs.code == 0 && theirs.error.contains("trusted_peers"), "\(theirs)")
        #expect(!FileManager.default.fileExists(atPath: folder.path + "/mine/fingerpost.yaml"))
        #expect(try Program.run(["test", "mine"], in: folder.path).code == 0)
        let own = try Program.run(["init", "other", "--shipped", shipped] + site, in: folder.path)
        #expect(
            own.code == 0 && own.error.isEmpty
                && FileManager.default.fileExists(atPath: folder.path + "/other/fingerpost.yaml"))
    }

    /// Regression: Ctrl-C was typed, which is only a byte on a terminal that controls no process: the test waited for a minute.
    @Test("Ctrl-C and Ctrl-D leave nothing behind", arguments: [true, false])
    func interrupted(bySignal: Bool) throws {
        let typing = try Typing(["init", "mine", "--shipped", shipped], in: folder.path)
        try typing.answer("Host of your links", "links.acme.com\n")
        try typing.answer("web pages", bySignal ? "" : "\u{4}")
        if bySignal { typing.interrupt() }
        #expect(typing.end() == (bySignal ? -SIGINT : 2), "\(typing.shown)")
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == [])
    }

    @Test("a script gets the site in one go, or the options that are missing")
    func script() throws {
        let missing = try Program.run(["init", "mine", "--shipped", shipped, "--android", "com.acme"], in: folder.path)
        #expect(missing.code == 2 && missing.output.isEmpty)
        for flag in ["--host", "--authorized-domain", "--sha256", "nothing was written"] {
            #expect(missing.error.contains(flag), "\(missing.error)")
        }
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == [])
        let arguments = [
            "init", "mine", "--shipped", shipped, "--host", "links.acme.com", "--authorized-domain", "www.acme.com",
        ]
        let made = try Program.run(arguments, in: folder.path)
        #expect(made.code == 0 && made.output.contains("sites/acme.yaml") && made.error.isEmpty, "\(made)")
        #expect(try Program.run(["check", "mine", "--strict"], in: folder.path).output.isEmpty)
        let again = try Program.run(arguments, in: folder.path)
        #expect(again.code == 2 && again.error.contains("mine/sites/acme.yaml: this file exists"), "\(again)")
        let other = try Program.run(arguments + ["--name", "other"], in: folder.path)
        #expect(other.code == 2 && other.error.contains("already belongs to the site `acme`"), "\(other)")
        #expect(try Program.run(arguments + ["--force"], in: folder.path).code == 0)
    }

    /// Regression: `init` failed with `rules/schema: No such file or directory`.
    @Test("a directory without schemas gets them if they are found, and a note names the remedy if not")
    func withoutSchemas() throws {
        let mine = folder.url.appending(path: "rules")
        try FileManager.default.copyItem(at: RulesFolder.shippedRules, to: mine)
        try FileManager.default.removeItem(at: mine.appending(path: "schema"))
        let site = ["--host", "links.acme.com", "--authorized-domain", "www.acme.com"]
        let other = try Program.run(["init", "other", "--shipped", "rules"] + site, in: folder.path)
        #expect(other.code == 0 && other.error.contains("note: rules has no schemas"), "\(other)")
        #expect(try Program.run(["test", "other"], in: folder.path).code == 0)
        // The program's own checkout has them.
        let made = try Program.run(["init", "rules"] + site, in: folder.path)
        #expect(made.code == 0 && made.error.isEmpty && made.output.contains("7 shipped files"), "\(made)")
        #expect(FileManager.default.fileExists(atPath: mine.path() + "/schema/site.schema.json"))
        let kept = try String(contentsOf: mine.appending(path: "fingerpost.yaml"), encoding: .utf8)
        #expect(kept == (try String(contentsOfFile: shipped + "/fingerpost.yaml", encoding: .utf8)))
    }
}
