import ByteText
import LMDB

/// Gathering shards for a resync while their old contents are served.
extension LinkTransaction {
    mutating func gather(_ page: ReplicaPage, _ replica: ReplicaDatabases) throws(StoreError) -> [ShardPosition] {
        var positions = try positions(of: page, .gathered)
        for row in page.rows { try gather(row, &positions[Int(row.shard)], replica) }
        return try keep(positions, after: page, .gathered)
    }

    private mutating func gather(
        _ row: ReplicaRow, _ position: inout ShardPosition, _ replica: ReplicaDatabases
    ) throws(StoreError) {
        let key = Array(row.key.text.utf8)
        let place = [row.shard] + key
        if let bytes = try value(for: place.span, in: replica.gathered), let old = LinkView(bytes) {
            if old.revision >= row.version { return }
            if !old.isDeleted { position.remove(LinkBody.content(key.span, bytes), version: old.revision) }
        }
        position.highest = max(position.highest, row.version)
        guard let record = row.record else {
            position.refused += 1
            return
        }
        var bytes: [UInt8] = []
        record.encode(into: &bytes)
        try put(bytes.span, for: place.span, in: replica.gathered)
        if !record.isDeleted { position.add(LinkBody.content(key.span, row.body.span), version: row.version) }
    }

    /// Serves the gathered links. Only links that differ are written.
    mutating func swap(
        _ shards: [UInt8], _ ahead: [ReplicaRow], _ replica: ReplicaDatabases
    ) throws(StoreError) -> [ShardPosition] {
        try forgetUngathered(Set(shards), replica)
        var positions: [ShardPosition] = []
        for shard in shards {
            try serveGathered(shard, replica)
            var position = try position(of: shard, .gathered)
            try forgetPosition(of: shard, .gathered)
            for row in ahead where row.shard == shard { try take(row, &position) }
            try keep(position, .served)
            positions.append(position)
        }
        try empty(replica.gathered)
        return positions
    }

    /// Removes the links of some shards that were not gathered.
    private mutating func forgetUngathered(
        _ shards: Set<UInt8>, _ replica: ReplicaDatabases
    ) throws(StoreError) {
        var scan = IndexScan(database: databases.links, isIndex: false)
        while true {
            let batch = try keys(&scan, count: 1_024)
            for (_, key) in batch {
                let shard = LinkBody.shard(of: key)
                guard shards.contains(shard) else { continue }
                let place = [shard] + Array(key.text.utf8)
                if try value(for: place.span, in: replica.gathered) == nil { try forget(key) }
            }
            if batch.count < 1_024 { return }
        }
    }

    /// The next links that a swap removes or replaces by older ones, and the last key examined if there are more.
    func lostBySwap(
        of shards: Set<UInt8>, after last: LinkKey?, limit: Int
    ) throws(StoreError) -> (lost: [LinkRecord], next: LinkKey?) {
        guard let replica else { return ([], nil) }
        let (revisions, next) = try revisions(of: shards, after: last, limit: limit)
        var lost: [LinkRecord] = []
        for (key, revision) in revisions.sorted(by: { $0.key < $1.key }) {
            let place = [LinkBody.shard(of: key)] + Array(key.text.utf8)
            let isOlder: Bool
            if let bytes = try value(for: place.span, in: replica.gathered), let view = LinkView(bytes) {
                isOlder = view.revision < revision
            } else {
                isOlder = true
            }
            if isOlder, let record = try link(key) { lost.append(record) }
        }
        return (lost, next)
    }

    /// The revisions of the next links that are not deleted, and the last key examined if there are more.
    func revisions(
        of shards: Set<UInt8>, after last: LinkKey?, limit: Int
    ) throws(StoreError) -> (revisions: [LinkKey: UInt64], next: LinkKey?) {
        var scan = IndexScan(database: databases.links, isIndex: false)
        scan.last = last.map { Array($0.text.utf8) }
        let batch = try keys(&scan, count: limit)
        var revisions: [LinkKey: UInt64] = [:]
        for (_, key) in batch where shards.contains(LinkBody.shard(of: key)) {
            guard let record = try link(key), !record.isDeleted else { continue }
            revisions[key] = record.revision
        }
        return (revisions, batch.count < limit ? nil : batch.last?.1)
    }

    /// Writes the gathered links of a shard that differ from the served ones.
    private mutating func serveGathered(_ shard: UInt8, _ replica: ReplicaDatabases) throws(StoreError) {
        var scan = IndexScan(database: replica.gathered, prefix: [shard], isIndex: false)
        while true {
            let batch = try keys(&scan, count: 1_024)
            for (position, _) in batch {
                let record = try gatheredLink(position, replica)
                let old = try link(record.key)
                if old == record { continue }
                try write(record, .replacing)
                try reindex(old.flatMap { $0.isDeleted ? nil : $0 }, as: record.isDeleted ? nil : record)
                try keep(old, tookOver: record, by: nil)
            }
            if batch.count < 1_024 { return }
        }
    }

    private func gatheredLink(_ position: [UInt8], _ replica: ReplicaDatabases) throws(StoreError) -> LinkRecord {
        let key = LinkKey(stored: position.span.extracting(1..<position.count))
        guard let bytes = try value(for: position.span, in: replica.gathered), let view = LinkView(bytes),
            let record = LinkRecord(key: key, view)
        else { throw .damaged("a gathered record of \(key.text)") }
        return record
    }
}
