import ByteText
import Foundation
import LinkStore
import OpenSSL
import RuleBundle
import TestSupport
import Testing

@testable import LinkPublication

@Suite struct PublicationTests {
    /// A publisher that restarts each time, and followers that sync irregularly, are interrupted and start again.
    @Test(arguments: (0..<4).map { _ in UInt64.random(in: 0...UInt64.max) })
    func followersBecomeWhatThePublisherHas(seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        let links = try PublishedLinks()
        let followers = try (0..<3).map { _ in try Follower(trusting: links.key) }
        var revision: UInt64 = 0
        for _ in 0..<60 {
            var rows: [String: PublishedRow] = [:]
            for _ in 0..<Int.random(in: 0...6, using: &random) {
                revision += 1
                let code = "c\(Int.random(in: 0..<40, using: &random))"
                switch Int.random(in: 0..<5, using: &random) {
                case 0: rows[code] = removal(code)
                case 1: rows[code] = row(code, revision: revision, isDeleted: true)
                // A restored backup has lower revisions than the published ones.
                case 2: rows[code] = row(code, revision: max(1, revision / 2), target: "https://www.example.com/b")
                default: rows[code] = row(code, revision: revision, target: "https://www.example.com/\(revision)")
                }
            }
            if !rows.isEmpty { try links.put(Array(rows.values)) }
            try links.publish(after: Int64.random(in: 0...2, using: &random))
            for follower in followers where Int.random(in: 0..<4, using: &random) == 0 {
                let pages = Bool.random(using: &random) ? Int.max : Int.random(in: 1...4, using: &random)
                try follower.look(links.folder, pages: pages)
                if Int.random(in: 0..<5, using: &random) == 0 { try follower.restart() }
            }
            #expect(try links.manifest().deltas.count <= links.options.mostDeltas)
        }
        for follower in followers {
            try follower.look(links.folder)
            #expect(try follower.store.allRecords() == links.store.allRecords(), "seed \(seed)")
            #expect(try follower.store.check().findings == [], "seed \(seed)")
            #expect(try follower.store.publishedMark().digest == links.manifest().digest, "seed \(seed)")
        }
    }

    @Test func onlyChangesAreFetched() throws {
        let links = try PublishedLinks()
        try links.put((0..<60).map { row("c\($0)") })
        try links.publish()
        let follower = try Follower(trusting: links.key)
        try follower.look(links.folder)
        let all = follower.fetched.count
        #expect(all > 5, "the snapshot has several files")
        try links.put([row("c7", revision: 2, target: "https://www.example.com/new"), removal("c8")])
        let outcome = try links.publish()
        #expect(outcome.changes == 2)
        try follower.look(links.folder)
        #expect(follower.fetched.count == all + 1)
        #expect(try follower.store.allRecords() == links.store.allRecords())
        // Unchanged links are not written again.
        let again = try links.publish()
        #expect(again.changes == 0 && again.sequence == outcome.sequence)
    }

