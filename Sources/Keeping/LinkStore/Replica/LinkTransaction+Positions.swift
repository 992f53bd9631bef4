import ByteText

/// The stored positions of the shards.
extension LinkTransaction {
    /// The state of the links that a position refers to.
    enum Place: String { case served, gathered }

    /// The positions of the shards in a page; others are blank.
    func positions(of page: ReplicaPage, _ place: Place) throws(StoreError) -> [ShardPosition] {
        var positions = (0..<LinkBody.shards).map { ShardPosition(shard: UInt8($0)) }
        for shard in Self.shards(of: page) { positions[Int(shard)] = try position(of: shard, place) }
        return positions
    }

    /// Writes the positions of the shards in a page, once it was applied; returns them.
    mutating func keep(
        _ positions: [ShardPosition], after page: ReplicaPage, _ place: Place
    ) throws(StoreError) -> [ShardPosition] {
        var positions = positions
        for step in page.steps { positions[Int(step.shard)].take(step) }
        let kept = Self.shards(of: page).map { positions[Int($0)] }
        for position in kept { try keep(position, place) }
        return kept
    }

    private static func shards(of page: ReplicaPage) -> [UInt8] {
        Set(page.rows.map(\.shard)).union(page.steps.map(\.shard)).sorted()
    }

    /// The position of a shard.
    func position(of shard: UInt8, _ place: Place) throws(StoreError) -> ShardPosition {
        var position = ShardPosition(shard: shard)
        let key = Self.key(of: shard, place)
        guard let bytes = try value(for: key.span, in: databases.documents) else { return position }
        guard bytes.count == 48 else { throw .damaged("the position of shard \(shard)") }
        position.epoch = bytes.littleEndian(at: 0)
        position.cursor = bytes.littleEndian(at: 8)
        position.digest = bytes.littleEndian(at: 16)
        position.live = bytes.littleEndian(at: 24)
        position.highest = bytes.littleEndian(at: 32)
        position.refused = bytes.littleEndian(at: 40)
        return position
    }

    mutating func keep(_ position: ShardPosition, _ place: Place) throws(StoreError) {
        var bytes: [UInt8] = []
        for number in [
            position.epoch, position.cursor, position.digest, position.live, position.highest, position.refused,
        ] { bytes.appendLittleEndian(number) }
        let key = Self.key(of: position.shard, place)
        try put(bytes.span, for: key.span, in: databases.documents)
    }

    mutating func forgetPosition(of shard: UInt8, _ place: Place) throws(StoreError) {
        try remove(Self.key(of: shard, place), from: databases.documents)
    }

    private static func key(of shard: UInt8, _ place: Place) -> [UInt8] {
        IndexKey.document("\(place.rawValue) \(shard)", in: "replica")
    }
}
