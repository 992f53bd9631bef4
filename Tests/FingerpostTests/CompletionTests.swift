import Foundation
import TestSupport
import Testing

/// Completions as a shell offers them: the script is loaded by the shell itself.
@Suite("completions", .timeLimit(.minutes(20)))
struct CompletionTests {
    private static let bash = "/bin/bash"

    /// The completions that bash offers for a partial line.
    private static func offers(_ line: [String]) throws -> Set<Substring> {
        let folder = try ScratchFolder()
        let script = try Program.run(["--generate-completion-script", "bash"]).output
        let file = try folder.file("completion.bash", script).path()
        let words = line.map { "'\($0)'" }.joined(separator: " ")
        // Set by bash before it calls the function (bash(1), Programmable Completion).
        let commands = """
            source '\(file)'
            COMP_WORDS=(\(words)); COMP_CWORD=\(line.count - 1)
            COMP_LINE='\(line.joined(separator: " "))'; COMP_POINT=${#COMP_LINE}
            function=$(complete -p fingerpost | sed 's/.*-F \\([^ ]*\\).*/\\1/')
            "$function" fingerpost "${COMP_WORDS[COMP_CWORD]}" "${COMP_WORDS[COMP_CWORD-1]}" 2>/dev/null
            printf '%s\\n' "${COMPREPLY[@]}"
            """
        let shell = try Child(bash, ["--norc", "-c", commands])
        defer { shell.kill() }
        #expect(shell.waits(seconds: 60))
        return Set(shell.output.split(separator: "\n").map { $0.hasSuffix(" ") ? $0.dropLast() : $0 })
    }

    @Test(
        "commands, options and values", .enabled(if: FileManager.default.isExecutableFile(atPath: bash)),
        arguments: [
            (["fingerpost", "ch"], ["check"]), (["fingerpost", "link", "ex"], ["export"]),
            (["fingerpost", "check", "--st"], ["--strict"]), (["fingerpost", "check", "--color", "al"], ["always"]),
            (["fingerpost", "link", "list", "--sort", ""], ["created", "updated", "link", "destination"]),
        ])
    func offered(_ line: [String], _ words: [String]) throws {
        let offers = try Self.offers(line)
        #expect(offers == Set(words.map { Substring($0) }), "\(line): \(offers)")
    }

    @Test("scripts for the other shells are there", arguments: ["zsh", "fish"])
    func others(_ shell: String) throws {
        let script = try Program.run(["--generate-completion-script", shell])
        #expect(script.code == 0 && script.output.contains("settings") && script.output.contains("strict"))
    }
}
