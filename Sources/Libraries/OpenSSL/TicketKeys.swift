import COpenSSL
import Glibc
import Threads

/// The keys of session tickets (RFC 5077, RFC 8446, section 4.6.1): a returning client shows a ticket in place of a
/// whole handshake.
///
/// All workers share them, so a ticket of one is good for the others. A key makes tickets for an hour and opens them for as
/// long as they last; then it is forgotten, and with it what it was used for stays secret. Used on any thread; a lock is
/// taken for a moment in each handshake with a ticket.
public final class TicketKeys: Sendable {
    /// How long a key makes tickets, in seconds.
    static let period: Int64 = 3600
    /// How long a session can be resumed, in seconds.
    static let lifetime: Int64 = 7200

    struct Key {
        let name: [UInt8]
        let cipher: [UInt8]
        let authentication: [UInt8]
        let made: Int64

        init(made: Int64) {
            name = SecureRandom.bytes(count: 16)
            cipher = SecureRandom.bytes(count: 32)
            authentication = SecureRandom.bytes(count: 32)
            self.made = made
        }
    }

    private let keys = Locked<[Key]>([])
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

    /// The key that makes tickets now.
    func current() -> Key {
        let now = clock()
        return keys.withLock { keys in
            if let newest = keys.first, now - newest.made < Self.period { return newest }
            let key = Key(made: now)
            keys.removeAll { now - $0.made >= Self.period + Self.lifetime }
            keys.insert(key, at: 0)
            return key
        }
    }

    /// The key of a name, unless it has been forgotten, and whether it still makes tickets.
    func named(_ name: UnsafeBufferPointer<UInt8>) -> (key: Key, isCurrent: Bool)? {
        let now = clock()
        return keys.withLock { keys in
            for key in keys where now - key.made < Self.period + Self.lifetime {
                // Safe: the caller's buffer is alive during the call.
                if unsafe key.name.elementsEqual(name) { return (key, now - key.made < Self.period) }
            }
            return nil
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
