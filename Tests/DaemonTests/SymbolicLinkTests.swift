@testable import Telemetry
@testable import Events
import Foundation
import LinkStore
import TestSupport
import Testing

@testable import Access
@testable import Daemon
@testable import ServiceFiles

/// Symbolic links instead of the daemon's files. Regression: the daemon wrote to, or read from, the link's target.
@Suite("Symbolic links in the place of the daemon's files")
struct SymbolicLinkTests {
    private let folder: ScratchFolder
    private let aim: String

    init() throws {
        folder = try ScratchFolder()
        aim = "\(folder.path)/aim"
        for name in ["open", "own"] {
            try FileManager.default.createDirectory(
                atPath: "\(folder.path)/\(name)", withIntermediateDirectories: false)
        }
        try FileManager.default.setAttributes([.posixPermissions: 0o1777], ofItemAtPath: "\(folder.path)/open")
    }

    /// The path of a link in a directory to a file that is elsewhere.
    private func link(in directory: String, named name: String) throws -> String {
        let path = "\(folder.path)/\(directory)/\(name)"
        try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: aim)
        return path
    }

    private var hasAim: Bool { FileManager.default.fileExists(atPath: aim) }

    @Test("a log in a directory that everyone may write to is not written through one; elsewhere it is the operator's")
    func logs() throws {
        let path = try link(in: "open", named: "access.log")
        let fault = #expect(throws: LogFault.self) { try LogFile.check(path) }
        #expect(
            fault?.description.hasPrefix("\(path): symbolic links in world-writable directories") == true)
        #expect(!hasAim)
        try LogFile.check("\(folder.path)/open/own.log")
        _ = try LogFile(try link(in: "own", named: "access.log"), [], report: { _ in })
        #expect(hasAim)
    }

    @Test("tokens and secrets are not read through one, and a list of tokens not written")
    func secrets() throws {
        try String(repeating: "s", count: 40).write(toFile: aim, atomically: false, encoding: .utf8)
        let path = try link(in: "open", named: "tokens")
        #expect(throws: FileFault.self) { try SecretFile.bytes(path, "the tokens file", limit: 100) }
        let tokens = TokensFile(path: path) { _ in }
        #expect(throws: FileFault.self) { try tokens.load() }
        try "".write(toFile: aim, atomically: false, encoding: .utf8)
        #expect(throws: FileFault.self) { try tokens.change { $0 + TokenList.line(name: "eve", secret: "x") } }
        #expect(try String(contentsOfFile: aim, encoding: .utf8) == "")
        // As secrets are mounted into containers.
        let mounted = TokensFile(path: try link(in: "own", named: "tokens")) { _ in }
        try mounted.change { $0 + TokenList.line(name: "ann", secret: "x") }
        #expect(try mounted.load().credentials.map(\.name) == ["ann"])
    }

    @Test("a store in such a directory is not opened through one", arguments: ["links.mdb", "links.mdb-lock"])
    func stores(name: String) throws {
        let path = try link(in: "open", named: name)
        let fault = #expect(throws: StoreError.self) { try LinkStore(directory: "\(folder.path)/open") }
        #expect(fault?.description.contains(path) == true && !hasAim)
    }

    @Test("what a webhook did not accept is never written through one")
    func deadLetters() throws {
        let letters = DeadLetters(path: try link(in: "own", named: "dead-letters.jsonl"), limit: 1 << 20)
        #expect(!letters.add([Array("{}".utf8)]) && !hasAim)
    }
}
