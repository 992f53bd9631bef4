import ByteText
import LinkStore
import Testing

/// Records of the first version, of the second, which adds targets for later clicks and the mark of unsafe links, of
/// the third, which adds rates and cache times, and of the fourth, which adds passwords.
@Suite struct RecordVersionTests {
    private static let hash =
        "$scrypt$ln=16,r=8,p=1$aM15713r3Xsvxbi31lqr1Q$nFNh2CVHVjNldFVKDHDlm4CbdRSCdEBsjjJxD+iCs5E"

    private static let key = LinkKey.known("links.example.com/v")

    private func record(_ change: (inout LinkRecord) -> Void = { _ in }) -> LinkRecord {
        var record = LinkRecord(key: Self.key, longLink: "https://a.b/", created: 1_000)
        change(&record)
        return record
    }

    @Test func aRecordIsOfTheLowestVersionThatCanHoldIt() {
        func version(_ change: (inout LinkRecord) -> Void) -> UInt8 { LinkBody.format(of: record(change).body) }
        #expect(version { _ in } == 1)
        #expect(
            version { ($0.starts, $0.expires, $0.maximumClicks, $0.isDisabled, $0.name) = (1, 2, 3, true, "n") } == 1)
        #expect(version { $0.isUnsafe = true } == 2)
        #expect(version { $0.expiredTarget = "https://a.b/late" } == 2)
        #expect(version { $0.usedUpTarget = "https://a.b/full" } == 2)
        #expect(ReplicaRow(record { $0.isUnsafe = true }).format == 2)
        #expect(version { $0.clicksPerSecond = 1 } == 3)
        #expect(version { ($0.cacheSeconds, $0.isUnsafe) = (0, true) } == 3)
        #expect(version { $0.password = Self.hash } == 4)
        #expect(version { ($0.password, $0.cacheSeconds) = (Self.hash, 0) } == 4)
    }

    /// A record from a program without later clicks: a long link, an end, a name.
    @Test func aRecordOfTheFirstVersionIsReadAsItWasWritten() throws {
        var bytes: [UInt8] = [1, 2, 0x20, 0x01, 12, 0, 0, 0]
        for number in [7, 1_000, 1_001, 0] as [UInt64] {
            bytes += (0..<8).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
        }
        bytes += Array("https://a.b/".utf8) + [9, 0, 0, 0, 0, 0, 0, 0] + [1, UInt8(ascii: "N"), 0, 0, 0]
        let row = ReplicaRow(key: Self.key, shard: LinkBody.shard(of: Self.key), version: 3, body: bytes)
        let read = try #require(row.record)
        #expect(read.longLink == "https://a.b/" && read.expires == 9 && read.name == "N" && read.suffix == .custom)
        #expect(read.expiredTarget == nil && read.usedUpTarget == nil && !read.isUnsafe)
        #expect(read.body == bytes)
    }

    @Test func everyCombinationIsReadBack() throws {
        for choice in 0..<1024 {
            func has(_ bit: Int) -> Bool { choice & 1 << bit != 0 }
            let made = record {
                if has(0) { $0.starts = 5 }
                if has(1) { $0.expires = 6 }
                if has(2) { $0.maximumClicks = 7 }
                if has(3) { $0.expiredTarget = "https://a.b/late" }
                if has(4) { $0.usedUpTarget = "https://a.b/" + String(repeating: "x", count: 200) }
                if has(5) { $0.isUnsafe = true }
                if has(7) { $0.clicksPerSecond = 1_000_000 }
                if has(8) { $0.cacheSeconds = 0 }
                if has(9) { $0.password = Self.hash }
                if has(6) { ($0.fingerprint, $0.note) = (LinkFingerprint(high: 1, low: 2), "note") }
            }
            let read = try #require(ReplicaRow(made).record).numbered(made.id, version: made.revision)
            #expect(read == made, "\(choice)")
            // A truncated record is invalid.
            let cut = ReplicaRow(
                key: Self.key, shard: LinkBody.shard(of: Self.key), version: 1, format: nil,
                body: Array(made.body.dropLast()))
            #expect(cut.record == nil, "\(choice)")
        }
    }

    @Test func aReaderHandsOutTheTargetOfWhatKeepsALinkFromWorking() throws {
        let scratch = ScratchDirectory()
        let store = try LinkStore(directory: scratch.path)
        try store.create(
            record {
                ($0.expires, $0.maximumClicks) = (100, 1)
                ($0.expiredTarget, $0.usedUpTarget) = ("https://a.b/late", "https://a.b/full")
                ($0.name, $0.fingerprint) = ("N", LinkFingerprint(high: 1, low: 2))
            })
        var reader = try store.makeReader()
        var arena = ByteArena()
        let key = arena.append(Self.key.text)
        guard case .found(_, let id, _) = reader.find(key, at: 99, in: &arena) else { return #expect(Bool(false)) }
        guard case .expired(let late?) = reader.find(key, at: 100, in: &arena) else { return #expect(Bool(false)) }
        #expect(arena.string(late) == "https://a.b/late")
        _ = reader.find(key, at: 99, in: &arena)
        reader.countClick(id: id, nil, .other, at: 99)
        guard case .usedUp(let full?) = reader.find(key, at: 99, in: &arena) else { return #expect(Bool(false)) }
        #expect(arena.string(full) == "https://a.b/full")
        var patch = LinkPatch()
        (patch.expiredTarget, patch.isUnsafe) = (.some(nil), true)
        try store.apply(.update(Self.key, patch, at: 2_000))
        #expect(reader.find(key, at: 100, in: &arena) == .unsafe)
        patch.isUnsafe = false
        try store.apply(.update(Self.key, patch, at: 2_000))
        #expect(reader.find(key, at: 100, in: &arena) == .expired(target: nil))
    }

    @Test func aReaderHandsOutTheRateAndTheTimeInCachesOfALink() throws {
        let scratch = ScratchDirectory()
        let store = try LinkStore(directory: scratch.path)
        var arena = ByteArena()
        var reader = try store.makeReader()
        let known = arena.append(Self.key.text)
        try store.create(
            record {
                ($0.starts, $0.maximumClicks, $0.clicksPerSecond, $0.cacheSeconds) = (1, 5, 7, 300)
                ($0.expiredTarget, $0.fingerprint) = ("https://a.b/late", LinkFingerprint(high: 1, low: 2))
            })
        guard case .found(_, let id, 300) = reader.find(known, at: 99, in: &arena) else { return #expect(Bool(false)) }
        #expect(reader.clicksPerSecond(of: id) == 7 && reader.clicksPerSecond(of: id + 1) == nil)
        var patch = LinkPatch()
        (patch.clicksPerSecond, patch.cacheSeconds) = (.some(nil), 0)
        try store.apply(.update(Self.key, patch, at: 2_000))
        guard case .found(_, id, 0) = reader.find(known, at: 99, in: &arena) else { return #expect(Bool(false)) }
        #expect(reader.clicksPerSecond(of: id) == nil)
        #expect(throws: StoreError.invalid(.clicksPerSecond)) { try record { $0.clicksPerSecond = 0 }.validate() }
        #expect(throws: StoreError.invalid(.cacheSeconds)) { try record { $0.cacheSeconds = -1 }.validate() }
    }

    @Test func aReaderKeepsTheTargetOfALinkWithAPassword() throws {
        let scratch = ScratchDirectory()
        let store = try LinkStore(directory: scratch.path)
        var arena = ByteArena()
        var reader = try store.makeReader()
        let known = arena.append(Self.key.text)
        try store.create(
            record {
                ($0.password, $0.expires, $0.cacheSeconds) = (Self.hash, 100, 7)
                $0.expiredTarget = "https://a.b/late"
            })
        let mark = arena.count
        #expect(reader.find(known, at: 99, in: &arena) == .locked && reader.peek(known, at: 99, in: &arena) == .locked)
        #expect(arena.count == mark, "nothing of the target is copied")
        guard case .found(let target, _, 7) = reader.find(known, at: 99, isUnlocked: true, in: &arena) else {
            return #expect(Bool(false))
        }
        #expect(arena.string(target) == "https://a.b/" && reader.steadyView == nil)
        guard case .expired(let late?) = reader.find(known, at: 100, in: &arena) else { return #expect(Bool(false)) }
        #expect(arena.string(late) == "https://a.b/late")
    }

    @Test func thePasswordItselfIsNotStored() throws {
        let scratch = ScratchDirectory()
        let store = try LinkStore(directory: scratch.path)
        let plain = LinkChange.create(LinkCreation(record { $0.password = "open sesame" }))
        #expect(plain.hasPlainPassword && !plain.hashingPasswords().hasPlainPassword)
        #expect(throws: StoreError.invalid(.password)) { try store.apply(plain) }
        let stored = try store.apply(.all([plain]).hashingPasswords()).each[0].get().link
        #expect(stored.password?.hasPrefix("$scrypt$ln=14,r=8,p=1$") == true)
        var patch = LinkPatch()
        patch.password = "other"
        let change = LinkChange.each([.update(Self.key, patch, at: 2_000)])
        #expect(change.hasPlainPassword)
        let changed = try store.apply(change.hashingPasswords()).each[0].get().link
        #expect(changed.password != stored.password && changed.password?.hasPrefix("$scrypt$") == true)
        #expect(!change.concealingPasswords().hasPlainPassword)
        #expect(try store.history(of: Self.key).revisions.first?.former.password == stored.password)
    }

    @Test func aLinkWithAPasswordIsNotFoundByItsInput() throws {
        let scratch = ScratchDirectory()
        let store = try LinkStore(directory: scratch.path)
        let print = LinkFingerprint(high: 1, low: 2)
        try store.create(record { ($0.fingerprint, $0.password) = (print, Self.hash) })
        var other = LinkRecord(key: .known("links.example.com/w"), longLink: "https://a.b/", created: 1_000)
        other.fingerprint = print
        var creation = LinkCreation(other)
        creation.findsExisting = true
        #expect(try store.apply(.create(creation)).link.key == other.key)
    }

    @Test func aTargetThatIsTooLongIsRefused() throws {
        let long = "https://a.b/" + String(repeating: "x", count: LinkRecord.maximumTarget)
        #expect(throws: StoreError.invalid(.expiredTarget)) { try record { $0.expiredTarget = long }.validate() }
        #expect(throws: StoreError.invalid(.usedUpTarget)) { try record { $0.usedUpTarget = "" }.validate() }
    }
}
