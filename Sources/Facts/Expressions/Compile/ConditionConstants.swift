import ByteText

/// The constants of a condition, in flat arrays that instructions refer to.
struct ConditionConstants: Sendable {
    /// The bytes of all texts.
    var pool: [UInt8] = []
    /// Ranges of the pool: word lists, sorted by length and then by bytes, and pairs of key and value.
    var ranges: [PoolRange] = []
    var blocks: [CIDR] = []
    /// Salts and the limits that the bucket is compared with.
    var buckets: [(salt: PoolRange, limit: Int64)] = []

    mutating func add(_ text: String) -> PoolRange {
        let start = pool.count
        pool.append(contentsOf: text.utf8)
        return PoolRange(offset: start, count: pool.count - start)
    }

    /// Adds a word list and returns its position in `ranges` as a payload.
    mutating func add(words: [String]) -> UInt64 {
        let sorted = Set(words.map { Array($0.utf8) }).sorted {
            $0.count == $1.count ? $0.lexicographicallyPrecedes($1) : $0.count < $1.count
        }
        let start = ranges.count
        for word in sorted { ranges.append(add(String(decoding: word, as: UTF8.self))) }
        return PoolRange(offset: start, count: sorted.count).payload
    }

    /// Adds a key and a value and returns the index of the key.
    mutating func add(key: String, value: String) -> UInt64 {
        let start = ranges.count
        let pair = [add(key), add(value)]
        ranges += pair
        return UInt64(start)
    }
}
