import LinkStore
import TestSupport

/// A random sequence of changes to the links of two domains.
///
/// Conditions contain places in the list of a link's revisions instead of revisions, which differ between stores and
/// sources.
struct RandomChanges {
    let domains: [String]
    private let number: Int
    private let now: Int64
    private var random: SplitMix64
    private var step = 0

    /// - Parameters:
    ///   - number: Distinguishes the domains and requests of sequences.
    ///   - now: The time of requests, which the source compares with its clock.
    init(seed: UInt64, number: Int, now: Int64) {
        (self.number, self.now) = (number, now)
        domains = ["s\(number).example.com", "s\(number).example.com/go"]
        random = SplitMix64(seed: seed &+ UInt64(number) &* 0x9E37_79B9)
    }

    /// Each code in two spellings.
    var keys: [LinkKey] {
        domains.flatMap { domain in ["k1", "K1", "k2", "K2", "k3", "K3", "k4"].map { .known("\(domain)/\($0)") } }
    }

    mutating func next() -> LinkChange {
        switch Int.random(in: 0..<20, using: &random) {
        case 0, 1: .all(some())
        // The parts of a list take effect in any order, so each has a domain of its own.
        case 2: .each([one(on: domains[0]), one(on: domains[1])])
        default: one(on: domains.randomElement(using: &random)!)
        }
    }

    private mutating func some() -> [LinkChange] {
        var changes: [LinkChange] = []
        for _ in 0..<Int.random(in: 1...4, using: &random) {
            changes.append(one(on: domains.randomElement(using: &random)!))
        }
        return changes
    }

    private mutating func chance(_ percent: Int) -> Bool { Int.random(in: 0..<100, using: &random) < percent }

    private mutating func key(on domain: String) -> LinkKey {
        keys.filter { $0.domain == domain }.randomElement(using: &random)!
    }

    private mutating func one(on domain: String) -> LinkChange {
        step += 1
        switch Int.random(in: 0..<20, using: &random) {
        case 0..<9: return .create(creation(on: domain))
        case 9: return .delete(key(on: domain), if: condition(), at: 5_000 + Int64(step))
        default: return .update(key(on: domain), patch(), if: condition(), at: 5_000 + Int64(step))
        }
    }

    private mutating func condition() -> RevisionCondition {
        chance(70) ? .any : .oneOf([UInt64.random(in: 0..<5, using: &random)])
    }

    private mutating func creation(on domain: String) -> LinkCreation {
        let input = UInt64.random(in: 0..<2, using: &random)
        var record = LinkRecord(
            key: key(on: domain), longLink: chance(4) ? "" : "https://www.example.com/\(input)",
            created: Int64.random(in: 0..<1 << 40, using: &random))
        record.name = "made by step \(step)"
        record.fingerprint = chance(80) ? LinkFingerprint(high: 1, low: input) : nil
        record.isDisabled = chance(10)
        var creation = LinkCreation(record)
        for _ in 0..<Int.random(in: 0...3, using: &random) { creation.otherKeys.append(key(on: domain)) }
        creation.findsExisting = chance(60)
        creation.ignoresCase = chance(30)
        if chance(20) { creation.request = mark(on: domain) }
        return creation
    }

    /// One of two requests of a domain, each with one of two contents. Each has a slot of its own in a store.
    private mutating func mark(on domain: String) -> RequestMark {
        let slot = UInt64(4 * number + 2 * domains.firstIndex(of: domain)!) + UInt64.random(in: 0..<2, using: &random)
        return RequestMark(
            key: LinkFingerprint(high: slot << 48, low: 1), content: LinkFingerprint(high: 0, low: chance(80) ? 1 : 2),
            time: now)
    }

    private mutating func patch() -> LinkPatch {
        var patch = LinkPatch()
        patch.author = "ann"
        if chance(60) { patch.isDisabled = chance(50) }
        if chance(10) { patch.isUnsafe = chance(50) }
        if chance(20) { patch.expires = .some(chance(50) ? 9_000 : nil) }
        if chance(10) { patch.longLink = "https://www.example.com/changed" }
        if chance(5) { patch.note = String(repeating: "x", count: LinkRecord.maximumText + 1) }
        return patch
    }
}

