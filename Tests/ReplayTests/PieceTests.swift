import Foundation
import LogFormats
import TestSupport
import Testing

@testable import Replay

@Suite("Pieces of a file")
struct PieceTests {
    @Test(
        "hold each line once, wherever they are cut",
        arguments: [
            "a\nbb\nccc\n\n\ndddd\n", "no end", "a\nno end", "\n", "\n\n", "a\n",
            "one long line that is longer than pieces\nb\n",
        ])
    func everyBoundary(text: String) throws {
        let scratch = try Scratch()
        let file = try OpenFile(.file(try scratch.file("log", text)))
        for step in 1...Int64(text.utf8.count + 1) {
            var lines: [UInt8] = []
            var buffer: [UInt8] = []
            for start in stride(from: 0, to: file.size, by: Int(step)) {
                let piece = FilePiece(file: file, range: start..<min(file.size, start + step))
                let (range, unread) = piece.read(into: &buffer)
                #expect(unread == nil)
                lines += buffer[range]
            }
            #expect(String(decoding: lines, as: UTF8.self) == text, "pieces of \(step)")
        }
    }

    @Test("tell that a file has become shorter, and leave out the line that is cut", arguments: [1, 10, 25, 39])
    func shrunk(size: Int) throws {
        let scratch = try Scratch()
        let path = try scratch.file("log", "a first line\na second line\na third line\n")
        let file = try OpenFile(.file(path))
        _ = unsafe truncate(path, size)
        var buffer: [UInt8] = []
        let (range, unread) = FilePiece(file: file, range: 0..<file.size).read(into: &buffer)
        #expect(unread?.reason == UnreadRest.shrunk.reason)
        let whole = ["a first line\n", "a second line\n"].reduce("") { ($0 + $1).utf8.count <= size ? $0 + $1 : $0 }
        #expect(String(decoding: buffer[range], as: UTF8.self) == whole)
    }

    @Test("are as many as the file is long, in order and without gaps")
    func cursor() throws {
        let scratch = try Scratch()
        let path = try scratch.file("log", repeatElement(UInt8(ascii: "a"), count: 3_000_001))
        let nothing: [UInt8] = []
        let reading = try LogReading(.json, head: nothing.span)
        var cursor = PieceCursor(try OpenFile(.file(path)), from: 0, reading, workers: 3)
        var end: Int64 = 0
        while let piece = cursor.next() {
            #expect(piece.range.lowerBound == end)
            end = piece.range.upperBound
        }
        #expect(end == 3_000_001)
        #expect(cursor.count > 3)
    }
}
