import Files
import Foundation
import Glibc
import TestSupport
import Testing

/// User-supplied paths are checked before they are read.
@Suite("Regular files")
struct RegularFileTests {
    private let folder: ScratchFolder

    init() throws { folder = try ScratchFolder() }

    private func fault(_ path: String, atMost limit: Int = 100, followsLink: Bool = true) -> RegularFileFault? {
        do throws(RegularFileFault) {
            _ = try RegularFile.bytes(of: path, atMost: limit, followsLink: followsLink)
            return nil
        } catch { return error }
    }

    @Test("a file has its bytes, whole up to a limit, and its first ones whatever its size")
    func bytes() throws {
        let path = try folder.file("a", "0123456789").path()
        #expect(try RegularFile.bytes(of: path, atMost: 10) == Array("0123456789".utf8))
        #expect(fault(path, atMost: 9) == .tooLarge(9))
        #expect(try RegularFile.start(of: path, atMost: 4) == Array("0123".utf8))
        #expect(try RegularFile.start(of: path, atMost: 11) == Array("0123456789".utf8))
        #expect(try RegularFile.bytes(of: folder.file("empty", "").path(), atMost: 0) == [])
        let large = try folder.file("large", String(repeating: "x", count: 700_001)).path()
        #expect(try RegularFile.bytes(of: large, atMost: 1 << 20).count == 700_001)
        try RegularFile.check(path)
    }

    @Test("a large file is refused by its size, before a byte of it is read")
    func large() throws {
        let path = try folder.file("sparse", "").path()
        #expect(unsafe truncate(path, 3 << 30) == 0)
        let time = ContinuousClock().measure { #expect(fault(path, atMost: 1 << 20) == .tooLarge(1 << 20)) }
        #expect(time < .seconds(1), "\(time)")
    }

    @Test("devices, pipes, sockets and files that the kernel writes are refused, and nothing waits for them")
    func irregular() throws {
        let pipe = folder.path + "/pipe"
        #expect(unsafe mkfifo(pipe, 0o600) == 0)
        for path in [pipe, "/dev/zero", "/dev/null", "/proc/self/environ", "/proc/self/maps", "/sys/kernel/mm/ksm/run"]
        where FileManager.default.fileExists(atPath: path) {
            #expect(fault(path) == .irregular, "\(path)")
            #expect(throws: RegularFileFault.irregular) { try RegularFile.check(path) }
            #expect(throws: RegularFileFault.irregular) { try RegularFile.start(of: path, atMost: 10) }
        }
        #expect(fault(folder.path) == .system(EISDIR))
        #expect(fault(folder.path + "/missing") == .system(ENOENT))
        #expect(RegularFileFault.system(ENOENT).description == "No such file or directory")
    }

    @Test("a symbolic link is followed to a regular file, unless links are refused")
    func links() throws {
        let path = try folder.file("a", "x").path()
        for (name, target) in [("link", path), ("device", "/dev/zero"), ("environ", "/proc/self/environ")] {
            try FileManager.default.createSymbolicLink(atPath: folder.path + "/" + name, withDestinationPath: target)
        }
        #expect(try RegularFile.bytes(of: folder.path + "/link", atMost: 1) == Array("x".utf8))
        #expect(fault(folder.path + "/link", followsLink: false) == .system(ELOOP))
        #expect(fault(folder.path + "/device") == .irregular)
        #expect(fault(folder.path + "/environ") == .irregular)
    }
}
