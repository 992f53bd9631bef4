import LinkStore
import PostgreSQL

/// Links of a store on their way to the source: numbered in each shard, with what they add to its digest.
struct PushBatch {
    struct Link {
        let record: LinkRecord
        let shard: UInt8
        /// From 1 in each shard of the batch.
        let number: UInt64
        let content: UInt64
        /// The number that the link had in its store.
        let oldID: UInt64
    }

    private(set) var links: [Link] = []
    private var counts = [UInt64](repeating: 0, count: LinkBody.shards)

    /// Numbers links; each gets an ID that no link of another store has.
    init(_ records: [LinkRecord]) {
        links.reserveCapacity(records.count)
        for record in records {
            let shard = LinkBody.shard(of: record.key)
            counts[Int(shard)] += 1
            let numbered = record.numbered(LinkBody.makeID(), version: 0)
            let key = Array(record.key.text.utf8)
            links.append(
                Link(
                    record: numbered, shard: shard, number: counts[Int(shard)],
                    content: LinkBody.content(key.span, numbered.body.span), oldID: record.id))
        }
    }

    /// How many links there are of a shard.
    func count(of shard: UInt8) -> UInt64 { counts[Int(shard)] }

    /// The rows for COPY, some at a time.
    func pieces(of load: UInt64) -> () -> [UInt8]? {
        var rows = CopyRows()
        var next = links.startIndex
        var isDone = false
        return {
            guard !isDone else { return nil }
            while next < links.endIndex, rows.count < 65_536 {
                rows.append(Self.row(links[next], load))
                next += 1
            }
            guard next == links.endIndex else { return rows.piece() }
            isDone = true
            return rows.end()
        }
    }

    private static func row(_ link: Link, _ load: UInt64) -> [Statement.Parameter] {
        let record = link.record
        return [
            .number(load), .shard(link.shard), .number(link.number), .text(String(record.key.domain)),
            .text(String(record.key.code)), .boolean(record.isDeleted), .number(record.id), .integer(record.updated),
            .integer32(Int32(LinkBody.format)), .bytes(record.body),
            record.fingerprint.map { .bytes($0.bytes) } ?? .null,
        ]
    }
}
