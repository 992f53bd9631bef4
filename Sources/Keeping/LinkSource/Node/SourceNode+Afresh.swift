import ByteText
import LinkStore
import PostgreSQL

/// Resyncs of shards that differ from the source. The old contents are served until they end.
extension SourceNode {
    /// Finds shards whose resync follows from positions and heads alone.
    func startKnownResyncs(_ heads: SourceHeads) {
        for (head, position) in zip(heads.shards, positions) where afresh[position.shard] == nil {
            if position.epoch == ShardPosition.foreign {
                readAfresh(position.shard, because: .foreign, atLeast: 0)
            } else if position.cursor > 0, position.cursor < head.floor {
                readAfresh(position.shard, because: .floor, atLeast: head.head)
            } else if position.refused > 0, !hasRetriedRefused {
                readAfresh(position.shard, because: .format, atLeast: head.head)
            }
        }
        hasRetriedRefused = true
    }

    /// Finds shards in which the source seems to have fewer or other links than the replica, and confirms this with the
    /// source.
    ///
    /// - Parameter before: The highest version seen in each shard before the snapshot was taken.
    func judge(_ heads: SourceHeads, _ before: [UInt64], through connection: SourceConnection) async throws {
        var suspected: [UInt8] = []
        for (head, position) in zip(heads.shards, positions) where afresh[position.shard] == nil {
            let isOlder = before[Int(position.shard)] > head.head
            let isOther = position.cursor > 0 && position.epoch != head.epoch
            if isOlder || isOther || head.differs(from: position) { suspected.append(position.shard) }
        }
        guard !suspected.isEmpty else { return }
        try await confirm(suspected, through: connection)
    }

    /// Reads shards again under a lock. Only a primary grants one, so the result can't come from a stale snapshot.
    private func confirm(_ shards: [UInt8], through connection: SourceConnection) async throws {
        // Rows put ahead before this point were committed before the locks were taken; later ones may have been
        // committed after.
        let before = positions.map(\.highest)
        let answers = try await connection.run(SourceStatement.beginWriting + shards.map(SourceStatement.lock))
        var (kept, lost) = ([ReplicaPage.Step](), [TruncatedShard]())
        for (shard, state) in zip(shards, answers.dropFirst(SourceStatement.beginWriting.count)) {
            guard state.count == 1 else { throw PostgreSQLError.answer("shard \(shard) is missing at the source") }
            let head = SourceHeads.Head(
                epoch: try state.number(0, 0), head: try state.number(0, 1), floor: try state.number(0, 2),
                live: try state.number(0, 3), digest: try state.number(0, 4))
            let position = positions[Int(shard)]
            if position.cursor > 0, position.epoch != head.epoch {
                noteLoss()
                if head.hasLinks(of: position) {
                    kept.append(ReplicaPage.Step(shard: shard, epoch: head.epoch, cursor: head.head))
                } else {
                    readAfresh(shard, because: .epoch, atLeast: head.head)
                }
            } else if position.cursor > head.head || before[Int(shard)] > head.head {
                lost.append(TruncatedShard(shard: shard, epoch: head.epoch + 1))
            } else if head.differs(from: position) {
                readAfresh(shard, because: .digest, atLeast: head.head)
            }
        }
        try await raiseEpochs(lost, through: connection)
        guard !kept.isEmpty else { return }
        // The links are identical; only the shards' versions continue in another epoch.
        for position in try await replicate(.follow(ReplicaPage(rows: [], steps: kept))) { adopt(position) }
        report("source: \(counted(kept.count, "shard")) of another epoch with the same links: no resync needed")
    }

    /// A shard of which the source lost changes that this node had seen, and the epoch in which it continues.
    private struct TruncatedShard {
        let shard: UInt8
        let epoch: UInt64
        /// Above all versions that were ever assigned.
        var head: UInt64 { epoch << SourceHeads.epochBits }
    }

