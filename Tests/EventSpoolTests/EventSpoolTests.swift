import Foundation
import TestSupport
import Testing
import Threads

@testable import EventSpool

@Suite("Events in files")
struct EventSpoolTests {
    private let folder: ScratchFolder
    private let spool: EventSpool

    init() throws {
        folder = try ScratchFolder()
        spool = EventSpool(folder: folder.path + "/events", limit: 64 << 10)
    }

    private static func events(_ count: Int, after last: EventID? = nil, bytes: Int = 40) -> [[UInt8]] {
        var ids = EventIDs(after: last)
        return (0..<count).map { index in
            let padding = String(repeating: "x", count: bytes)
            return ids.next(at: 1_764_000_000_000 + UInt64(index)).named(
                Array(#"{"n":\#(index),"p":"\#(padding)"}"#.utf8))
        }
    }

    private func all(of other: EventSpool? = nil) -> (events: [[UInt8]], lost: Int) {
        var (events, lost, position) = ([[UInt8]](), 0, SpoolPosition.start)
        while true {
            let piece = (other ?? spool).read(from: position, atMost: 7)
            lost += piece.lost
            if piece.events.isEmpty { return (events, lost) }
            events += piece.events
            position = piece.next
        }
    }

    @Test("what was added is read in its order, from any place on, also by the next process")
    func roundTrip() throws {
        let events = Self.events(100)
        do {
            let writer = try SpoolWriter(spool)
            for start in stride(from: 0, to: 100, by: 9) {
                try writer.append(Array(events[start..<min(100, start + 9)]))
            }
            #expect(all().events == events)
        }
        let again = EventSpool(folder: spool.folder, limit: spool.limit)
        let writer = try SpoolWriter(again)
        #expect(writer.cutBytes == 0)
        #expect(writer.last == EventID(ofEvent: events[99]))
        #expect(all(of: again).events == events)
        let (position, isWhole) = again.position(after: try #require(EventID(ofEvent: events[41])))
        #expect(isWhole && position.number == 42)
        #expect(again.read(from: position, atMost: 1).events == [events[42]])
    }

    /// Regression: the daemon truncated and overwrote the target of a symbolic link in the folder.
    @Test("a file that is a symbolic link is neither written nor read", arguments: ["lock", "000000000001.events"])
    func symbolicLinks(name: String) throws {
        let aim = "\(folder.path)/aim"
        try "mine".write(toFile: aim, atomically: false, encoding: .utf8)
        let files = FileManager.default
        try files.createDirectory(atPath: spool.folder, withIntermediateDirectories: false)
        try files.createSymbolicLink(atPath: "\(spool.folder)/\(name)", withDestinationPath: aim)
        #expect(throws: SpoolFault.self) { try SpoolWriter(spool) }
        #expect(SpoolFile.bytes("\(spool.folder)/\(name)", at: 0, 4) == nil)
        #expect(try String(contentsOfFile: aim, encoding: .utf8) == "mine")
    }

    @Test("the place of a reader is neither written nor read through a symbolic link")
    func symbolicMark() throws {
        let writer = try SpoolWriter(spool)
        try writer.append(Self.events(3))
        let aim = "\(folder.path)/aim"
        try "1 60".write(toFile: aim, atomically: false, encoding: .utf8)
        for name in ["hook.mark", "hook.mark.new"] {
            let path = "\(spool.folder)/\(name)"
            try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: aim)
        }
        let mark = SpoolMark("hook", of: spool)
        #expect(mark.load().offset == 0)
        #expect(throws: SpoolFault.self) { try mark.keep(.start) }
        #expect(try String(contentsOfFile: aim, encoding: .utf8) == "1 60")
    }

    @Test("at every byte where a crash may cut the file, the whole events are there and the next ones come after them")
    func tornTail() throws {
        let events = Self.events(4)
        do { try SpoolWriter(spool).append(events) }
        let path = spool.path(1)
        let whole = try Data(contentsOf: URL(fileURLWithPath: path))
        let frame = SpoolFrame.headCount + events[0].count
        for length in 0...whole.count {
            try whole.prefix(length).write(to: URL(fileURLWithPath: path))
            let again = EventSpool(folder: spool.folder, limit: spool.limit)
            let writer = try SpoolWriter(again)
            let kept = length / frame
            #expect(writer.cutBytes == length - kept * frame)
            #expect(again.read(from: .start, atMost: 10).events == Array(events.prefix(kept)))
            let more = Self.events(1, after: writer.last)
            try writer.append(more)
            #expect(again.read(from: .start, atMost: 10).events == Array(events.prefix(kept)) + more)
        }
    }

    /// A child process inherits all descriptors until it calls exec, so writers that had ended still seemed to be
    /// running while other tests started processes.
    @Test("a folder is free when its writer ends, though a child that was just made has its descriptors")
    func childHasDescriptors() throws {
        var copy: Int32 = -1
        do {
            let writer = try SpoolWriter(spool)
            defer { withExtendedLifetime(writer) {} }
            for name in try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd") {
                let target = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/\(name)")
                if target?.hasSuffix("\(folder.url.lastPathComponent)/events/lock") == true {
                    copy = dup(Int32(name) ?? -1)
                }
            }
        }
        try #require(copy >= 0)
        defer { close(copy) }
        #expect(throws: Never.self) { try SpoolWriter(spool) }
    }

    @Test("a changed byte is found wherever it is, and nothing behind it is believed")
    func changedByte() throws {
        let events = Self.events(3)
        do { try SpoolWriter(spool).append(events) }
        let url = URL(fileURLWithPath: spool.path(1))
        let whole = try Data(contentsOf: url)
        let frame = SpoolFrame.headCount + events[0].count
        for index in whole.indices {
            var changed = whole
            changed[index] ^= 0x20
            try changed.write(to: url)
            let again = EventSpool(folder: spool.folder, limit: spool.limit)
            _ = try SpoolWriter(again)
            #expect(again.read(from: .start, atMost: 10).events == Array(events.prefix(index / frame)))
        }
    }

    @Test("the oldest are given up for room; a reader that was behind learns how many it has lost")
    func bounded() throws {
        let writer = try SpoolWriter(spool)
        let events = Self.events(2000, bytes: 100)
        for event in events { try writer.append([event]) }
        #expect(spool.bytes <= spool.limit)
        let (kept, lost) = all()
        #expect(kept == Array(events.suffix(kept.count)))
        #expect(lost == events.count - kept.count && lost > 0)
        #expect(spool.backlog(from: .start) == (kept.count, lost))
        #expect(!spool.position(after: try #require(EventID(ofEvent: events[0]))).isWhole)
        let files = try FileManager.default.contentsOfDirectory(atPath: spool.folder)
        #expect(files.filter { $0.hasSuffix(".events") }.count == spool.segments.withLock { $0.count })
    }

    @Test("a mark is where it was kept, also after a restart and where its file is gone")
    func mark() throws {
        let events = Self.events(300, bytes: 100)
        var writer: SpoolWriter? = try SpoolWriter(spool)
        for event in events { try writer?.append([event]) }
        #expect(SpoolMark("hook", of: spool).load() == .start || SpoolMark("hook", of: spool).load().number == 0)
        let place = spool.read(from: SpoolMark("hook", of: spool).load(), atMost: 17).next
        try SpoolMark("hook", of: spool).keep(place)
        writer = nil
        let again = EventSpool(folder: spool.folder, limit: spool.limit)
        writer = try SpoolWriter(again)
        #expect(SpoolMark("hook", of: again).load() == place)
        #expect(again.read(from: place, atMost: 1).events == [events[17]])
        try FileManager.default.removeItem(atPath: again.path(place.segment))
        writer = nil
        let third = EventSpool(folder: spool.folder, limit: spool.limit)
        writer = try SpoolWriter(third)
        #expect(
            third.read(from: SpoolMark("hook", of: third).load(), atMost: 1).events.first.map { events.contains($0) }
                == true)
    }

    @Test("a second writer is kept out until the first is gone")
    func oneWriter() throws {
        var writer: SpoolWriter? = try SpoolWriter(spool)
        let other = EventSpool(folder: spool.folder, limit: spool.limit)
        let fault = #expect(throws: SpoolFault.self) { try SpoolWriter(other) }
        #expect(fault?.isInUse == true)
        withExtendedLifetime(writer) {}
        writer = nil
        _ = try SpoolWriter(other)
    }
}
