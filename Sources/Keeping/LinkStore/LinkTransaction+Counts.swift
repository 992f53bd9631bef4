import ByteText
import LMDB

/// Daily counters of links. Those of a link and a day are one ``CounterValue``, its scans and claims another.
extension LinkTransaction {
    /// The counts of a link on some days, by day, and of longer periods that begin in them; zeros are left out.
    func counts(of id: UInt64, days: ClosedRange<UInt32>) throws(StoreError) -> [LinkCount] {
        var counts: [LinkCount] = []
        for place in try countedPlaces(of: id, in: days) { counts += try self.counts(of: id, place: place) }
        return counts
    }

    /// The counts of a link over all days; each has the highest possible day.
    func totals(of id: UInt64) throws(StoreError) -> [LinkCount] {
        try counts(of: id, place: LinkCount.allDays)
    }

    /// The click count of a link. Does not allocate: the click path uses it for links with a maximum.
    func clicks(of id: UInt64) throws(StoreError) -> UInt64 {
        let key = IndexKey.day(LinkCount.allDays, id: id)
        let sums = try sums(at: key.span)
        var clicks: UInt64 = 0
        for platform in 0..<CounterValue.platforms { clicks += sums[platform] }
        return clicks
    }

    /// The IDs of the sites with counters, which follow those of all links.
    func countedSites() throws(StoreError) -> [UInt64] {
        var sites: [UInt64] = []
        var scan = IndexScan(database: databases.counts)
        var start: UInt64? = SiteID.first
        while let id = start {
            // Precedes all keys with this ID.
            var key: [UInt8] = []
            key.appendBigEndian(id)
            scan.last = key
            guard let (position, _) = try keys(&scan, count: 1).first else { break }
            let site = CountPosition(position).id
            sites.append(site)
            start = site < .max ? site + 1 : nil
        }
        return sites
    }

    /// Adds to the counters of links; fastest if those of one link and day are adjacent, and links are ordered by ID.
    /// Does not allocate per link.
    mutating func add(_ counts: [LinkCount]) throws(StoreError) {
        guard !counts.isEmpty else { return }
        changes += 1
        let path = path
        do throws(LMDBError) {
            var cursor = try transaction.writingCursor(in: databases.counts)
            var start = 0
            while start < counts.count {
                let id = counts[start].id
                let place = counts[start].place
                var end = start + 1
                while end < counts.count, counts[end].id == id, counts[end].place == place { end += 1 }
                let group = counts[start..<end]
                try cursor.add(group, to: IndexKey.day(place, id: id))
                // Usually the next entry: no day comes after today.
                try cursor.add(group, to: IndexKey.day(LinkCount.allDays, id: id), isNear: true)
                if group.contains(where: \.event.isBesideScans) { try cursor.addScans(group, of: id, on: place) }
                start = end
            }
        } catch {
            throw error == .corrupted ? .damaged("counters") : StoreError(error, path: path)
        }
        try markUnsent(counts)
    }

    func sums(at key: Span<UInt8>) throws(StoreError) -> CounterValue {
        var sums = CounterValue()
        guard let value = try value(for: key, in: databases.counts) else { return sums }
        guard sums.take(value) else { throw .damaged("counters") }
        return sums
    }

    /// The counts of a link at one of its places; see ``LinkCount/place``.
    func counts(of id: UInt64, place: UInt32) throws(StoreError) -> [LinkCount] {
        let key = IndexKey.day(place, id: id)
        let scanKey = IndexKey.day(place ^ LinkCount.scanDay, id: id)
        let sums = try sums(at: key.span)
        let scans = try self.sums(at: scanKey.span)
        return LinkCount.counts(of: id, place: place, sums, scans: scans)
    }

    private func countedPlaces(of id: UInt64, in days: ClosedRange<UInt32>) throws(StoreError) -> [UInt32] {
        var prefix: [UInt8] = []
        prefix.appendBigEndian(id)
        var scan = IndexScan(database: databases.counts, prefix: prefix)
        var found: [(day: UInt32, place: UInt32)] = []
        // The scan's link keys are meaningless here; its positions are the keys of the counters.
        for (position, _) in try keys(&scan, count: .max) {
            let place = CountPosition(position).place
            if let (_, day) = LinkCount.period(at: place), days.contains(day) { found.append((day, place)) }
        }
        return found.sorted { ($0.day, $1.place) < ($1.day, $0.place) }.map(\.place)
    }
}

/// The parts of a counter key.
struct CountPosition {
    let id: UInt64
    let place: UInt32

    init(_ key: [UInt8]) {
        id = key.prefix(8).reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        place = key.dropFirst(8).reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
    }

    /// Whether the counters are those of a day or a longer period: neither the sums of all days nor scans.
    var isOfPeriod: Bool { place & LinkCount.scanDay == 0 && place != LinkCount.allDays ^ LinkCount.scanDay }
}

extension WritingCursor {
    /// Adds the scans and claims among counts of one link and day.
    @_lifetime(self: copy self)
    fileprivate mutating func addScans(
        _ counts: ArraySlice<LinkCount>, of id: UInt64, on place: UInt32
    ) throws(LMDBError) {
        try add(counts, to: IndexKey.day(place ^ LinkCount.scanDay, id: id), areScans: true)
        try add(counts, to: IndexKey.day(LinkCount.allDays ^ LinkCount.scanDay, id: id), areScans: true)
    }

    /// Adds counts of one link and day to those of a key. Throws ``LMDBError/corrupted`` if these can't be read.
    ///
    /// - Parameters:
    ///   - isNear: Whether the key is probably the next one.
    ///   - areScans: Whether to add only scans and claims, to whose key it is; otherwise only all others are added.
    @_lifetime(self: copy self)
    fileprivate mutating func add(
        _ counts: ArraySlice<LinkCount>, to key: InlineArray<12, UInt8>, isNear: Bool = false, areScans: Bool = false
    ) throws(LMDBError) {
        var sums = CounterValue()
        var isThere = false
        if isNear, try move(.next) { isThere = currentKey.equals(key.span) }
        if !isThere, try seek(key.span) { isThere = currentKey.equals(key.span) }
        if isThere, !sums.take(currentValue) { throw .corrupted }
        for count in counts where count.event.isBesideScans == areScans { sums.add(count.count, to: count.slot) }
        var bytes = InlineArray<180, UInt8>(repeating: 0)
        var span = bytes.mutableSpan
        // Safe: any number is valid as bytes, and the stores check their bounds.
        var raw = unsafe span.mutableBytes
        let count = sums.write(to: &raw)
        let value = bytes.span.extracting(0..<count)
        if isThere { try replaceCurrent(with: value, for: key.span) } else { try put(value, for: key.span) }
    }
}
