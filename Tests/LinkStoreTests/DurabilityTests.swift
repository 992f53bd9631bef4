import CDiskRecorder
import Glibc
import LMDB
import TestSupport
import Testing

@testable import LinkStore

/// Acknowledged changes are on the disk: by the order of the calls, and by a power cut anywhere between them.
///
/// One file at a time is recorded, so the tests run serially.
@Suite(.serialized) struct DurabilityTests {
    /// Changes, some separate and some grouped, that are noted when they are acknowledged.
    private static func work(in directory: String, count: Int) throws {
        let store = try LinkStore(directory: directory)
        for number in 0..<count {
            let link = link(number)
            if number.isMultiple(of: 3) {
                try store.create(link)
                disk_add_note(UInt64(number))
            } else {
                store.submit(.create(LinkCreation(link))) { result in
                    if (try? result.get()) != nil { disk_add_note(UInt64(number)) }
                }
            }
        }
    }

    private static func link(_ number: Int) -> LinkRecord {
        var link = LinkRecord(
            key: .known("links.example.com/L\(number)"),
            longLink: "https://www.example.com/\(number)?"
                + String(repeating: "x", count: number * 37 % 700), created: Int64(number))
        link.tags = ["tag\(number % 5)"]
        link.fingerprint = LinkFingerprint(high: UInt64(number) &* 0x9E37_79B9_7F4A_7C15, low: 0)
        return link
    }

    @Test func everyAcknowledgementComesAfterASync() throws {
        let scratch = ScratchDirectory()
        DiskRecording.begin(scratch.file)
        try Self.work(in: scratch.path, count: 60)
        var unsynced = 0
        var commits = 0
        var notes = 0
        for event in DiskRecording.end() {
            switch event {
            case .write: unsynced += 1
            case .sync: unsynced = 0
            case .syncedWrite:
                // Pages that the meta pages refer to must be on the disk before them.
                #expect(unsynced == 0)
                commits += 1
            case .note:
                #expect(unsynced == 0)
                notes += 1
            }
        }
        #expect(notes == 60)
        #expect(commits >= 20)
    }

    @Test(arguments: [UInt64.random(in: 0...UInt64.max)]) func aPowerCutLosesNothingAcknowledged(seed: UInt64) throws {
        var generator = SplitMix64(seed: seed)
        let scratch = ScratchDirectory()
        DiskRecording.begin(scratch.file)
        try Self.work(in: scratch.path, count: 45)
        var cuts = 0
        let acknowledged = try Self.forEachCut(DiskRecording.end(), &generator) { acknowledged, image in
            try Self.expectAll(acknowledged, in: image, "seed \(seed), cut \(cuts)")
            cuts += 1
        }
        #expect(acknowledged.count == 45)
        #expect(cuts > 60)
    }