    /// Whatever happens to a file in transit, the links stay as they were, and the next sync continues.
    @Test func aFileThatIsNotWhatWasSignedChangesNothing() throws {
        let links = try PublishedLinks()
        try links.put([row("a"), row("b")])
        try links.publish()
        let follower = try Follower(trusting: links.key)
        try follower.look(links.folder)
        let before = try follower.store.allRecords()
        try links.put([row("a", revision: 2, target: "https://www.example.com/2")])
        try links.publish()
        let file = try links.folder.read(try #require(try links.manifest().deltas.first?.files.first))
        for index in file.indices {
            let kind = fault {
                try follower.look(links.folder) { bytes in
                    var bytes = bytes
                    bytes[index] ^= 0x10
                    return bytes
                }
            }
            #expect(kind == .signature, "byte \(index)")
        }
        #expect(fault { try follower.look(links.folder) { Array($0.dropLast()) } } == .signature)
        #expect(fault { try follower.look(links.folder) { $0 + [0] } } == .signature)
        #expect(fault { try follower.look(links.folder) { _ in [] } } == .signature)
        #expect(try follower.store.allRecords() == before)
        try follower.look(links.folder)
        #expect(try follower.store.allRecords() == links.store.allRecords())
    }

    /// A publisher with a fault of its own signs invalid rows.
    @Test func rowsThatAreSignedAndMakeNoSenseChangeNothing() throws {
        let links = try PublishedLinks()
        try links.put([row("a"), row("b")])
        try links.publish()
        let follower = try Follower(trusting: links.key)
        try follower.look(links.folder)
        let before = try follower.store.allRecords()
        let bad = row("c")
        let base = try links.manifest()
        let lists: [(String, [(String, [UInt8])], Int)] = [
            ("out of order", [("links.example.com/b", bad.record), ("links.example.com/a", bad.record)], 2),
            ("twice", [("links.example.com/b", bad.record), ("links.example.com/b", bad.record)], 2),
            ("no key", [("a key with blanks/x", bad.record)], 1),
            ("fewer rows than signed", [("links.example.com/c", bad.record)], 2),
        ]
        for (name, rows, count) in lists {
            var writer = PublishedFile.Writer()
            for (key, record) in rows { writer.append(Array(key.utf8).span, record.span) }
            try publish(try writer.file(), rows: count, after: base, in: links)
            #expect(fault { try follower.look(links.folder) } == .format, "\(name)")
        }
        try publish(Array("fplinks1\u{5}\u{0}\u{1}".utf8), rows: 1, after: base, in: links)
        #expect(fault { try follower.look(links.folder) } == .format)
        #expect(try follower.store.allRecords() == before)
    }

    /// Adds a delta with these bytes after a state.
    private func publish(
        _ file: [UInt8], rows: Int, after base: PublicationManifest, in links: PublishedLinks
    ) throws {
        var manifest = base
        let after = manifest.sequence
        manifest.sequence += 1
        let put = try links.folder.put(file)
        manifest.deltas.append(
            PublicationManifest.Part(after: after, sequence: after + 1, rows: rows, files: [put]))
        try links.folder.put(manifest: manifest.signed(by: links.key))
    }

    /// An older copy of a folder, restored by mistake or to bring deleted links back.
    @Test func anOlderPublicationIsRefused() throws {
        let links = try PublishedLinks()
        try links.put([row("a"), row("b")])
        try links.publish()
        let older = try #require(try links.folder.manifest())
        let follower = try Follower(trusting: links.key)
        try follower.look(links.folder)
        try links.put([row("a", revision: 2, isDeleted: true)])
        try links.publish()
        try follower.look(links.folder)
        try links.folder.put(manifest: older)
        #expect(fault { try follower.look(links.folder) } == .rollback)
        try follower.restart()
        #expect(fault { try follower.look(links.folder) } == .rollback)
        #expect(try follower.store.allRecords() == links.store.allRecords())
        // A publisher that continues from an old copy of its folder uses higher numbers, derived from the time.
        try links.publish()
        try follower.look(links.folder)
        #expect(try follower.store.allRecords() == links.store.allRecords())
    }

    /// An interrupted takeover has some links of the later publication: an earlier one is refused then, too.
    @Test func anOlderPublicationIsRefusedInTheMiddleOfATakeOver() throws {
        let links = try PublishedLinks()
        try links.put((0..<20).map { row("c\($0)") })
        try links.publish()
        let older = try #require(try links.folder.manifest())
        try links.put((0..<20).map { row("c\($0)", revision: 2, target: "https://www.example.com/2") })
        try links.publish()
        let follower = try Follower(trusting: links.key)
        try follower.look(links.folder, pages: 2)
        let newer = try #require(try links.folder.manifest())
        try links.folder.put(manifest: older)
        #expect(fault { try follower.look(links.folder) } == .rollback)
        try links.folder.put(manifest: newer)
        try follower.look(links.folder)
        #expect(try follower.store.allRecords() == links.store.allRecords())
    }

    /// Two daemons on one store during a handover: the old one is in the middle of an earlier publication.
    @Test func anEarlierTakeOverStopsForALaterOne() throws {
        let links = try PublishedLinks()
        try links.put((0..<20).map { row("c\($0)") })
        try links.publish()
        let follower = try Follower(trusting: links.key)
        try follower.look(links.folder)
        let target = try follower.store.publishedMark().target
        try links.put([row("c1", revision: 3, target: "https://www.example.com/3")])
        try links.publish()
        try follower.look(links.folder)
        let late = PublishedPage(rows: [row("c1", revision: 2)], target: target, isLast: true)
        try follower.store.apply(.replicate(.publish(late)))
        #expect(try follower.store.allRecords() == links.store.allRecords())
    }

    @Test func linksOfAnotherStoreAreRefused() throws {
        let links = try PublishedLinks()
        try links.put([row("a")])
        try links.publish()
        let follower = try Follower(trusting: links.key)
        try follower.look(links.folder)
        let others = try PublishedLinks(source: 8, key: links.key)
        others.now = links.now + 100
        try others.put([row("b")])
        try others.publish()
        #expect(fault { try follower.look(others.folder) } == .signature)
        #expect(try follower.store.allRecords() == links.store.allRecords())
        // A publisher does not mix them in its folder, either.
        let publisher = try Publisher(folder: links.folder.path, key: links.key, options: links.options) { _ in }
        let source = try #require(try Publisher.source(of: others.store))
        #expect(fault { _ = try publisher.publish(others.store, source: source, at: others.now) } == .storage)
    }

    /// A delta applied to other links than those that it was made for would keep the difference forever.
    @Test func aCopyThatDiffersIsResynced() throws {
        let links = try PublishedLinks()
        try links.put([row("a"), row("b")])
        try links.publish()
        let follower = try Follower(trusting: links.key)
        try follower.look(links.folder)
        let target = try follower.store.publishedMark().target
        let other = PublishedPage(
            rows: [row("b", revision: 7, target: "https://www.example.com/other")], target: target, isLast: true)
        try follower.store.apply(.replicate(.publish(other)))
        try links.put([row("c")])
        try links.publish()
        #expect(fault { try follower.look(links.folder) } == .format)
        try follower.look(links.folder)
        #expect(try follower.store.allRecords() == links.store.allRecords())
    }

    /// The folder or its files are lost: all links are published again, and followers only change those that differ.
    @Test(arguments: ["all", "manifest", "a file", "a byte of a file", "the key"])
    func aDamagedFolderIsPublishedAgain(loss: String) throws {
        var links = try PublishedLinks()
        try links.put((0..<10).map { row("c\($0)") })
        try links.publish()
        let follower = try Follower(trusting: links.key)
        try follower.look(links.folder)
        try links.put([removal("c3"), row("c4", revision: 2, target: "https://www.example.com/4")])
        let path = links.folder.path
        let file = try #require(try links.manifest().snapshot.files.last)
        switch loss {
        case "all": links.folder.clean(keeping: [])
        case "manifest": try FileManager.default.removeItem(atPath: "\(path)/manifest")
        case "a file": try FileManager.default.removeItem(atPath: "\(path)/\(file.name)")
        case "a byte of a file":
            var bytes = try links.folder.read(file)
            bytes[20] ^= 1
            try Data(bytes).write(to: URL(filePath: "\(path)/\(file.name)"))
        default:
            try links.folder.put(manifest: try links.manifest().signed(by: SigningKey(.ed25519)))
        }
        let outcome = try links.publish()
        #expect(outcome.changes == 9)
        try follower.look(links.folder)
        #expect(try follower.store.allRecords() == links.store.allRecords())
        #expect(try follower.store.check().findings == [])
        links = try PublishedLinks()
    }

    /// A reader on a slow line fetches files of a manifest that has since been replaced.
    @Test func filesStayForAWhileAfterTheirManifest() throws {
        let links = try PublishedLinks()
        links.options.graceSeconds = 3_600
        links.options.leastDeltaBytes = 100
        links.now = Int64(Date.now.timeIntervalSince1970)
        try links.put((0..<30).map { row("c\($0)") })
        try links.publish()
        let old = try links.manifest().snapshot.files
        try links.put(
            (0..<30).map { row("c\($0)", revision: 2, target: "https://www.example.com/\($0)/longer/than/before") })
        try links.publish()
        #expect(try links.manifest().files.isDisjoint(with: old), "there is a new snapshot")
        #expect(old.allSatisfy(links.folder.has))
        try links.publish(after: 3_500)
        #expect(old.allSatisfy(links.folder.has))
        try links.publish(after: 200)
        #expect(!old.contains(where: links.folder.has))
        #expect(try links.manifest().files.allSatisfy(links.folder.has))
    }

    @Test func twoPublishersDoNotShareAFolder() throws {
        let links = try PublishedLinks()
        let first = try Publisher(folder: links.folder.path, key: links.key) { _ in }
        #expect(fault { _ = try Publisher(folder: links.folder.path, key: links.key) { _ in } } == .storage)
        withExtendedLifetime(first) {}
    }

    /// An upgraded node rereads records that an older version could not read.
    @Test func aRecordOfANewerVersionIsCountedAndTheRestTaken() throws {
        let links = try PublishedLinks()
        try links.put([row("a"), row("b")])
        try links.publish()
        let follower = try Follower(trusting: links.key)
        try follower.look(links.folder)
        var newer = row("a", revision: 2)
        newer.record[0] = 200
        var writer = PublishedFile.Writer()
        for row in [newer, row("b", revision: 2, target: "https://www.example.com/2")] {
            writer.append(Array(row.key.text.utf8).span, row.record.span)
        }
        try publish(try writer.file(), rows: 2, after: try links.manifest(), in: links)
        try follower.look(links.folder)
        #expect(try follower.store.publishedMark().refused == 1)
        let records = try follower.store.allRecords()
        #expect(records["links.example.com/a"] == row("a").record)
        #expect(records["links.example.com/b"] == row("b", revision: 2, target: "https://www.example.com/2").record)
    }

    @Test func aCopyIsNotChangedByItself() throws {
        let links = try PublishedLinks()
        try links.put([row("a", maximumClicks: 5)])
        try links.publish()
        let follower = try Follower(trusting: links.key)
        try follower.look(links.folder)
        let record = LinkRecord(
            key: try #require(LinkKey("links.example.com/own")), longLink: "https://www.example.com/", created: 1)
        #expect(throws: StoreError.published(place: follower.store.path)) {
            try follower.store.apply(.create(LinkCreation(record)))
        }
        // Each copy would allow the maximum on its own.
        var reader = try follower.store.makeReader()
        var arena = ByteArena()
        guard case .unleased(_, 5) = reader.find(arena.append("links.example.com/a"), at: nil, in: &arena) else {
            Issue.record("a copy allows clicks of its own")
            return
        }
    }

    @Test func aStoreWithLinksOfItsOwnIsNotOverwritten() throws {
        let scratch = try ScratchFolder()
        let store = try LinkStore(directory: "\(scratch.path)/store")
        let record = LinkRecord(
            key: try #require(LinkKey("links.example.com/own")), longLink: "https://www.example.com/", created: 1)
        try store.apply(.create(LinkCreation(record)))
        #expect(throws: StoreError.notEmpty(path: store.path)) {
            try PublishedCopy(store, folder: PublicationFolder(scratch.path), node: "x")
        }
    }
}
