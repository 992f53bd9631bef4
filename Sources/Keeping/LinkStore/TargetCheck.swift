/// The result of the last check of a link's target, and the time since which it fails.
public struct TargetCheck: Sendable, Equatable {
    /// The time of the check in seconds since 1970.
    public var checked: Int64
    /// The outcome.
    public var outcome: TargetOutcome
    /// The last status, after redirects; `nil` if there was no response.
    public var status: Int?
    /// The number of consecutive failures.
    public var failures = 0
    /// The time of the first of these failures; `nil` if there are none.
    public var failingSince: Int64?

    /// The number of consecutive failures from which a target counts as broken; one may be temporary.
    public static let brokenFailures = 2

    /// Whether it failed at least twice in a row.
    public var isBroken: Bool { failures >= Self.brokenFailures }

    /// The state after a check, from its finding and the previous state.
    ///
    /// An inconclusive check leaves a series of failures unchanged, unless the target may no longer be checked at all.
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

    /// `nil` if the bytes are of another version, or of another target than the link's current one.
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

/// The finding of one target check.
public struct TargetFinding: Sendable, Equatable {
    /// The target, in the form of ``LinkDestination/address``.
    public var address: String
    /// The time of the check in seconds since 1970.
    public var time: Int64
    /// The outcome.
    public var outcome: TargetOutcome
    /// The last status; `nil` if there was no response.
    public var status: Int?

    /// A finding.
    public init(_ address: String, at time: Int64, _ outcome: TargetOutcome, status: Int? = nil) {
        (self.address, self.time, self.outcome, self.status) = (address, time, outcome, status)
    }
}

/// The data to store after a check, or a step of a round.
public struct TargetNote: Sendable, Equatable {
    /// The finding; `nil` if there is none.
    public var finding: TargetFinding?
    /// The links with this target, or that had it recently.
    public var keys: [LinkKey]
    /// The progress of the round, as bytes that the store does not interpret.
    public var progress: [UInt8]

    /// A note.
    public init(_ finding: TargetFinding? = nil, on keys: [LinkKey] = [], progress: [UInt8]) {
        (self.finding, self.keys, self.progress) = (finding, keys, progress)
    }
}

extension LinkRecord {
    /// Whether to check the link's target at a time: the link is live and its target is an http or https address.
    public func isTargetChecked(at now: Int64) -> Bool {
        guard !isDeleted, !isArchived, !isDisabled, !isUnsafe, expires.map({ $0 > now }) ?? true else { return false }
        let address = destination.address
        return address.hasPrefix("https://") || address.hasPrefix("http://")
    }
}