    /// A power cut during a sorted load leaves all of its links or none, and none of its temporary tables.
    @Test(arguments: [UInt64.random(in: 0...UInt64.max)])
    func aPowerCutLeavesAllOfASortedLoadOrNone(seed: UInt64) throws {
        var generator = SplitMix64(seed: seed)
        let scratch = ScratchDirectory()
        DiskRecording.begin(scratch.file)
        try Self.loadSorted(in: scratch.path)
        var found: Set<Int> = []
        let acknowledged = try Self.forEachCut(DiskRecording.end(), &generator) { acknowledged, image in
            let single = acknowledged.filter { $0 < 200 }
            let made = try Self.expectAll(single, in: image, "seed \(seed)", loaded: 200..<260)
            found.insert(made)
            if acknowledged.contains(999) { #expect(made == 60, "seed \(seed)") }
        }
        #expect(found == [0, 60], "seed \(seed)")
        #expect(acknowledged == [0, 1, 999], "seed \(seed)")
    }

    /// A sorted load in many commits between two links created separately, one of them during the load.
    private static func loadSorted(in directory: String) throws {
        let store = try LinkStore(directory: directory)
        try store.create(link(0))
        disk_add_note(0)
        var pieces = SortedLoad.Pieces()
        pieces.commitBytes = 3_000
        let load = try #require(try SortedLoad.begin(store, pieces))
        try load.add((200..<260).map(link)) { _, _ in }
        var number = 0
        _ = try load.finish { _, _ in
            number += 1
            // Runs between two commits.
            guard number == 20 else { return }
            store.submit(.create(LinkCreation(link(1)))) { result in
                if (try? result.get()) != nil { disk_add_note(1) }
            }
        }
        store.settle()
        disk_add_note(999)
    }

    /// A disk that fills up during a sorted load is reported, and nothing of the load stays.
    @Test(arguments: [0, 1, 2, 3, 5, 8, 13, 21])
    func aDiskThatFillsUpInASortedLoadHarmsNothing(writes: Int) throws {
        let scratch = ScratchDirectory()
        do {
            let store = try LinkStore(directory: scratch.path)
            try store.create(Self.link(1))
            var pieces = SortedLoad.Pieces()
            pieces.commitBytes = 3_000
            let load = try #require(try SortedLoad.begin(store, pieces))
            try load.add((200..<260).map(Self.link)) { _, _ in }
            DiskRecording.begin(scratch.file)
            disk_fail_writes(ENOSPC, writes)
            #expect(throws: StoreError.diskFull) { _ = try load.finish { _, _ in } }
            DiskRecording.end()
        }
        let store = try LinkStore(directory: scratch.path)
        let check = try store.check()
        #expect(check.links == 1 && check.findings == [])
        let look = try store.core.environment.beginReading()
        #expect(try !look.hasDatabase(UnfinishedTables.unfinished("links")))
    }

    private static func put(_ bytes: [UInt8], at offset: Int, into disk: inout [UInt8]) {
        let end = offset + bytes.count
        if disk.count < end { disk += [UInt8](repeating: 0, count: end - disk.count) }
        disk.replaceSubrange(offset..<end, with: bytes)
    }

    /// Calls a closure with the acknowledged changes and an image of the disk after each event from the first
    /// acknowledgement on, as a power cut leaves it: everything synced, and any part of the rest in any order. Returns
    /// the changes acknowledged in the end.
    private static func forEachCut(
        _ events: [DiskEvent], _ generator: inout SplitMix64, _ body: ([Int], [UInt8]) throws -> Void
    ) throws -> [Int] {
        var disk: [UInt8] = []
        var unsynced: [(offset: Int, bytes: [UInt8])] = []
        var acknowledged: [Int] = []
        for event in events {
            switch event {
            case .write(let offset, let bytes): unsynced.append((offset, bytes))
            case .syncedWrite(let offset, let bytes): put(bytes, at: offset, into: &disk)
            case .sync:
                for write in unsynced { put(write.bytes, at: write.offset, into: &disk) }
                unsynced = []
            case .note(let number): acknowledged.append(number)
            }
            guard !acknowledged.isEmpty else { continue }
            var image = disk
            for write in unsynced.shuffled(using: &generator) where Bool.random(using: &generator) {
                put(write.bytes, at: write.offset, into: &image)
            }
            try body(acknowledged, image)
        }
        return acknowledged
    }

    /// Returns the number of existing links among `loaded`.
    @discardableResult
    private static func expectAll(
        _ numbers: [Int], in image: [UInt8], _ comment: Comment, loaded: Range<Int> = 0..<0
    ) throws -> Int {
        let scratch = ScratchDirectory()
        scratch.replace(with: image)
        let store = try LinkStore(directory: scratch.path)
        for number in numbers {
            #expect(try store.link(link(number).key)?.longLink == link(number).longLink, comment)
        }
        #expect(try store.check().findings == [], comment)
        let look = try store.core.environment.beginReading()
        #expect(try !look.hasDatabase(UnfinishedTables.unfinished("links")), comment)
        return try store.links(loaded.map { link($0).key }).count { $0 != nil }
    }

    /// A full or failing disk is reported; existing links stay, and the store continues once there is room again.
    @Test(arguments: [ENOSPC, EDQUOT, EFBIG, EIO])
    func aFailingDiskIsToldAndHarmsNothing(error: Int32) throws {
        let scratch = ScratchDirectory()
        let store = try LinkStore(directory: scratch.path)
        try store.create(Self.link(1))
        DiskRecording.begin(scratch.file)
        disk_fail_writes(error, 0)
        let expected: StoreError =
            error == EIO ? .failed(path: scratch.file, .init(code: EIO)) : .diskFull
        #expect(throws: expected) {
            try store.apply(.all((2..<200).map { .create(LinkCreation(Self.link($0))) }))
        }
        DiskRecording.end()
        #expect(try store.link(Self.link(2).key) == nil)
        try store.create(Self.link(2))
        #expect(try store.check().links == 2)
        #expect(try store.check().findings == [])
    }

    /// Regression: clicks made while the disk was full were not counted.
    @Test func clicksAreCountedThatWereMadeWhileTheDiskWasFull() throws {
        let scratch = ScratchDirectory()
        let store = try LinkStore(directory: scratch.path)
        try store.create(Self.link(1))
        let id = try #require(try store.link(Self.link(1).key)).id
        var reader = try store.makeReader()
        let clicks: UInt64 = 3
        DiskRecording.begin(scratch.file)
        disk_fail_writes(ENOSPC, 0)
        for _ in 0..<clicks {
            reader.countClick(id: id, .redirect, .android, at: 86_400)
            reader.flush()
        }
        #expect(throws: StoreError.diskFull) { try store.create(Self.link(2)) }
        // They are retried once a second.
        usleep(1_200_000)
        #expect(try store.totals(of: id).isEmpty)
        DiskRecording.end()
        for _ in 0..<5_000 where try store.totals(of: id).isEmpty { usleep(1_000) }
        #expect(try store.totals(of: id).first { $0.event == .click }?.count == clicks)
    }

    /// The pages were written, but not the meta page: its content is unknown until it is read again.
    @Test func aDiskThatRefusesTheFirstPageClosesTheStore() throws {
        let scratch = ScratchDirectory()
        do {
            let store = try LinkStore(directory: scratch.path)
            try store.create(Self.link(1))
            DiskRecording.begin(scratch.file)
            disk_fail_writes(ENOSPC, 1)
            #expect(throws: StoreError.diskFull) {
                try store.create(Self.link(2))
            }
            DiskRecording.end()
            #expect(!store.isUsable)
        }
        let again = try LinkStore(directory: scratch.path)
        #expect(try again.check().links == 1)
        try again.create(Self.link(2))
    }

    @Test func aFailedSyncIsNotAcknowledged() throws {
        let scratch = ScratchDirectory()
        let store = try LinkStore(directory: scratch.path)
        DiskRecording.begin(scratch.file)
        disk_fail_syncs(EIO)
        #expect(throws: StoreError.failed(path: scratch.file, .init(code: EIO))) {
            try store.create(Self.link(1))
        }
        DiskRecording.end()
        #expect(try store.link(Self.link(1).key) == nil)
    }
}
