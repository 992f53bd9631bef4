import ByteText
import LMDB

/// Counters of links by days; those of a link and a day are one ``CounterValue``, their scans and claims another.
extension LinkTransaction {
    /// The counts of a link on some days, by day; zeros are left out.
    func counts(of id: UInt64, days: ClosedRange<UInt32>) throws(StoreError) -> [LinkCount] {
        var counts: [LinkCount] = []
        for day in try countedDays(of: id, in: days) { counts += try self.counts(of: id, day: day) }
        return counts
    }

    /// The counts of a link over all days; each has the highest possible day.
    func totals(of id: UInt64) throws(StoreError) -> [LinkCount] {
        try counts(of: id, day: LinkCount.allDays)
    }

    /// How often a link was clicked. Does not allocate: links with a maximum need it on the click path.
    func clicks(of id: UInt64) throws(StoreError) -> UInt64 {
        let key = IndexKey.day(LinkCount.allDays, id: id)
        let sums = try sums(at: key.span)
        var clicks: UInt64 = 0
        for platform in 0..<CounterValue.platforms { clicks += sums[platform] }
        return clicks
    }

    /// Adds to the counters of links; fastest when those of one link and day are adjacent, and links are in the order of
    /// their IDs. Allocates nothing for a link.
    mutating func add(_ counts: [LinkCount]) throws(StoreError) {
        guard !counts.isEmpty else { return }
        changes += 1
        let path = path
        do throws(LMDBError) {
            var cursor = try transaction.writingCursor(in: databases.counts)
            var start = 0
            while start < counts.count {
                let id = counts[start].id
                let day = counts[start].day
                var end = start + 1
                while end < counts.count, counts[end].id == id, counts[end].day == day { end += 1 }
                let group = counts[start..<end]
                try cursor.add(group, to: IndexKey.day(day, id: id))
                // Mostly the next entry: no day comes after today.
                try cursor.add(group, to: IndexKey.day(LinkCount.allDays, id: id), isNear: true)
                if group.contains(where: \.event.isBesideScans) { try cursor.addScans(group, of: id, on: day) }
                start = end
            }
        } catch {
            throw error == .corrupted ? .damaged("counters") : StoreError(error, path: path)
        }
        try markUnsent(counts)
    }

    private func sums(at key: Span<UInt8>) throws(StoreError) -> CounterValue {
        var sums = CounterValue()
        guard let value = try value(for: key, in: databases.counts) else { return sums }
        guard sums.take(value) else { throw .damaged("counters") }
        return sums
    }

    private func counts(of id: UInt64, day: UInt32) throws(StoreError) -> [LinkCount] {
        let key = IndexKey.day(day, id: id)
        let scanKey = IndexKey.day(day ^ LinkCount.scanDay, id: id)
        let sums = try sums(at: key.span)
        let scans = try self.sums(at: scanKey.span)
        var counts: [LinkCount] = []
        for event in LinkCount.Event.allCases {
            for platform in LinkCount.Platform.allCases {
                var count = LinkCount(id: id, day: day, event: event, platform: platform, count: 0)
                count.count = event.isBesideScans ? scans[count.slot] : sums[count.slot]
                if count.count > 0 { counts.append(count) }
            }
        }
        return counts
    }

    private func countedDays(of id: UInt64, in days: ClosedRange<UInt32>) throws(StoreError) -> [UInt32] {
        var prefix: [UInt8] = []
        prefix.appendBigEndian(id)
        var walk = Walk(database: databases.counts, prefix: prefix)
        var found: [UInt32] = []
        // The walk's link keys mean nothing here; its positions are the keys of the counters.
        for (position, _) in try keys(&walk, count: .max) {
            let day = position.dropFirst(8).reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
            if days.contains(day), day != LinkCount.allDays { found.append(day) }
        }
        return found
    }
}

extension WritingCursor {
    /// Adds the scans and claims among counts of one link and day.
    @_lifetime(self: copy self)
    fileprivate mutating func addScans(
        _ counts: ArraySlice<LinkCount>, of id: UInt64, on day: UInt32
    ) throws(LMDBError) {
        try add(counts, to: IndexKey.day(day ^ LinkCount.scanDay, id: id), areScans: true)
        try add(counts, to: IndexKey.day(LinkCount.allDays ^ LinkCount.scanDay, id: id), areScans: true)
    }

    /// Adds counts of one link and day to those of a key. Throws ``LMDBError/corrupted`` where these can't be read.
    ///
    /// - Parameters:
    ///   - isNear: Whether the key is likely to be the next one.
    ///   - areScans: Whether the key is that of scans and claims, and only they are added; else all others are.
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
        // Safe: any number is bytes, and the stores check their bounds.
        var raw = unsafe span.mutableBytes
        let count = sums.write(to: &raw)
        let value = bytes.span.extracting(0..<count)
        if isThere { try replaceCurrent(with: value, for: key.span) } else { try put(value, for: key.span) }
    }
}
