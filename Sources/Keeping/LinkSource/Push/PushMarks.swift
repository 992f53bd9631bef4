import LinkStore
import OpenSSL
import PostgreSQL

/// Which pieces of a store have arrived, as the source keeps it: requests that have taken effect.
///
/// A mark is committed after all that it is about, so that a source that has it has, or had, the piece's links and counts, at
/// any later time, after a failover or from a backup. It names what was sent, to the last count, so that nothing that was
/// changed since is taken for it. And it names the epoch: after `source recovered` every link is looked at again.
struct PushMarks {
    private let salt: [UInt8]

    /// For how many seconds the source keeps them; nodes remove them later, as other requests.
    static let lifetime: Int64 = 7 * 86_400

    /// - Parameters:
    ///   - secret: The store's, which no other store has.
    ///   - heads: The source as it is at the start.
    init(secret: [UInt8], _ heads: SourceHeads) {
        var salt = Array("fingerpost push".utf8) + secret
        salt.append(number: heads.id)
        salt.append(number: heads.shards.map(\.epoch).max() ?? 0)
        self.salt = salt
    }

    /// The key of a piece's mark: 32 bytes, where those of callers' requests have 16.
    func key(of piece: PushPiece) -> [UInt8] { Digest.sha256((salt + piece.digest).span) }
}

/// A mark: which links of a piece the source has otherwise, by their places in it.
struct PushMark {
    let key: [UInt8]
    var refused: [Int]

    /// As it is kept.
    var answer: [UInt8] {
        var bytes: [UInt8] = []
        for place in refused { bytes.append(number: UInt64(place)) }
        return bytes
    }

    init(key: [UInt8], refused: [Int]) {
        self.key = key
        self.refused = refused
    }

    /// Nil where the bytes are not those of a mark of a piece of so many links.
    init?(key: [UInt8], answer: [UInt8], count: Int) {
        guard answer.count.isMultiple(of: 8) else { return nil }
        let places = stride(from: 0, to: answer.count, by: 8).map { start in
            answer[start..<start + 8].reversed().reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        }
        guard places.allSatisfy({ $0 < UInt64(count) }) else { return nil }
        self.init(key: key, refused: places.map { Int($0) })
    }
}
