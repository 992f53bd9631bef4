public import OpenSSL
import Threads

/// The keys that page addresses are sealed with: one that seals, and others that still open what they sealed.
///
/// Without secrets from the settings, or from a source that daemons share, the process uses its own key, which seals for an hour. A key that no longer seals
/// opens for as long as a page lives, and is then discarded. A successor process gets the keys from its predecessor.
/// Used on any thread; a lock is held for a moment, once per page.
public final class PageKeys: Sendable {
    /// How long the process's own key seals, in seconds.
    static let period: Int64 = 3600
    /// The most keys to keep: each is tried on a token that none has sealed.
    private static let most = 16

    private struct State: Sendable {
        /// The first one seals, all open.
        var current: [SealingKey]
        /// Whether they come from the settings, or are shared.
        var areStated: Bool
        /// The secrets of the settings, and those that daemons share, which the former come before.
        var stated: [[UInt8]]
        var shared: [[UInt8]] = []
        /// When the process's own key began to seal; nil before.
        var began: Int64?
        /// Keys that only open, and when they are discarded.
        var retired: [(key: SealingKey, end: Int64)] = []
        /// All keys, put together when one is asked for after a change.
        var opening: [SealingKey]?
        /// What the secrets of the settings make of the tokens for apps.
        var installs: [SealingKey] = []

        mutating func retire(_ key: SealingKey, until end: Int64) {
            opening = nil
            retired.removeAll { $0.key == key }
            retired.insert((key, end), at: 0)
            if retired.count > PageKeys.most { retired.removeLast() }
        }
    }

    private let state: Locked<State>

    /// Makes keys from secrets: the first seals, all open. With none, the process generates its own key.
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

    /// Seals with other secrets of the settings from now on; with none, with those that are shared. Keys that are not among them
    /// still open what they sealed.
    ///
    /// - Parameter now: The wall clock, in seconds since the epoch, as everywhere here.
    public func replace(secrets: [[UInt8]], at now: Int64) {
        state.withLock { state in
            state.stated = secrets
            state.installs = Self.derived(secrets, for: Self.installPurpose)
            Self.choose(&state, at: now)
        }
    }

    /// Seals with what several daemons share from now on, unless the settings state something else. Costs nothing where nothing
    /// has changed.
    public func share(secrets: [[UInt8]], at now: Int64) {
        state.withLock { state in
            guard state.shared != secrets else { return }
            state.shared = secrets
            if state.stated.isEmpty { Self.choose(&state, at: now) }
        }
    }

    private static func choose(_ state: inout State, at now: Int64) {
        let secrets = state.stated.isEmpty ? state.shared : state.stated
        if secrets.isEmpty, !state.areStated { return }
        let new = keys(secrets)
        for key in state.current where !new.contains(key) {
            state.retire(key, until: now + PageTokens.lifetime)
        }
        state.retired.removeAll { new.contains($0.key) }
        state.current = new
        state.opening = nil
        state.areStated = !secrets.isEmpty
        state.began = nil
    }

    /// Keys for another purpose that daemons with the same secrets of settings share, the first one sealing; none where the
    /// settings state no secret.
    public func derived(for purpose: String) -> [SealingKey] {
        Self.derived(state.withLock { $0.stated }, for: purpose)
    }

    private static func derived(_ secrets: [[UInt8]], for purpose: String) -> [SealingKey] {
        secrets.map { secret in
            let text = Array(purpose.utf8) + [0] + secret
            return SealingKey(secret: text.span)
        }
    }

    /// The keys of tokens for apps that are installed later, the first one sealing; none where the settings state no secret, as
    /// such a token outlives a process.
    var installs: [SealingKey] { state.withLock { $0.installs } }

    /// The key that seals.
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

    /// The keys that open.
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
    /// How long the predecessor may still seal until it has drained, at most, in seconds.
    private static let handover: Int64 = 300
    private static let keyCount = 32

    /// What a successor needs: whether the first key is the process's own, since when it seals, and all keys, each with
    /// its end. Secret.
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

    /// Adopts the keys of the previous process, if their form is right: keys from the settings seal, otherwise the key
    /// that sealed there continues to; all open what they sealed.
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
