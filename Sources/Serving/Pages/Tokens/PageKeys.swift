public import OpenSSL
import Threads

/// The keys for page addresses: one that seals, and others that still open tokens they have sealed.
///
/// Without secrets from the settings, from a source shared by daemons or kept next to the links, the process uses a
/// generated key, which seals for an hour. A key that no longer seals still opens tokens for the lifetime of a page, and is then discarded. A
/// successor process receives the keys from its predecessor. Used on any thread; takes a lock briefly, once per page.
public final class PageKeys: Sendable {
    /// How long a generated key seals, in seconds.
    static let period: Int64 = 3600
    /// The maximum number of retired keys: an invalid token is tried with every key.
    private static let most = 16

    private struct State: Sendable {
        /// The first key seals, all open.
        var current: [SealingKey]
        /// Whether the keys come from the settings or are shared.
        var areStated: Bool
        /// The secrets of the settings, those shared by daemons, and those kept by this daemon, in order of precedence.
        var stated: [[UInt8]]
        var shared: [[UInt8]] = []
        var kept: [[UInt8]] = []
        /// When the generated key began to seal, or `nil` before that.
        var began: Int64?
        /// Keys that only open, and when they are discarded.
        var retired: [(key: SealingKey, end: Int64)] = []
        /// All keys, computed on first use after a change.
        var opening: [SealingKey]?
        /// The keys for install tokens, derived from secrets that outlive the process and belong to no ring.
        var installs: [SealingKey] = []

        var sealing: [[UInt8]] { !stated.isEmpty ? stated : !shared.isEmpty ? shared : kept }

        /// The secrets from which the keys of install tokens are derived: those of the settings, or else the kept ones.
        var lasting: [[UInt8]] { stated.isEmpty ? kept : stated }

        mutating func retire(_ key: SealingKey, until end: Int64) {
            opening = nil
            retired.removeAll { $0.key == key }
            retired.insert((key, end), at: 0)
            if retired.count > PageKeys.most { retired.removeLast() }
        }
    }

    private let state: Locked<State>

    /// Creates keys from secrets: the first seals, all open. Without secrets, the process generates a key.
    public init(secrets: [[UInt8]] = []) {
        let current = Self.keys(secrets)
        state = Locked(
            State(
                current: current, areStated: !secrets.isEmpty, stated: secrets,
                installs: Self.derived(secrets, for: Self.installPurpose)))
    }

    private static let installPurpose = "install token"

    private static func keys(_ secrets: [[UInt8]]) -> [SealingKey] {
        secrets.isEmpty ? [SealingKey()] : secrets.map { SealingKey(secret: $0.span) }
    }

    /// Replaces the secrets of the settings; without any, the shared ones are used. Keys no longer included still open
    /// tokens they have sealed.
    ///
    /// - Parameter now: The wall clock, in seconds since the epoch, as in all methods.
    public func replace(secrets: [[UInt8]], at now: Int64) {
        state.withLock { state in
            state.stated = secrets
            Self.choose(&state, at: now)
        }
    }

    /// Uses a secret that this daemon keeps across starts, unless the settings contain secrets or daemons share some.
    public func keep(secret: [UInt8], at now: Int64) {
        state.withLock { state in
            state.kept = [secret]
            Self.choose(&state, at: now)
        }
    }

    /// Replaces the secrets shared by daemons, which are used unless the settings contain secrets. Does nothing if they
    /// are unchanged.
    public func share(secrets: [[UInt8]], at now: Int64) {
        state.withLock { state in
            guard state.shared != secrets else { return }
            state.shared = secrets
            Self.choose(&state, at: now)
        }
    }

    private static func choose(_ state: inout State, at now: Int64) {
        state.installs = derived(state.lasting, for: installPurpose)
        let secrets = state.sealing
        if secrets.isEmpty, !state.areStated { return }
        let new = keys(secrets)
        if new == state.current { return }
        for key in state.current where !new.contains(key) {
            state.retire(key, until: now + PageTokens.lifetime)
        }
        state.retired.removeAll { new.contains($0.key) }
        state.current = new
        state.opening = nil
        state.areStated = !secrets.isEmpty
        state.began = nil
    }

