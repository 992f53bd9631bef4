import Compression
import Foundation
import TestSupport
import Testing

@Suite("Decompression")
struct DecompressorTests {
    /// Several members or frames in a row, compressed with the system's own tools.
    private static func compressed(_ parts: [[UInt8]], with tool: String) throws -> [UInt8] {
        var bytes: [UInt8] = []
        for part in parts {
            let process = Process()
            let (input, output) = (Pipe.exclusive(), Pipe.exclusive())
            process.executableURL = URL(filePath: "/usr/bin/env")
            process.arguments = [tool, "-c"]
            process.standardInput = input
            process.standardOutput = output
            try process.start()
            // Small enough for a pipe's buffer.
            try input.fileHandleForWriting.write(contentsOf: part)
            try input.fileHandleForWriting.close()
            bytes += [UInt8](output.fileHandleForReading.readDataToEndOfFile())
            process.waitUntilExit()
        }
        return bytes
    }

    /// Reads the whole text in pieces of `step` bytes; `nil` if it is damaged.
    private static func text(of bytes: [UInt8], _ format: CompressionFormat, step: Int, room: Int) -> [UInt8]? {
        do throws(CompressionFault) {
            let decompressor = try Decompressor(format)
            var output = [UInt8](repeating: 0, count: room)
            var text: [UInt8] = []
            var start = 0
            while true {
                let end = min(bytes.count, start + step)
                let done = try decompressor.decompress(bytes.span.extracting(start..<end), into: &output, 0..<room)
                start += done.consumed
                text += output[..<done.produced]
                if done.produced == 0, start == bytes.count { return decompressor.isAtEnd ? text : nil }
                if done.produced == 0, done.consumed == 0 { return nil }
            }
        } catch { return nil }
    }

    private static let hasZstd = FileManager.default.isExecutableFile(atPath: "/usr/bin/zstd")

    private static var sample: [UInt8] {
        var random = SplitMix64(seed: 7)
        return (0..<20_000).map { _ in UInt8.random(in: 0x61...0x70, using: &random) }
    }

    private static var tools: [(String, CompressionFormat)] {
        hasZstd ? [("gzip", .gzip), ("zstd", .zstd)] : [("gzip", .gzip)]
    }

    @Test("gives the text back, in steps of any size")
    func steps() throws {
        for (tool, format) in Self.tools {
            let parts = [Self.sample, [], Array("the second member\n".utf8)]
            let bytes = try Self.compressed(parts, with: tool)
            #expect(CompressionFormat(magic: bytes.span) == format)
            for (step, room) in [(1, 7), (3, 1), (100, 4096), (1 << 20, 1 << 20), (1 << 20, 100)] {
                #expect(
                    Self.text(of: bytes, format, step: step, room: room) == parts.flatMap { $0 },
                    "\(tool) \(step) \(room)")
            }
        }
    }

    @Test("passes over zeros behind the last member of gzip, and over nothing else")
    func padding() throws {
        let bytes = try Self.compressed([Self.sample], with: "gzip")
        for step in [1, 7, 1 << 20] {
            #expect(Self.text(of: bytes + [0, 0, 0], .gzip, step: step, room: 4096) == Self.sample)
            #expect(Self.text(of: bytes + [0, 0] + bytes, .gzip, step: step, room: 4096) == Self.sample + Self.sample)
            for garbage: [UInt8] in [[1], Array("\n".utf8), [0, 0x1F], [0x1F, 0x8B]] {
                #expect(Self.text(of: bytes + garbage, .gzip, step: step, room: 4096) == nil)
            }
        }
    }

    @Test("tells where the data is cut off or damaged, and never crashes")
    func damage() throws {
        for (tool, format) in Self.tools {
            let bytes = try Self.compressed([Array(Self.sample.prefix(2_000))], with: tool)
            for count in stride(from: 1, to: bytes.count, by: 13) {
                #expect(
                    Self.text(of: Array(bytes.prefix(count)), format, step: 64, room: 512) == nil,
                    "\(tool) cut at \(count)")
            }
            let seed = UInt64.random(in: 0...UInt64.max)
            var random = SplitMix64(seed: seed)
            for _ in 0..<300 {
                var damaged = bytes
                damaged[Int.random(in: 0..<damaged.count, using: &random)] ^= UInt8.random(in: 1...255, using: &random)
                let text = Self.text(of: damaged, format, step: 64, room: 512)
                #expect((text?.count ?? 0) <= 1 << 20, "seed \(seed)")
            }
        }
    }

    @Test("knows no other format")
    func magic() {
        for bytes: [UInt8] in [[], [0x1F], [0x1F, 0x8C, 0x08], Array("127.0.0.1 - -".utf8), [0x42, 0x5A, 0x68, 0x39]] {
            #expect(CompressionFormat(magic: bytes.span) == nil)
        }
    }
}
