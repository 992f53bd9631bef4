/// Counters of a link and a day. A day's counters are one value: pairs of a slot in one byte and a sum in eight.
extension LinkTransaction {
    private static let entryCount = 9

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
        var key = InlineArray<12, UInt8>(repeating: 0xFF)
        for index in 0..<8 { key[index] = UInt8(truncatingIfNeeded: id >> (56 - 8 * index)) }
        guard let value = try value(for: key.span, in: databases.counts) else { return 0 }
        var clicks: UInt64 = 0
        var offset = 0
        while offset + Self.entryCount <= value.count {
            if Int(value[offset]) < LinkCount.Platform.allCases.count { clicks += value.littleEndian(at: offset + 1) }
            offset += Self.entryCount
        }
        return clicks
    }

    /// Adds to the counters of links; fastest when those of one link and day are adjacent.
    mutating func add(_ counts: [LinkCount]) throws(StoreError) {
        var rest = counts[...]
        while let first = rest.first {
            let group = rest.prefix { $0.id == first.id && $0.day == first.day }
            try add(group, to: IndexKey.day(first.day, id: first.id))
            try add(group, to: IndexKey.day(LinkCount.allDays, id: first.id))
            rest = rest.dropFirst(group.count)
        }
    }

    private mutating func add(_ counts: ArraySlice<LinkCount>, to key: [UInt8]) throws(StoreError) {
        var sums = try sums(at: key)
        for count in counts { sums[count.slot] &+= count.count }
        var value: [UInt8] = []
        for (slot, sum) in sums.enumerated() where sum > 0 {
            value.append(UInt8(slot))
            value.appendLittleEndian(sum)
        }
        try put(value.span, for: key.span, in: databases.counts)
    }

    private func sums(at key: [UInt8]) throws(StoreError) -> [UInt64] {
        var sums = [UInt64](repeating: 0, count: LinkCount.slotCount)
        guard let value = try value(for: key.span, in: databases.counts) else { return sums }
        guard value.count.isMultiple(of: Self.entryCount) else { throw .damaged("counters") }
        for offset in stride(from: 0, to: value.count, by: Self.entryCount) {
            guard Int(value[offset]) < sums.count else { throw .damaged("counters") }
            sums[Int(value[offset])] = value.littleEndian(at: offset + 1)
        }
        return sums
    }

    private func counts(of id: UInt64, day: UInt32) throws(StoreError) -> [LinkCount] {
        let sums = try sums(at: IndexKey.day(day, id: id))
        var counts: [LinkCount] = []
        for event in LinkCount.Event.allCases {
            for platform in LinkCount.Platform.allCases {
                var count = LinkCount(id: id, day: day, event: event, platform: platform, count: 0)
                count.count = sums[count.slot]
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