/// The revisions of links in a store or at a source, in their order, by which results are compared.
struct KnownRevisions {
    private var revisions: [LinkKey: [UInt64]] = [:]

    /// A change whose conditions contain revisions instead of their places.
    func change(_ change: LinkChange) -> LinkChange {
        switch change {
        case .update(let key, let patch, let condition, let now):
            .update(key, patch, if: self.condition(condition, of: key), at: now)
        case .delete(let key, let condition, let now):
            .delete(key, if: self.condition(condition, of: key), at: now)
        case .all(let changes): .all(changes.map(self.change))
        case .each(let changes): .each(changes.map(self.change))
        default: change
        }
    }

    private func condition(_ condition: RevisionCondition, of key: LinkKey) -> RevisionCondition {
        guard case .oneOf(let places) = condition else { return condition }
        let known = revisions[key] ?? []
        return .oneOf(places.map { place in place < known.count ? known[Int(place)] : .max })
    }

    /// A result with places instead of revisions, after noting its revisions.
    mutating func result(
        _ result: Result<LinkResult, StoreError>, of change: LinkChange
    ) -> Result<LinkResult, StoreError> {
        switch result {
        case .success(let result): .success(self.result(result, of: change))
        case .failure(.conflict(let revision)): .failure(.conflict(revision: place(of: revision, after: change)))
        case .failure: result
        }
    }

    private mutating func result(_ result: LinkResult, of change: LinkChange) -> LinkResult {
        switch (result, change) {
        case (.link(let record, let isNew), _): return .link(note(record), isNew: isNew)
        case (.changed(let record, let old), _):
            let old = note(old)
            return .changed(note(record), from: old)
        case (.each(let results), .all(let changes)), (.each(let results), .each(let changes)):
            var noted: [Result<LinkResult, StoreError>] = []
            for (result, change) in zip(results, changes) { noted.append(self.result(result, of: change)) }
            return .each(noted)
        default: return result
        }
    }

    private mutating func note(_ record: LinkRecord) -> LinkRecord {
        if revisions[record.key]?.contains(record.revision) != true {
            revisions[record.key, default: []].append(record.revision)
        }
        return placed(record)
    }

    /// A record with the place of its revision, and without its ID.
    func placed(_ record: LinkRecord) -> LinkRecord {
        let place = revisions[record.key]?.firstIndex(of: record.revision)
        return record.numbered(0, version: place.map { UInt64($0) } ?? .max)
    }

    /// The place of a conflicting revision; 0 after several changes, which may have given the link another one.
    private func place(of revision: UInt64, after change: LinkChange) -> UInt64 {
        switch change {
        case .update(let key, _, _, _), .delete(let key, _, _):
            revisions[key]?.firstIndex(of: revision).map { UInt64($0) } ?? .max
        default: 0
        }
    }
}

extension LinkChange {
    /// A line for a report of a difference.
    var brief: String {
        switch self {
        case .create(let new):
            let (keys, record) = ([new.record.key] + new.otherKeys, new.record)
            let input = record.fingerprint.map { "\($0.low)" } ?? "none"
            return
                "create \(keys.map(\.text)) input \(input), created \(record.created), disabled \(record.isDisabled), "
                + "finds \(new.findsExisting), ignores case \(new.ignoresCase), "
                + "request \(new.request.map { "\($0.key.high >> 48) \($0.content.low)" } ?? "none")"
        case .update(let key, let patch, let condition, _):
            return "update \(key.text) if \(condition): disabled \(patch.isDisabled as Any), "
                + "unsafe \(patch.isUnsafe as Any), long link \(patch.longLink as Any), note \(patch.note != nil)"
        case .delete(let key, let condition, _): return "delete \(key.text) if \(condition)"
        case .all(let changes): return "all: \(changes.map(\.brief).joined(separator: "; "))"
        case .each(let changes): return "each: \(changes.map(\.brief).joined(separator: "; "))"
        default: return "\(self)"
        }
    }
}
