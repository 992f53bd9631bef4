import ByteText
import LinkStore

/// The stored result of an idempotent request at the source, little-endian: version 1, whether the link was new, its
/// version u64, the length of its key u16, the key, its body.
struct KeptAnswer: Sendable {
    let record: LinkRecord
    let isNew: Bool

    init(_ record: LinkRecord, isNew: Bool) {
        self.record = record
        self.isNew = isNew
    }

    var bytes: [UInt8] {
        let key = Array(record.key.text.utf8)
        var bytes: [UInt8] = [1, isNew ? 1 : 0]
        for shift in 0..<8 { bytes.append(UInt8(truncatingIfNeeded: record.revision >> UInt64(8 * shift))) }
        bytes += [UInt8(truncatingIfNeeded: key.count), UInt8(truncatingIfNeeded: key.count >> 8)]
        return bytes + key + record.body
    }

    /// `nil` if the bytes do not have this format.
    init?(_ bytes: [UInt8]) {
        guard bytes.count > 12, bytes[0] == 1 else { return nil }
        let count = Int(bytes[10]) | Int(bytes[11]) << 8
        guard bytes.count > 12 + count, let key = LinkKey(String(decoding: bytes[12..<(12 + count)], as: UTF8.self))
        else { return nil }
        let row = ReplicaRow(
            key: key, shard: LinkBody.shard(of: key), version: bytes.span.word(at: 2),
            body: Array(bytes[(12 + count)...]))
        guard let record = row.record else { return nil }
        self.init(record, isNew: bytes[1] == 1)
    }
}
