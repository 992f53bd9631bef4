import COpenSSL
import Glibc
import Threads

/// The keys of session tickets (RFC 5077, RFC 8446, section 4.6.1): a returning client shows a ticket in place of a
/// whole handshake.
///
/// All workers share them, so a ticket of one is good for the others. A key of the process makes tickets for an hour and opens
/// them for as long as they last; then it is forgotten, and with it what it was used for stays secret. Several processes can
/// share keys (``share(_:)``), or be given them (``state(_:)``, which comes first): then a ticket of one is good for all. A
/// successor inherits them (``handedOver()``). Used on any thread; a lock is taken for a moment in each handshake with a
/// ticket.
public final class TicketKeys: Sendable {
    /// How long a key makes tickets, in seconds.
    static let period: Int64 = 3600
    /// How long a session can be resumed, in seconds.
    static let lifetime: Int64 = 7200

    struct Key {
        let name: [UInt8]
        let cipher: [UInt8]
        let authentication: [UInt8]
        /// What yields the other three.
        let secret: [UInt8]
        let made: Int64

        /// The key of a secret of 32 bytes or more: the secret alone yields it.
        init(secret: [UInt8], made: Int64) {
            func part(_ use: String) -> [UInt8] { Digest.sha256((Array(use.utf8) + secret).span) }
            name = Array(part("ticket name ").prefix(16))
            cipher = part("ticket cipher ")
            authentication = part("ticket authentication ")
            self.secret = secret
            self.made = made
        }

        /// Whether it still opens tickets.
        func isAlive(at now: Int64) -> Bool { now - made < period + lifetime }
    }

    /// The keys by where they come from. In each list the first makes tickets, and all open them.
    private struct State: Sendable {
        /// The process's own, and those it has inherited: the newest first.
        var own: [Key] = []
        var shared: [Key] = []
        /// They have no end.
        var stated: [Key] = []

        mutating func forget(at now: Int64) {
            own.removeAll { !$0.isAlive(at: now) }
            // Nobody has spoken of them for too long.
            shared.removeAll { !$0.isAlive(at: now) }
        }

        /// The key that makes tickets; nil where a new one is needed.
        func current(at now: Int64) -> Key? {
            if let first = stated.first ?? shared.first { return first }
            guard let newest = own.first, now - newest.made < period else { return nil }
            return newest
        }
    }

    private let known = Locked(State())
    private let clock: @Sendable () -> Int64

    /// No keys yet: the first ticket makes one. Time is the monotonic clock's.
    public convenience init() {
        self.init {
            var now = timespec()
            // Safe: the kernel writes one timespec into a local.
            _ = unsafe clock_gettime(CLOCK_MONOTONIC, &now)
            return Int64(now.tv_sec)
        }
    }

    /// - Parameter clock: Seconds that only grow.
    init(clock: @escaping @Sendable () -> Int64) { self.clock = clock }

    /// Makes tickets with the first of some secrets from now on, and opens those of all of them. To be said again and again:
    /// after three hours in which it was not, the process makes keys of its own again.
    ///
    /// - Parameter secrets: Each of 32 random bytes; at least one.
    public func share(_ secrets: [[UInt8]]) {
        let now = clock()
        let new = secrets.map { Key(secret: $0, made: now) }
        known.withLock { $0.shared = new }
    }

    /// Makes tickets with the first of some secrets and opens those of all of them, until it is said again; with none, as if it
    /// had never been said. They come before those that are shared, and do not end by themselves.
    ///
    /// - Parameter secrets: Each of 32 random bytes or more.
    public func state(_ secrets: [[UInt8]]) {
        let now = clock()
        let new = secrets.map { Key(secret: $0, made: now) }
        known.withLock { $0.stated = new }
    }

    /// The key that makes tickets now.
    func current() -> Key {
        let now = clock()
        return known.withLock { state in
            state.forget(at: now)
            if let key = state.current(at: now) { return key }
            let key = Key(secret: SecureRandom.bytes(count: Self.secretCount), made: now)
            state.own.insert(key, at: 0)
            return key
        }
    }

    /// The key of a name, unless it has been forgotten, and whether it still makes tickets.
    func named(_ name: UnsafeBufferPointer<UInt8>) -> (key: Key, isCurrent: Bool)? {
        let now = clock()
        return known.withLock { state in
            state.forget(at: now)
            for keys in [state.stated, state.shared, state.own] {
                // Safe: the caller's buffer is alive during the call.
                guard let key = keys.first(where: { unsafe $0.name.elementsEqual(name) }) else { continue }
                return (key, key.name == state.current(at: now)?.name)
            }
            return nil
        }
    }
}

// MARK: - Handing over

