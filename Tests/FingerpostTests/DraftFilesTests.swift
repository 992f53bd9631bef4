import ByteText
import Foundation
import Glibc
import TestSupport
import Testing

/// Regression: a viewer drafted `denied_targets: /etc/passwd`, and the findings quoted the file: keys, tokens, environment.
@Suite("drafts and the files of the daemon", .serialized)
struct DraftFilesTests {
    private let server: LinkServer
    private let viewer: ConsoleSession
    private let lists: ScratchFolder

    private static let refusal = "the file is not read in a draft"
    private static let secret = "fpt_a_secret_of_someone_else"

    init() throws {
        lists = try ScratchFolder()
        server = try LinkServer(tokens: [("viewer", "fpt_viewer", "scopes=links.read")])
        viewer = try ConsoleSession(server.daemon, token: "fpt_viewer")
        try lists.file("denied.txt", "evil.example\n")
        try settings("denied_targets: \(lists.path)/denied.txt\n")
        #expect(try server.ask("POST", "/v1/reload").status == 200)
    }

    private func settings(_ text: String) throws {
        try Data(text.utf8).write(to: URL(filePath: server.rulesPath + "/fingerpost.yaml"))
    }

    /// The draft page for these settings.
    private func draft(_ text: String) throws -> String {
        let value = text.utf8.map { "%" + Hexadecimal.text([$0]) }.joined()
        let answer = try viewer.send("/rules/draft", "file=fingerpost.yaml&text=\(value)")
        #expect(answer.status == 200)
        return answer.body
    }

    @Test("a draft has no file read that it names itself: nothing of one is shown, not even whether it exists")
    func foreignFiles() throws {
        let pipe = lists.path + "/pipe"
        #expect(unsafe mkfifo(pipe, 0o600) == 0)
        let large = try lists.file("large", "").path()
        #expect(unsafe truncate(large, 3 << 30) == 0)
        let secret = try lists.file("secret", Self.secret).path()
        let before = try #require(server.daemon.residentSize)
        var findings: [[String]] = []
        for path in [secret, lists.path + "/missing", "/proc/self/environ", pipe, large, "/dev/zero"] {
            let page = try draft("denied_targets: \(path)")
            #expect(page.contains(Self.refusal), "\(path)")
            for text in [Self.secret, "PATH=", "No such file", "denies nothing"] {
                #expect(!page.contains(text), "\(path): \(text)")
            }
            findings.append(page.split(separator: "\n").filter { $0.contains("warning") }.map(String.init))
        }
        // Nothing reveals which of them exist.
        #expect(Set(findings).count == 1)
        let after = try #require(server.daemon.residentSize)
        #expect(after - before < 200 << 10, "\(before) KiB before, \(after) KiB after")
    }

    @Test("a draft has the files read that the rules in force name")
    func filesInForce() throws {
        let page = try draft("# a comment\ndenied_targets: \(lists.path)/denied.txt\n")
        #expect(page.contains("0 errors") && !page.contains(Self.refusal))
        // Settings that are not active yet are a draft, too.
        try settings("denied_targets: /etc/passwd\n")
        let rules = try viewer.page("/rules").body
        #expect(!rules.contains("root:") && rules.contains(Self.refusal))
        let first = try draft("denied_targets: /etc/passwd")
        #expect(first.contains(Self.refusal))
    }

    @Test("a reload names the line of a list and its fault, and never quotes it, nor reads what is no file")
    func reloads() throws {
        try lists.file("denied.txt", "evil.example\n\(Self.secret) and more\n")
        func problems() throws -> String {
            let refused = try server.ask("POST", "/v1/reload")
            #expect(refused.status == 400)
            return refused.body + (try server.ask("GET", "/v1/ruleset").body)
        }
        let faulty = try problems()
        #expect(faulty.contains("denied.txt:2:1") && faulty.contains("denies nothing"), "\(faulty)")
        #expect(!faulty.contains(Self.secret) && !server.daemon.said.contains(Self.secret))
        let pipe = lists.path + "/pipe"
        #expect(unsafe mkfifo(pipe, 0o600) == 0)
        for path in [pipe, "/dev/zero", "/proc/self/environ"] {
            try settings("denied_targets: \(path)\n")
            #expect(try problems().contains("not a regular file"), "\(path)")
        }
        try settings("")
        try FileManager.default.createSymbolicLink(
            atPath: server.rulesPath + "/more.yaml", withDestinationPath: "/proc/self/environ")
        #expect(try problems().contains("not a regular file"))
    }
}
