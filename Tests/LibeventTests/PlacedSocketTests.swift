import Foundation
import Testing

@testable import Libevent

/// A Unix socket that appears at its path with its final permissions.
@Suite("placed sockets")
struct PlacedSocketTests {
    /// A directory that is deleted with its owner.
    private struct ScratchDirectory: ~Copyable {
        let path = "/tmp/fp-placed-\(UUID().uuidString.prefix(8))"

        init() throws { try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true) }

        deinit { try? FileManager.default.removeItem(atPath: path) }
    }

    private static func mode(_ path: String) throws -> Int {
        try #require(FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int)
    }

    private static func answers(_ path: String) -> Bool {
        (try? ConnectingSocket(to: .unix(path: path))) != nil
    }

    @Test("have their mode, leave no other files, and are gone with their owner")
    func life() throws {
        let folder = try ScratchDirectory()
        let path = "\(folder.path)/control"
        do {
            let socket = try ListeningSocket.placed(at: path, mode: 0o640, group: getegid())
            #expect(socket.address == .unix(path: path))
            #expect(try Self.mode(path) == 0o640)
            #expect(Self.answers(path))
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["control"])
        }
        #expect(!FileManager.default.fileExists(atPath: path))
    }

    @Test("one that listens is an error that names its process; its own process may replace it, and keeps the file")
    func living() throws {
        let folder = try ScratchDirectory()
        let path = "\(folder.path)/control"
        var first: ListeningSocket? = try ListeningSocket.placed(at: path, mode: 0o600, group: nil)
        let fault = #expect(throws: EventError.self) {
            try ListeningSocket.placed(at: path, mode: 0o600, group: nil)
        }
        #expect(fault?.code == EADDRINUSE)
        #expect(
            fault?.operation.contains("process \(getpid()) of user \(geteuid())") == true,
            "\(String(describing: fault))")
        #expect(throws: EventError.self) {
            try ListeningSocket.placed(at: path, mode: 0o600, group: nil, replacing: getpid() + 1)
        }
        #expect(Self.answers(path), "the attempts did no harm")
        let second = try ListeningSocket.placed(at: path, mode: 0o600, group: nil, replacing: getpid())
        first = nil
        #expect(first == nil && Self.answers(path), "the file is the second one's")
        withExtendedLifetime(second) {}
    }

    @Test("one without a listener is replaced, another file is not")
    func leftOver() throws {
        let folder = try ScratchDirectory()
        let path = "\(folder.path)/control"
        let left = Foundation.socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
        // Safe: the pointer is valid during the call.
        #expect(unsafe SocketAddress.unix(path: path).withKernelForm { unsafe bind(left, $0, $1) } == 0)
        close(left)
        #expect(FileManager.default.fileExists(atPath: path))
        let socket = try ListeningSocket.placed(at: path, mode: 0o600, group: nil)
        #expect(Self.answers(path))
        withExtendedLifetime(socket) {}
        let file = "\(folder.path)/precious"
        try "text".write(toFile: file, atomically: true, encoding: .utf8)
        #expect(throws: EventError.self) { try ListeningSocket.placed(at: file, mode: 0o600, group: nil) }
        #expect(try String(contentsOfFile: file, encoding: .utf8) == "text")
    }

    @Test("a lock of the directory is none of its business: a store has one of its own")
    func lockedDirectory() throws {
        let folder = try ScratchDirectory()
        // Safe: Swift passes a pointer to the string's bytes that is valid during the call.
        let directory = unsafe open(folder.path, O_RDONLY)
        defer { close(directory) }
        #expect(flock(directory, LOCK_EX | LOCK_NB) == 0)
        let socket = try ListeningSocket.placed(at: "\(folder.path)/control", mode: 0o600, group: nil)
        #expect(Self.answers("\(folder.path)/control"))
        withExtendedLifetime(socket) {}
    }

    @Test("a path that is too long, or in no directory, is an error")
    func badPaths() throws {
        let folder = try ScratchDirectory()
        for path in ["\(folder.path)/none/control", "/" + String(repeating: "a", count: 120), ""] {
            #expect(throws: EventError.self) { try ListeningSocket.placed(at: path, mode: 0o600, group: nil) }
        }
        let left = ListeningSocket.longestPlacedPath - folder.path.utf8.count - 1
        let longest = "\(folder.path)/" + String(repeating: "a", count: left)
        #expect(throws: Never.self) { try ListeningSocket.placed(at: longest, mode: 0o600, group: nil) }
    }

    @Test("the kernel identifies a peer, but only on a Unix socket")
    func credentials() throws {
        let folder = try ScratchDirectory()
        let path = "\(folder.path)/control"
        let socket = try ListeningSocket.placed(at: path, mode: 0o600, group: nil)
        let client = try ConnectingSocket(to: .unix(path: path))
        let expected = PeerCredentials(process: getpid(), user: geteuid(), group: getegid())
        #expect(PeerCredentials(of: client.descriptor) == expected)
        #expect(PeerCredentials(of: -1) == nil)
        withExtendedLifetime(socket) {}
    }
}
