/// What was found at a link's target the last time, and since when it fails.
public struct TargetCheck: Sendable, Equatable {
    /// When, in seconds since 1970.
    public var checked: Int64
    /// What came of it.
    public var outcome: TargetOutcome
    /// The last status, after redirects; nil where there was no answer.
    public var status: Int?
    /// How often in a row it has failed.
    public var failures = 0
    /// When it failed first of these times; nil where it does not fail.
    public var failingSince: Int64?

    /// From how many failures in a row on a target counts as broken: one may be a bad moment.
    public static let brokenFailures = 2

    /// Whether it failed at least twice in a row.
    public var isBroken: Bool { failures >= Self.brokenFailures }

    /// What is known after a look, and after those before.
    ///
    /// A look that says nothing of the target changes no series of failures, but for one that may not be made any more.
    public init(_ finding: TargetFinding, after old: TargetCheck?) {
        (checked, outcome, status) = (finding.time, finding.outcome, finding.status)
        if outcome.isFailure {
            failures = (old?.failures ?? 0) + 1
            failingSince = old?.failingSince ?? checked
        } else if outcome == .limited {
            failures = old?.failures ?? 0
            failingSince = old?.failingSince
        }
    }

    static let version: UInt64 = 1
    static let count = 32

    /// Nil where the bytes are of another version, or of another target than the link has now.
    init?(_ bytes: Span<UInt8>, of destination: LinkDestination) {
        guard bytes.count == Self.count, bytes.littleEndian(at: 24) == destination.addressHash else { return nil }
        let head = bytes.littleEndian(at: 0)
        guard head & 0xFF == Self.version, let outcome = TargetOutcome(rawValue: UInt8(truncatingIfNeeded: head >> 8))
        else { return nil }
        let status = Int(head >> 16 & 0xFFFF)
        self.outcome = outcome
        self.status = status == 0 ? nil : status
        failures = Int(head >> 32)
        checked = Int64(bitPattern: bytes.littleEndian(at: 8))
        failingSince = failures == 0 ? nil : Int64(bitPattern: bytes.littleEndian(at: 16))
    }

    /// The bytes in the file: version, outcome, status and failures; two times; the hash of the target.
    func stored(of destination: LinkDestination) -> [UInt8] {
        let count = UInt64(min(failures, Int(UInt32.max)))
        let head = Self.version | UInt64(outcome.rawValue) << 8 | UInt64(status ?? 0) << 16 | count << 32
        var bytes: [UInt8] = []
        bytes.reserveCapacity(Self.count)
        bytes.appendLittleEndian(head)
        bytes.appendLittleEndian(UInt64(bitPattern: checked))
        bytes.appendLittleEndian(UInt64(bitPattern: failingSince ?? 0))
        bytes.appendLittleEndian(destination.addressHash)
        return bytes
    }
}

/// What a look at a target came to.
public struct TargetFinding: Sendable, Equatable {
    /// The target, as ``LinkDestination/address`` has it.
    public var address: String
    /// When, in seconds since 1970.
    public var time: Int64
    /// What came of it.
    public var outcome: TargetOutcome
    /// The last status; nil where there was no answer.
    public var status: Int?

    /// A finding.
    public init(_ address: String, at time: Int64, _ outcome: TargetOutcome, status: Int? = nil) {
        (self.address, self.time, self.outcome, self.status) = (address, time, outcome, status)
    }
}

/// What is kept after a look, or a step of a round.
public struct TargetNote: Sendable, Equatable {
    /// What was found; nil for nothing new.
    public var finding: TargetFinding?
    /// The links that lead there, or did a moment ago.
    public var keys: [LinkKey]
    /// How far the round has come: bytes that the store does not interpret.
    public var progress: [UInt8]

    /// A note.
    public init(_ finding: TargetFinding? = nil, on keys: [LinkKey] = [], progress: [UInt8]) {
        (self.finding, self.keys, self.progress) = (finding, keys, progress)
    }
}

extension LinkRecord {
    /// Whether the link's target is worth a look at a time: the link leads there, and to an http or https address.
    public func isTargetChecked(at now: Int64) -> Bool {
        guard !isDeleted, !isArchived, !isDisabled, !isUnsafe, expires.map({ $0 > now }) ?? true else { return false }
        let address = destination.address
        return address.hasPrefix("https://") || address.hasPrefix("http://")
    }
}
