import Foundation
import Testing
import TestSupport

import CommandFiles
import Terminal

/// Output files of commands: complete or missing, and never overwriting an existing file without `--force`.
@Suite("files that are written")
struct OutputFileTests {
    private static func message(_ body: () throws -> Void) -> String? {
        do {
            try body()
            return nil
        } catch {
            return (error as? Failure)?.message
        }
    }

    @Test("one that exists is refused in the same words everywhere, and replaced with --force")
    func refusal() throws {
        let folder = try ScratchFolder()
        let path = try folder.file("old.csv", "old").path()
        let words = "\(path): the file exists; choose another name, or replace it with --force"
        #expect(Self.message { try OutputFile.write([0x61], to: path, force: false) } == words)
        #expect(Self.message { try OutputFile.check(path, force: false) } == words)
        #expect(try String(contentsOfFile: path, encoding: .utf8) == "old")
        try OutputFile.write([0x61], to: path, force: true)
        #expect(try String(contentsOfFile: path, encoding: .utf8) == "a")
    }

    @Test("has its name when it is complete, and leaves nothing where it never is")
    func atomicity() throws {
        let folder = try ScratchFolder()
        let path = folder.path + "/new.csv"
        do {
            let file = try OutputFile(path, force: false)
            file.write([0x61])
            #expect(!FileManager.default.fileExists(atPath: path))
        }
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).isEmpty)
        let file = try OutputFile(path, force: false)
        file.write([0x61])
        // Another program created the file first.
        try Data("theirs".utf8).write(to: URL(filePath: path))
        #expect(Self.message { try file.finish() }?.contains("the file exists") == true)
        #expect(try String(contentsOfFile: path, encoding: .utf8) == "theirs")
    }

    @Test("a link to a file stays a link; a device is written to")
    func links() throws {
        let folder = try ScratchFolder()
        let target = try folder.file("target", "old").path()
        let link = folder.path + "/link"
        try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: target)
        try OutputFile.write([0x62], to: link, force: true)
        #expect(try String(contentsOfFile: target, encoding: .utf8) == "b")
        #expect(try FileManager.default.destinationOfSymbolicLink(atPath: link) == target)
        try OutputFile.write([0x62], to: "/dev/null", force: false)
        #expect(Self.message { try OutputFile.write([0x62], to: folder.path, force: true) } != nil)
    }
}
