import LinkStore
import PostgreSQL

/// A batch of links to send to the source, numbered per shard, with their contributions to the shard digests.
struct PushBatch {
    struct Link {
        /// The link in its store, with the ID it has there.
        let record: LinkRecord
        let counts: [LinkCount]
        /// The ID at the source.
        let id: UInt64
        /// Encoded with this ID.
        let body: [UInt8]
        let shard: UInt8
        /// From 1 in each shard of the batch.
        let number: UInt64
        let content: UInt64
    }

    private(set) var links: [Link] = []
    private var counts = [UInt64](repeating: 0, count: LinkBody.shards)

    /// Numbers links, and assigns each a globally unique ID.
    init(_ sent: [PushLink]) {
        links.reserveCapacity(sent.count)
        for (link, id) in zip(sent, LinkBody.makeIDs(sent.count)) {
            let shard = LinkBody.shard(of: link.record.key)
            counts[Int(shard)] += 1
            var body = link.body
            LinkBody.renumber(&body, id)
            let key = link.record.key.text.utf8
            let content = LinkBody.content(key.span, body.span)
            links.append(
                Link(
                    record: link.record, counts: link.counts, id: id, body: body, shard: shard,
                    number: counts[Int(shard)], content: content))
        }
    }

    /// The number of links in a shard.
    func count(of shard: UInt8) -> UInt64 { counts[Int(shard)] }

    /// The rows for COPY, in pieces.
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
            .text(String(record.key.code)), .boolean(record.isDeleted), .number(link.id), .integer(record.updated),
            .integer32(Int32(LinkBody.format(of: link.body))), .bytes(link.body),
            record.fingerprint.map { .bytes($0.bytes) } ?? .null,
        ]
    }
}