extension TicketKeys {
    private static let secretCount = 32
    /// The first byte of an entry: whose the key is.
    private static let (own, shared): (UInt8, UInt8) = (0, 1)

    /// What a successor on this machine needs to open the tickets of this process, and to make some that this process opens while
    /// it drains: each key with its age. What the settings state it reads itself. Secret.
    public func handedOver() -> [UInt8] {
        // There may be none yet, and both processes accept connections for a while.
        _ = current()
        return known.withLock { state in
            let keys = state.shared.map { (Self.shared, $0) } + state.own.map { (Self.own, $0) }
            return keys.reduce(into: []) { bytes, entry in
                guard entry.1.secret.count == Self.secretCount else { return }
                bytes.append(entry.0)
                let made = UInt64(bitPattern: entry.1.made)
                for shift in stride(from: 56, through: 0, by: -8) {
                    bytes.append(UInt8(truncatingIfNeeded: made >> shift))
                }
                bytes += entry.1.secret
            }
        }
    }

    /// Adopts the keys of the previous process, if their form is right. Monotonic time is the machine's, so their ages go on.
    public func adopt(_ bytes: [UInt8]) {
        let length = 9 + Self.secretCount
        guard bytes.count % length == 0 else { return }
        let keys = stride(from: 0, to: bytes.count, by: length).map { at in
            let made = bytes[(at + 1)..<(at + 9)].reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
            let secret = Array(bytes[(at + 9)..<(at + length)])
            return (bytes[at], Key(secret: secret, made: Int64(bitPattern: made)))
        }
        known.withLock { state in
            state.own += keys.filter { $0.0 == Self.own }.map(\.1)
            if state.shared.isEmpty { state.shared = keys.filter { $0.0 == Self.shared }.map(\.1) }
        }
    }
}

extension TicketKeys {
    /// Has a context make and open its tickets with these keys, which must outlive it.
    func serve(_ context: OpaquePointer) {
        // Safe: the context is the caller's; TLSContext holds the keys as long as sessions hold the context.
        unsafe SSL_CTX_set_ex_data(context, 0, Unmanaged.passUnretained(self).toOpaque())
        unsafe _ = SSL_CTX_set_tlsext_ticket_key_evp_cb(context) {
            session, name, vector, cipher, authentication, makes in
            guard let session = unsafe session, let context = unsafe SSL_get_SSL_CTX(session),
                let pointer = unsafe SSL_CTX_get_ex_data(context, 0), let name = unsafe name,
                let vector = unsafe vector, let cipher = unsafe cipher, let authentication = unsafe authentication
            else { return -1 }
            let keys = unsafe Unmanaged<TicketKeys>.fromOpaque(pointer).takeUnretainedValue()
            let result =
                makes == 1
                ? unsafe keys.seal(name, vector, cipher, authentication)
                : unsafe keys.open(name, vector, cipher, authentication)
            // A session of TLS 1.3 gets a new ticket each time it is resumed: one ticket, one use.
            return result == 1 && makes == 0 && (unsafe SSL_version(session)) == TLS1_3_VERSION ? 2 : result
        }
    }

    private typealias Bytes = UnsafeMutablePointer<UInt8>

    private func seal(
        _ name: Bytes, _ vector: Bytes, _ cipher: OpaquePointer, _ authentication: OpaquePointer
    ) -> Int32 {
        let key = current()
        // Safe: OpenSSL has room for 16 bytes of each; the key's bytes are read within the calls.
        guard unsafe RAND_bytes(vector, 16) == 1 else { return -1 }
        unsafe name.update(from: key.name, count: 16)
        guard unsafe EVP_EncryptInit_ex(cipher, EVP_aes_256_cbc(), nil, key.cipher, vector) == 1,
            unsafe Self.start(authentication, key)
        else { return -1 }
        return 1
    }

    /// 0: the ticket is no longer one of ours; 2: it is, and a newer one replaces it.
    private func open(
        _ name: Bytes, _ vector: Bytes, _ cipher: OpaquePointer, _ authentication: OpaquePointer
    ) -> Int32 {
        // Safe: as in seal; the name has 16 bytes.
        guard let found = unsafe named(UnsafeBufferPointer(start: name, count: 16)) else { return 0 }
        guard unsafe Self.start(authentication, found.key),
            unsafe EVP_DecryptInit_ex(cipher, EVP_aes_256_cbc(), nil, found.key.cipher, vector) == 1
        else { return -1 }
        return found.isCurrent ? 1 : 2
    }

    /// HMAC with SHA-256.
    private static func start(_ authentication: OpaquePointer, _ key: Key) -> Bool {
        // Safe: the key's bytes are copied within the call.
        unsafe fingerpost_EVP_MAC_CTX_set_sha256_key(authentication, key.authentication, key.authentication.count) == 1
    }
}