    /// Keys for another purpose, shared by all daemons with the same secrets in their settings. The first one seals.
    /// Empty if the settings contain no secrets: sessions that are derived from a kept one would not end at a restart.
    public func derived(for purpose: String) -> [SealingKey] {
        Self.derived(state.withLock { $0.stated }, for: purpose)
    }

    private static func derived(_ secrets: [[UInt8]], for purpose: String) -> [SealingKey] {
        secrets.map { secret in
            let text = Array(purpose.utf8) + [0] + secret
            return SealingKey(secret: text.span)
        }
    }

    /// The keys of install tokens. The first one seals. Empty if there are neither secrets in the settings nor a kept one,
    /// since such a token outlives the process.
    var installs: [SealingKey] { state.withLock { $0.installs } }

    /// Whether install tokens can be sealed.
    public var sealsInstalls: Bool { !installs.isEmpty }

    /// The sealing key.
    func sealing(at now: Int64) -> SealingKey {
        state.withLock { state in
            if !state.areStated {
                let began = state.began ?? now
                if now - began >= Self.period {
                    state.retire(state.current[0], until: now + PageTokens.lifetime)
                    state.current = [SealingKey()]
                    state.opening = nil
                    state.began = now
                } else {
                    state.began = began
                }
            }
            return state.current[0]
        }
    }

    /// All keys that open.
    func opening(at now: Int64) -> [SealingKey] {
        state.withLock { state in
            if state.retired.contains(where: { $0.end < now }) {
                state.retired.removeAll { $0.end < now }
                state.opening = nil
            }
            if let opening = state.opening { return opening }
            let opening = state.current + state.retired.map(\.key)
            state.opening = opening
            return opening
        }
    }
}

// MARK: - Handing over

extension PageKeys {
    /// The maximum time during which the predecessor may still seal while it drains, in seconds.
    private static let handover: Int64 = 300
    private static let keyCount = 32

    /// The state for a successor process: whether the first key is a generated one, since when it seals, and all keys
    /// with their expiry. Secret.
    public func handedOver(at now: Int64) -> [UInt8] {
        state.withLock { state in
            var bytes: [UInt8] = [state.areStated ? 0 : 1]
            Self.append(state.began ?? now, to: &bytes)
            let end = now + Self.handover + PageTokens.lifetime
            for (key, end) in state.current.map({ ($0, end) }) + state.retired.map({ ($0.key, $0.end) }) {
                Self.append(end, to: &bytes)
                bytes += key.bytes
            }
            return bytes
        }
    }

    /// Adopts the keys of the predecessor process; malformed input is ignored. Keys from the settings seal if there are
    /// any; otherwise the predecessor's sealing key continues to seal. All keys open.
    public func adopt(_ bytes: [UInt8]) {
        let entry = 8 + Self.keyCount
        guard bytes.count >= 9 + entry, (bytes.count - 9) % entry == 0 else { return }
        let began = Self.number(bytes[1..<9])
        var keys: [(key: SealingKey, end: Int64)] = []
        for start in stride(from: 9, to: bytes.count, by: entry) {
            let key = SealingKey(bytes: Array(bytes[(start + 8)..<(start + entry)]))
            keys.append((key, Self.number(bytes[start..<(start + 8)])))
        }
        state.withLock { state in
            if !state.areStated, bytes[0] == 1 {
                state.current = [keys.removeFirst().key]
                state.opening = nil
                state.began = began
            }
            for (key, end) in keys.reversed() where !state.current.contains(key) { state.retire(key, until: end) }
        }
    }

    private static func append(_ number: Int64, to bytes: inout [UInt8]) {
        for shift in stride(from: 56, through: 0, by: -8) { bytes.append(UInt8(truncatingIfNeeded: number >> shift)) }
    }

    private static func number(_ bytes: ArraySlice<UInt8>) -> Int64 {
        Int64(bitPattern: bytes.reduce(0) { $0 << 8 | UInt64($1) })
    }
}
