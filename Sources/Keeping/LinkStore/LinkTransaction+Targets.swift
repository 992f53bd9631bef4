import LMDB

/// The results of target checks, stored separately from the links, which they do not change.
extension LinkTransaction {
    private static let progressKey = IndexKey.document("round", in: "targets")

    /// The result of the last check of a link's target; `nil` if it was not checked since the link has it.
    func targetCheck(of record: LinkRecord) throws(StoreError) -> TargetCheck? {
        guard let targets = databases.targets else { return nil }
        let key = Self.targetKey(record)
        guard let bytes = try value(for: key.span, in: targets) else { return nil }
        return TargetCheck(bytes, of: record.destination)
    }

    /// Whether a filter by check results selects a link.
    func hasTarget(_ record: LinkRecord, _ filter: TargetFilter?) throws(StoreError) -> Bool {
        guard let filter else { return true }
        let check = try targetCheck(of: record)
        switch filter {
        case .broken: return check?.isBroken ?? false
        case .ok: return check?.outcome == .ok
        case .unchecked: return check == nil
        }
    }

    mutating func keep(_ note: TargetNote) throws(StoreError) {
        try put(note.progress.span, for: Self.progressKey.span, in: databases.documents)
        guard let finding = note.finding, let targets = databases.targets else { return }
        for key in note.keys {
            guard let record = try link(key), record.isTargetChecked(at: finding.time) else { continue }
            let destination = record.destination
            guard destination.address == finding.address else { continue }
            let bytes = TargetCheck(finding, after: try targetCheck(of: record)).stored(of: destination)
            try put(bytes.span, for: Self.targetKey(record).span, in: targets)
        }
    }

    mutating func forgetTargetCheck(of record: LinkRecord) throws(StoreError) {
        guard let targets = databases.targets else { return }
        try remove(Self.targetKey(record), from: targets)
    }

    private static func targetKey(_ record: LinkRecord) -> [UInt8] {
        var key: [UInt8] = []
        key.appendBigEndian(record.id)
        return key
    }

    fileprivate func targetProgress() throws(StoreError) -> [UInt8]? {
        guard let bytes = try value(for: Self.progressKey.span, in: databases.documents) else { return nil }
        return [UInt8](copying: bytes)
    }

    fileprivate func targetHost(after host: [UInt8]?) throws(StoreError) -> [UInt8]? {
        guard let index = databases.destinations else { return nil }
        var scan = IndexScan(database: index)
        scan.last = host.map(Self.end)
        return try keys(&scan, count: 1).first.map { Array($0.position.prefix(8)) }
    }

    fileprivate func target(
        inHost host: [UInt8], after position: [UInt8]?, at now: Int64
    ) throws(StoreError) -> TargetSearch {
        guard let index = databases.destinations else { return TargetSearch() }
        var scan = IndexScan(database: index, prefix: host)
        scan.last = position
        let batch = try keys(&scan, count: TargetSearch.mostLooks)
        for (place, key) in batch {
            guard let record = try link(key), record.isTargetChecked(at: now) else { continue }
            return TargetSearch(address: record.destination.address, next: Self.end(of: Array(place.prefix(16))))
        }
        return TargetSearch(next: batch.count < TargetSearch.mostLooks ? nil : scan.last)
    }

    fileprivate func linksOfTarget(
        _ address: String, after position: [UInt8]?, limit: Int
    ) throws(StoreError) -> (keys: [LinkKey], next: [UInt8]?) {
        guard let index = databases.destinations else { return ([], nil) }
        var scan = IndexScan(database: index, prefix: DestinationFilter.address(LinkDestination(address)).indexPrefix)
        scan.last = position
        let batch = try keys(&scan, count: limit)
        return (batch.map(\.key), batch.count < limit ? nil : scan.last)
    }

    /// The last key of the index with a prefix.
    private static func end(of prefix: [UInt8]) -> [UInt8] {
        prefix + Array(repeating: 0xFF, count: IndexKey.destinationCount - prefix.count)
    }
}

/// A step in the scan over the targets of a host.
public struct TargetSearch: Sendable {
    /// The next target to check; `nil` if this step found none.
    public var address: String?
    /// The position after all links with this target; `nil` at the host's end.
    public var next: [UInt8]?

    static let mostLooks = 256
}

/// A scan over all targets, host by host, each target once regardless of the number of its links. It needs no memory:
/// positions are keys of the destination index, which stay valid while links change. Of two targets with the same hash
/// only the first is found.
extension LinkStore {
    /// The results of the last target checks of some links, in one snapshot; `nil` for each link whose current target
    /// was not checked.
    public func targetChecks(of records: [LinkRecord]) throws(StoreError) -> [TargetCheck?] {
        try read { view throws(StoreError) in
            var checks: [TargetCheck?] = []
            for record in records { checks.append(try view.targetCheck(of: record)) }
            return checks
        }
    }

    /// The progress of the current round, from the last note; `nil` before the first one.
    public func targetProgress() throws(StoreError) -> [UInt8]? {
        try read { view throws(StoreError) in try view.targetProgress() }
    }

    /// The next host among the targets, in index order; `nil` after the last.
    public func targetHost(after host: [UInt8]?) throws(StoreError) -> [UInt8]? {
        try read { view throws(StoreError) in try view.targetHost(after: host) }
    }

    /// The next target of a host, after examining at most some hundreds of links.
    public func target(
        inHost host: [UInt8], after position: [UInt8]?, at now: Int64
    ) throws(StoreError) -> TargetSearch {
        try read { view throws(StoreError) in try view.target(inHost: host, after: position, at: now) }
    }

    /// The links to an address, and the position to continue from; `nil` at the end.
    public func linksOfTarget(
        _ address: String, after position: [UInt8]?, limit: Int
    ) throws(StoreError) -> (keys: [LinkKey], next: [UInt8]?) {
        try read { view throws(StoreError) in try view.linksOfTarget(address, after: position, limit: limit) }
    }
}
