import ByteText
import LMDB

/// Applying changes from a source of truth.
extension LinkTransaction {
    /// Applies a change of a replica; returns the positions of the affected shards.
    mutating func replicate(_ change: ReplicaChange) throws(StoreError) -> [ShardPosition] {
        guard let replica else { throw .notReplica(path: path) }
        switch change {
        case .follow(let page): return try follow(page)
        case .gather(let page): return try gather(page, replica)
        case .swap(let shards, let rows): return try swap(shards, rows, replica)
        case .forgetGathered:
            try empty(replica.gathered)
            for shard in 0..<LinkBody.shards { try forgetPosition(of: UInt8(shard), .gathered) }
            return []
        case .tokens(let lines):
            try keep(Array(lines.utf8), as: .tokens)
            return []
        case .secret(let name, let bytes):
            let key = IndexKey.secret(name)
            try put(bytes.span, for: key.span, in: databases.documents)
            return []
        case .publish(let page):
            try take(page)
            return []
        case .complete:
            try keep([1], as: .isComplete)
            return []
        case .sent(let counts, let incarnation):
            if try replicaIdentity()?.incarnation == incarnation {
                try unmark(counts, replica)
            } else {
                try removeFormer(counts, of: incarnation, replica)
            }
            return []
        case .dropUnsent(let incarnation):
            try removeFormer(incarnation, replica)
            return []
        case .resend:
            try markAllUnsent(replica)
            return []
        }
    }

    private mutating func follow(_ page: ReplicaPage) throws(StoreError) -> [ShardPosition] {
        var positions = try positions(of: page, .served)
        // In key order, so that adjacent links are found on the same page of the file.
        for row in page.rows.sorted(by: { $0.key < $1.key }) { try take(row, &positions[Int(row.shard)]) }
        return try keep(positions, after: page, .served)
    }

    /// Applies a row, unless the link is already as new.
    mutating func take(_ row: ReplicaRow, _ position: inout ShardPosition) throws(StoreError) {
        let key = Array(row.key.text.utf8)
        let old = try link(row.key)
        if let old, old.revision >= row.version { return }
        position.highest = max(position.highest, row.version)
        guard let record = row.record else {
            position.refused += 1
            return
        }
        if let old, !old.isDeleted, let bytes = try value(for: key.span, in: databases.links) {
            position.remove(LinkBody.content(key.span, bytes), version: old.revision)
        }
        try write(record, .replacing)
        try reindex(old.flatMap { $0.isDeleted ? nil : $0 }, as: record.isDeleted ? nil : record)
        try keep(old, tookOver: record, by: row.author)
        if !record.isDeleted { position.add(LinkBody.content(key.span, row.body.span), version: row.version) }
    }

    /// Removes a link without a tombstone. Its counts stay.
    mutating func forget(_ key: LinkKey) throws(StoreError) {
        guard let old = try link(key) else { return }
        try remove(Array(key.text.utf8), from: databases.links)
        if !old.isDeleted { try unindex(old) }
        try forgetTargetCheck(of: old)
        try forgetHistory(of: old.id)
    }

    mutating func empty(_ database: Database) throws(StoreError) {
        changes += 1
        do throws(LMDBError) { try transaction.empty(database) } catch { throw StoreError(error, path: path) }
    }
}

extension ShardPosition {
    mutating func add(_ content: UInt64, version: UInt64) {
        digest &+= LinkBody.term(content, version: version)
        live += 1
    }

    mutating func remove(_ content: UInt64, version: UInt64) {
        digest &-= LinkBody.term(content, version: version)
        live -= min(live, 1)
    }

    mutating func take(_ step: ReplicaPage.Step) {
        epoch = step.epoch
        cursor = max(cursor, step.cursor)
        highest = max(highest, cursor)
    }
}
