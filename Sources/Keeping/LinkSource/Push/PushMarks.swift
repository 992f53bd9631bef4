import LinkStore
import OpenSSL
import PostgreSQL

/// Marks of the pieces of a store that have arrived, stored at the source among the idempotent requests.
///
/// A mark is committed after everything it covers, so a source with the mark has, or had, the piece's links and counts,
/// at any later time, after a failover or restored from a backup. It contains a digest of the sent data including the
/// counts, so a piece that has changed since does not match. It also contains the epoch: after `source recovered` every
/// link is checked again.
struct PushMarks {
    private let salt: [UInt8]

    /// The seconds for which the source keeps them; nodes remove them later, like other requests.
    static let lifetime: Int64 = 7 * 86_400

    /// - Parameters:
    ///   - secret: The store's secret, which is unique.
    ///   - heads: The state of the source at the start.
    init(secret: [UInt8], _ heads: SourceHeads) {
        // The first version left marks of pieces without their breakdowns.
        var salt = Array("fingerpost push 2".utf8) + secret
        salt.append(number: heads.id)
        salt.append(number: heads.shards.map(\.epoch).max() ?? 0)
        self.salt = salt
    }

    /// The key of a piece's mark: 32 bytes, while those of callers' requests have 16.
    func key(of piece: PushPiece) -> [UInt8] { Digest.sha256((salt + piece.digest).span) }
}

/// A mark: the conflicting links of a piece, by their positions in it.
struct PushMark {
    let key: [UInt8]
    var refused: [Int]

    /// The stored form.
    var answer: [UInt8] {
        var bytes: [UInt8] = []
        for place in refused { bytes.append(number: UInt64(place)) }
        return bytes
    }

    init(key: [UInt8], refused: [Int]) {
        self.key = key
        self.refused = refused
    }

    /// `nil` if the bytes are not those of a mark of a piece with this number of links.
    init?(key: [UInt8], answer: [UInt8], count: Int) {
        guard answer.count.isMultiple(of: 8) else { return nil }
        let places = stride(from: 0, to: answer.count, by: 8).map { start in
            answer[start..<start + 8].reversed().reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        }
        guard places.allSatisfy({ $0 < UInt64(count) }) else { return nil }
        self.init(key: key, refused: places.map { Int($0) })
    }
}