    /// Ends the transaction that holds the shard locks. Shards that have lost changes continue in another epoch.
    /// Otherwise versions of lost changes would be assigned again, and an `If-Match` with such a version would match
    /// the wrong change.
    private func raiseEpochs(_ lost: [TruncatedShard], through connection: SourceConnection) async throws {
        guard !lost.isEmpty else {
            _ = try await connection.run([SourceStatement.rollback])
            return
        }
        let raised = lost.map { SourceStatement.raiseEpoch(of: $0.shard, to: $0.epoch, head: $0.head) }
        _ = try await connection.run(raised + [SourceStatement.commit])
        for shard in lost { readAfresh(shard.shard, because: .head, atLeast: shard.head) }
        noteLoss()
    }

    private func readAfresh(_ shard: UInt8, because reason: AfreshReason, atLeast head: UInt64) {
        afresh[shard] = Afresh(reason: reason, atLeast: head)
        note { $0.shardsAfresh[reason, default: 0] += 1 }
        if reason != .foreign { report("source: resyncing shard \(shard): \(reason.sentence)") }
    }

    /// Serves the gathered rows once they are complete for all shards being resynced.
    func swapIfGathered(_ heads: SourceHeads) async throws {
        guard !afresh.isEmpty else { return }
        for (shard, reading) in afresh {
            let head = heads.shards[Int(shard)]
            let position = gathered[Int(shard)]
            guard head.head >= reading.atLeast, position.cursor == head.head else { return }
            if position.epoch != head.epoch && position.cursor > 0 || head.differs(from: position) {
                report("source: shard \(shard): checksum mismatch, resyncing")
                _ = try await replicate(.forgetGathered)
                gathered = (0..<LinkBody.shards).map { ShardPosition(shard: UInt8($0)) }
                return
            }
        }
        let shards = afresh.keys.sorted()
        try await reportLostLinks()
        let rows = ahead
        for position in try await replicate(.swap(shards, and: rows)) { adopt(position) }
        gathered = (0..<LinkBody.shards).map { ShardPosition(shard: UInt8($0)) }
        // Rows written during the swap are in the store after it.
        afresh = [:]
        ahead = []
        report("source: resynced \(shards.count) of \(LinkBody.shards) shards")
    }
}

// MARK: - Links that only this node has

extension SourceNode {
    /// The maximum number of lost links named in the log.
    private static let namedLinks = 5

    /// Reports links that the swap removes although the source never deleted them, and saves them in a file.
    private func reportLostLinks() async throws {
        let shards = Set(afresh.filter { $0.value.reason.losesLinks }.keys)
        guard !shards.isEmpty else { return }
        let written = Set(ahead.map(\.key))
        var count: UInt64 = 0
        var names: [String] = []
        var file: Result<String, any Error>?
        var last: LinkKey?
        repeat {
            // A link that was written through this node during the resync is in the source.
            let lost = try store.linksLostBySwap(of: shards, after: &last).filter { !written.contains($0.key) }
            if !lost.isEmpty {
                count += UInt64(lost.count)
                names += lost.prefix(Self.namedLinks - names.count).map(\.key.text)
                if let keep = options.keepLostLinks { file = Result { try keep(lost) } }
            }
            await Task.yield()
        } while last != nil
        guard count > 0 else { return }
        note { $0.linksLost += count }
        let more = count > UInt64(names.count) ? ", …" : ""
        let place =
            switch file {
            case .success(let path): "; saved to \(path), for `fingerpost link import`"
            case .failure(let error): "; they could not be saved: \(error)"
            case nil: ""
            }
        report(
            "source: \(counted(Int(clamping: count), "link")) that only this node had, or had in a later version, "
                + "removed by the resync: \(names.joined(separator: ", "))\(more)\(place)")
    }
}

extension AfreshReason {
    /// Whether links missing at the source may be lost. For the other reasons the source has deleted them.
    fileprivate var losesLinks: Bool {
        switch self {
        case .foreign, .epoch, .head, .digest: true
        case .floor, .format: false
        }
    }

    /// A sentence for operators.
    var sentence: String {
        switch self {
        case .foreign: "its links are from elsewhere"
        case .epoch: "the source was recovered"
        case .head: "the source lost changes that this node had seen"
        case .digest: "the source differs at the same version"
        case .floor: "deletions were collected before this node had seen them"
        case .format: "it has links that could not be read before"
        }
    }
}

/// The reason for resyncing a shard, and the version to reach.
struct Afresh {
    let reason: AfreshReason
    /// The source's head while the shard was locked. A snapshot below it is stale.
    let atLeast: UInt64
}
