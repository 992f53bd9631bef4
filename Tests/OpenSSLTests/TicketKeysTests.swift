import Glibc
import Testing

@testable import OpenSSL

@Suite("keys of session tickets")
struct TicketKeysTests {
    /// A clock that a test sets.
    private final class Clock: @unchecked Sendable {
        // Safe: each test uses its own from one thread.
        var now: Int64 = 1_000_000
    }

    private func isKnown(_ key: TicketKeys.Key, to keys: TicketKeys) -> Bool? {
        // Safe: the buffer is used within the call only.
        unsafe key.name.withUnsafeBufferPointer { unsafe keys.named($0)?.isCurrent }
    }

    @Test("a key makes tickets for its period, opens them for their lifetime, and is forgotten")
    func rotation() {
        let clock = Clock()
        let keys = TicketKeys { clock.now }
        let first = keys.current()
        #expect(isKnown(first, to: keys) == true)
        clock.now += TicketKeys.period - 1
        #expect(keys.current().name == first.name)
        clock.now += 1
        let second = keys.current()
        #expect(second.name != first.name && second.cipher != first.cipher)
        #expect(isKnown(first, to: keys) == false)
        clock.now += TicketKeys.lifetime - 1
        #expect(isKnown(first, to: keys) == false)
        clock.now += 1
        #expect(isKnown(first, to: keys) == nil)
        #expect(isKnown(second, to: keys) == false)
    }

    @Test("a server that was idle for long has no old key")
    func idle() {
        let clock = Clock()
        let keys = TicketKeys { clock.now }
        let first = keys.current()
        clock.now += 100 * TicketKeys.period
        #expect(isKnown(first, to: keys) == nil)
        #expect(keys.current().name != first.name)
    }

    @Test("keys are nobody else's")
    func strangers() {
        let (one, other) = (TicketKeys(), TicketKeys())
        #expect(isKnown(one.current(), to: other) == nil)
    }
}
