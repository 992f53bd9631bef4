import ByteText

/// The unsent counts of a link and a day in a former incarnation, with their owner: whether the incarnation was
/// registered, the sizes of the two ``CounterValue``s, both of them, and the name of the node.
struct FormerCounts {
    /// Whether the incarnation was registered with the source before its counts were set aside.
    var isKnown: Bool
    /// The node that counted.
    var node: String
    /// The value of the counters, and that of the scans and claims.
    var counters: [UInt8], scans: [UInt8]
}

extension FormerCounts {
    init?(stored bytes: Span<UInt8>) {
        guard bytes.count >= 3 else { return nil }
        let scansStart = 3 + Int(bytes[1])
        let nodeStart = scansStart + Int(bytes[2])
        guard bytes.count >= nodeStart else { return nil }
        isKnown = bytes[0] != 0
        counters = [UInt8](copying: bytes.extracting(3..<scansStart))
        scans = [UInt8](copying: bytes.extracting(scansStart..<nodeStart))
        node = String(copying: bytes.extracting(nodeStart..<bytes.count))
    }

    var stored: [UInt8] {
        [isKnown ? 1 : 0, UInt8(counters.count), UInt8(scans.count)] + counters + scans + Array(node.utf8)
    }

    /// The counts of a link at a place.
    func counts(of id: UInt64, place: UInt32) throws(StoreError) -> [LinkCount] {
        var sums = CounterValue()
        var scanSums = CounterValue()
        guard sums.take(counters.span), scanSums.take(scans.span) else { throw .damaged("counters") }
        return LinkCount.counts(of: id, place: place, sums, scans: scanSums)
    }
}
