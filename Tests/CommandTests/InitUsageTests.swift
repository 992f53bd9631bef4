import Foundation
import TestSupport
import Testing

@testable import fingerpost

/// Faults in the files and options of `init` are reported before anything is written.
@Suite("bad usage of init, in memory")
struct InitUsageTests {
    @Test(
        "is named",
        arguments: [
            (["--host", "a b"], "--host: `a b` is not a valid host"), (["--sha256", "AA"], "--sha256: "),
            (["--from", "/nonexistent"], "/nonexistent: No such file"), (["--from", "/"], "/: Is a directory"),
            (["--from", "/dev/null"], "/dev/null: the file is empty"), (["--frm", "x"], "--frm"),
            (
                ["--shipped", "/nonexistent", "--host", "l.test", "--authorized-domain", "w.test"],
                "--shipped /nonexistent"
            ),
            (["--name", "../x"], "--name: `../x` can't name a file"),
        ])
    func usage(arguments: [String], part: String) throws {
        let folder = try ScratchFolder()
        try CommandLineInMemory.expect(2, naming: part, ["init", folder.path + "/rules"] + arguments)
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == [])
    }

    @Test("a directory that is not one is named")
    func notADirectory() throws {
        let folder = try ScratchFolder()
        try folder.file("rules", "text")
        try CommandLineInMemory.expect(
            2, naming: "rules: not a directory",
            [
                "init", folder.path + "/rules", "--shipped", RulesFolder.shippedRules.path(), "--host", "l.test",
                "--authorized-domain", "w.test",
            ])
    }
}
