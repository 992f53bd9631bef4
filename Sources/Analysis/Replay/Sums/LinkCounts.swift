import ByteText

/// Click counts by link: exact for up to ``exactLimit`` distinct links, and beyond that estimated by three sketches of
/// fixed size.
///
/// Beyond the limit, a ``CountMinSketch`` counts, a ``HyperLogLog`` estimates the number of links, and a sample
/// provides the links to look up: the ``sampleLimit`` links whose lines have the smallest ranks. A rank is a hash of
/// the line, so frequently clicked links are more likely to be in the sample. A link with a share of 0.1 % is missing
/// with a probability below e⁻¹⁶.
///
/// The result depends only on the lines, not on their order: however lines are distributed over threads and machines,
/// the merged counts are bit-identical.
struct LinkCounts: Sendable {
    static let exactLimit = 65_536
    static let sampleLimit = 16_384

    /// The sketches that replace exact counting beyond the limit.
    struct Sketches: Sendable {
        var counts = CountMinSketch()
        var distinct = HyperLogLog()
        /// Links with a larger rank are not in the sample, unless another of their lines has a smaller one.
        var threshold = UInt64.max
    }

    /// All links while counting is exact, later the sample.
    private(set) var table = LinkCountTable()
    private(set) var sketches: Sketches?
    private(set) var total = 0

    var isExact: Bool { sketches == nil }

    mutating func add(_ link: Span<UInt8>, hash: UInt64, rank: UInt64, decision: Int) {
        total += 1
        if sketches == nil {
            record(link, hash, rank, decision)
            if table.count > Self.exactLimit { beginSketching() }
        } else {
            sketches?.counts.add(hash, 1)
            sketches?.distinct.add(hash)
            guard rank <= sketches?.threshold ?? 0 else { return }
            record(link, hash, rank, decision)
            if table.count >= 2 * Self.sampleLimit { prune() }
        }
    }

    private mutating func record(_ link: Span<UInt8>, _ hash: UInt64, _ rank: UInt64, _ decision: Int) {
        let place = table.place(of: link, hash: hash)
        table.update(place) { entry in
            entry.count += 1
            entry.rank = min(entry.rank, rank)
            entry.decisions[decision] += 1
        }
    }

    mutating func merge(_ other: LinkCounts) {
        total += other.total
        guard !isExact || !other.isExact else {
            table.merge(other.table)
            if table.count > Self.exactLimit { beginSketching() }
            return
        }
        var other = other
        if isExact { beginSketching() }
        if other.isExact { other.beginSketching() }
        guard let theirs = other.sketches else { return }
        sketches?.counts.merge(theirs.counts)
        sketches?.distinct.merge(theirs.distinct)
        lowerThreshold(to: theirs.threshold)
        table.merge(other.table)
        prune()
    }

    /// Converts the exact counts into sketches.
    private mutating func beginSketching() {
        var sketches = Sketches()
        for entry in table.entries {
            sketches.counts.add(entry.hash, entry.count)
            sketches.distinct.add(entry.hash)
        }
        self.sketches = sketches
        prune()
    }

    /// Reduces the sample to its maximum size.
    private mutating func prune() {
        lowerThreshold(to: table.keepSmallestRanks(Self.sampleLimit))
    }

    private mutating func lowerThreshold(to rank: UInt64) {
        guard let threshold = sketches?.threshold, rank < threshold else { return }
        sketches?.threshold = rank
    }

    /// The counts in a form that is independent of the order in which they arose.
    func canonical() -> LinkCounts {
        var counts = self
        if !isExact { counts.prune() }
        return counts
    }

    init() {}

    /// Restores counts from ``canonical()``'s entries and sketches.
    init(table: LinkCountTable, sketches: Sketches?, total: Int) {
        self.table = table
        self.sketches = sketches
        self.total = total
    }
}

// MARK: - Reports

extension LinkCounts {
    /// The number of distinct links; an estimate unless ``isExact``.
    var distinct: Int { sketches?.distinct.estimate ?? table.count }

    /// One of the most clicked links, with its decisions if they are known.
    struct Top: Sendable, Equatable {
        var link: String
        var count: Int
        /// In the order of `DecisionKind`; `nil` if counts are estimates.
        var decisions: [Int]?
    }

    /// The most clicked links, by descending count and then by text.
    func top(_ limit: Int) -> [Top] {
        let table = canonical().table
        let counted = table.entries.map { (entry: $0, count: sketches?.counts.count(of: $0.hash) ?? $0.count) }
        guard limit > 0, !counted.isEmpty else { return [] }
        // Sorts only the candidates for the top, since a log may have many links. Ties are ordered by text to make the
        // order meaningful.
        let least = Self.leastCount(ofTop: limit, counted.lazy.map(\.count))
        let tops = counted.filter { $0.count >= least }.map { entry, count in
            Top(
                link: table.text(of: entry), count: count,
                decisions: isExact ? entry.decisions.indices.map { entry.decisions[$0] } : nil)
        }
        return Array(tops.sorted { ($1.count, $0.link) < ($0.count, $1.link) }.prefix(limit))
    }

    /// The smallest of the `limit` largest counts, or the smallest of all if there are fewer. Takes one pass, since
    /// nearly all counts are small.
    static func leastCount(ofTop limit: Int, _ counts: some Sequence<Int>) -> Int {
        var small = [Int](repeating: 0, count: 256)
        var large: [Int] = []
        for count in counts {
            if small.indices.contains(count) { small[count] += 1 } else { large.append(count) }
        }
        large.sort(by: >)
        if limit <= large.count { return large[limit - 1] }
        var rest = limit - large.count
        var least = large.last ?? 0
        for (count, links) in small.enumerated().reversed() where links > 0 && rest > 0 {
            rest -= links
            least = count
        }
        return least
    }
}
