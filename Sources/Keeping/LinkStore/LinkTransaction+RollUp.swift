import ByteText
import LMDB

/// Merging old days into longer periods. The sum over all days is stored separately and does not change.
extension LinkTransaction {
    /// The next counters of a scan that are due to be merged, in key order.
    ///
    /// - Parameter scan: Advanced by at most `count` counters.
    /// - Returns: `isAtEnd` if there are no more.
    func outdatedCounts(
        _ scan: inout IndexScan, count: Int, _ retention: CountRetention, today: UInt32
    ) throws(StoreError) -> (found: [CountPosition], isAtEnd: Bool) {
        let positions = try keys(&scan, count: count)
        let found = positions.map { CountPosition($0.position) }.filter { position in
            retention.target(of: position.place & ~LinkCount.scanDay, today: today) != nil
        }
        return (found, positions.count < count)
    }

    /// Merges counters into their new periods. Missing ones are skipped.
    mutating func rollUp(_ positions: [CountPosition], _ retention: CountRetention, today: UInt32) throws(StoreError) {
        for position in positions {
            let scans = position.place & LinkCount.scanDay
            guard let target = retention.target(of: position.place ^ scans, today: today) else { continue }
            let old = IndexKey.day(position.place, id: position.id)
            let new = IndexKey.day(target ^ scans, id: position.id)
            guard try value(for: old.span, in: databases.counts) != nil else { continue }
            var sums = try sums(at: new.span)
            sums.add(try self.sums(at: old.span))
            var bytes = InlineArray<180, UInt8>(repeating: 0)
            var span = bytes.mutableSpan
            // Safe: any number is valid as bytes, and the stores check their bounds.
            var raw = unsafe span.mutableBytes
            let count = sums.write(to: &raw)
            try put(bytes.span.extracting(0..<count), for: new.span, in: databases.counts)
            try remove([UInt8](copying: old.span), from: databases.counts)
            if scans == 0 { try rollUpBreakdown(of: position.id, from: position.place, to: target) }
        }
    }
}
