import LinkStore
import PostgreSQL

/// The locked rows of a transaction at the source, and the changes to them.
///
/// Changes are applied here as a store applies them, and then written all at once. No other transaction can change
/// these rows between the locks and the writes.
struct LockedRows {
    /// The shards when they were locked, and their new states.
    private(set) var lockedShards: [UInt8: LockedShard] = [:]
    private(set) var shards: [UInt8: LockedShard] = [:]
    /// The links that were read, and their new states; `nil` if there is none with the key.
    private(set) var foundLinks: [LinkKey: LinkRecord?] = [:]
    private(set) var links: [LinkKey: LinkRecord?] = [:]
    /// The keys of links that were read or created, by the inputs of these.
    private(set) var keys: [SourceFingerprint: Set<LinkKey>] = [:]
    /// The codes of the latest links of locked fingerprints, and new ones. A code may be that of no link.
    var codes: [SourceFingerprint: String] = [:]
    var movedCodes: [SourceFingerprint: Substring] = [:]
    /// The stored responses to requests, and those of this transaction.
    var answers: [LinkFingerprint: (content: LinkFingerprint, answer: KeptAnswer)] = [:]
    /// The clients that have changed links, for their histories.
    var authors: [LinkKey: String] = [:]
    var newAnswers: [(mark: RequestMark, answer: KeptAnswer)] = []

    /// The replica's links with the same codes in another case, for sites that ignore case.
    var otherSpellings: [LinkKey: LinkRecord] = [:]

    mutating func add(_ shard: UInt8, _ state: LockedShard) {
        lockedShards[shard] = state
        shards[shard] = state
    }

    mutating func add(_ key: LinkKey, _ record: LinkRecord?) {
        foundLinks[key] = .some(record)
        if let record { put(record) } else { links[key] = .some(nil) }
    }

    /// The next version in a link's shard, which is locked.
    mutating func nextVersion(of key: LinkKey) -> UInt64 {
        let shard = LinkBody.shard(of: key)
        guard var state = shards[shard] else { preconditionFailure("the shard of a link that is written is locked") }
        state.head += 1
        shards[shard] = state
        return state.head
    }

    /// Gives a link a new state, at a version of its shard.
    mutating func put(_ record: LinkRecord) {
        links[record.key] = .some(record)
        if let input = SourceFingerprint(of: record) { keys[input, default: []].insert(record.key) }
    }

    // MARK: - Writes

    /// The rows that have changed, in key order.
    var changedRows: [ReplicaRow] {
        links.keys.sorted().compactMap { key in
            guard let record = links[key] ?? nil, record != foundLinks[key] ?? nil else { return nil }
            var row = ReplicaRow(record)
            row.author = authors[key]
            return row
        }
    }

    /// The statements that write the changes; empty if nothing has changed.
    var statements: [Statement] {
        var states = shards
        var changes: [ChangedRow] = []
        for row in changedRows {
            guard let record = links[row.key] ?? nil, var state = states[row.shard] else { continue }
            let old = foundLinks[row.key] ?? nil
            if let old, !old.isDeleted {
                state.digest &-= ReplicaRow(old).term
                state.live -= min(state.live, 1)
            }
            if !record.isDeleted {
                state.digest &+= row.term
                state.live += 1
            }
            states[row.shard] = state
            changes.append(ChangedRow(row: row, record: record, expected: old?.revision))
        }
        let (new, changed) = (changes.filter { $0.expected == nil }, changes.filter { $0.expected != nil })
        let advanced = states.sorted { $0.key < $1.key }.compactMap { shard, state in
            lockedShards[shard].flatMap { $0 == state ? nil : AdvancedShard(shard: shard, from: $0.head, state: state) }
        }
        var statements: [Statement] = []
        if !new.isEmpty { statements.append(SourceStatement.insert(new)) }
        if !changed.isEmpty { statements.append(SourceStatement.update(changed)) }
        if !advanced.isEmpty { statements.append(SourceStatement.advance(advanced)) }
        for (fingerprint, code) in movedCodes.sorted(by: { $0.key < $1.key }) {
            statements.append(SourceStatement.move(fingerprint, to: code))
        }
        for (mark, answer) in newAnswers {
            statements.append(
                SourceStatement.answerRequest(
                    mark.key.bytes, mark.content.bytes, answer.bytes, seconds: RequestMark.lifetime))
        }
        return statements
    }
}
