import Glibc
import Testing

@testable import OpenSSL

@Suite("keys of session tickets")
struct TicketKeysTests {
    /// A clock set by the test.
    private final class Clock: @unchecked Sendable {
        // Safe: each test uses its own instance on one thread.
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

    @Test("shared keys make and open tickets everywhere, and expire once they are no longer shared")
    func shared() {
        let clock = Clock()
        let (one, other) = (TicketKeys { clock.now }, TicketKeys { clock.now })
        let own = one.current()
        let secrets = [[UInt8](repeating: 1, count: 32), [UInt8](repeating: 2, count: 32)]
        one.share(secrets)
        other.share(secrets.reversed())
        #expect(one.current().name != own.name && isKnown(own, to: one) == false)
        #expect(isKnown(one.current(), to: other) == false && isKnown(one.current(), to: one) == true)
        #expect(isKnown(other.current(), to: one) == false)
        let key = one.current()
        #expect(key.cipher != key.authentication && key.cipher != secrets[0])
        one.share([secrets[1]])
        #expect(isKnown(key, to: one) == nil && isKnown(one.current(), to: other) == true)
        clock.now += TicketKeys.period + TicketKeys.lifetime
        let later = one.current()
        #expect(isKnown(later, to: other) == nil && isKnown(other.current(), to: one) == nil)
    }

    @Test("stated keys come before those that are shared, and do not end until others are stated")
    func stated() {
        let clock = Clock()
        let (one, other) = (TicketKeys { clock.now }, TicketKeys { clock.now })
        let files = [[UInt8](repeating: 3, count: 64), [UInt8](repeating: 4, count: 32)]
        let own = one.current()
        one.state(files)
        other.state([files[1]])
        one.share([[UInt8](repeating: 1, count: 32)])
        let first = one.current()
        #expect(isKnown(own, to: one) == false && isKnown(first, to: one) == true && isKnown(first, to: other) == nil)
        #expect(isKnown(other.current(), to: one) == false)
        clock.now += 100 * TicketKeys.period
        #expect(one.current().name == first.name && isKnown(other.current(), to: one) == false)
        one.state([files[1]])
        #expect(isKnown(first, to: one) == nil && one.current().name == other.current().name)
        one.state([])
        #expect(isKnown(other.current(), to: one) == nil && one.current().name != own.name)
    }

    @Test(
        "a successor makes tickets with the key of its predecessor, opens all of its tickets, and the keys grow no younger"
    )
    func handingOver() throws {
        let clock = Clock()
        let old = TicketKeys { clock.now }
        let oldest = old.current()
        clock.now += TicketKeys.period
        let newest = old.current()
        let bytes = old.handedOver()
        let new = TicketKeys { clock.now }
        new.adopt(bytes)
        #expect(new.current().name == newest.name && isKnown(oldest, to: new) == false)
        #expect(new.current().cipher == newest.cipher && new.current().authentication == newest.authentication)
        clock.now += TicketKeys.lifetime
        #expect(isKnown(oldest, to: new) == nil && isKnown(newest, to: new) == false)
        #expect(new.current().name != newest.name)
        // Malformed bytes are not adopted.
        for strange in [[], Array(bytes.dropLast()), [UInt8](repeating: 7, count: 41)] {
            let other = TicketKeys { clock.now }
            other.adopt(strange)
            #expect(isKnown(newest, to: other) == nil)
        }
    }

    @Test("a predecessor without tickets hands a key over that both make tickets with, and shared keys stay shared")
    func handingOverEarly() {
        let clock = Clock()
        let (old, new) = (TicketKeys { clock.now }, TicketKeys { clock.now })
        new.adopt(old.handedOver())
        #expect(isKnown(new.current(), to: old) == true && isKnown(old.current(), to: new) == true)
        old.share([[UInt8](repeating: 1, count: 32)])
        let last = TicketKeys { clock.now }
        last.adopt(old.handedOver())
        #expect(last.current().name == old.current().name && isKnown(new.current(), to: last) == false)
        clock.now += TicketKeys.period + TicketKeys.lifetime
        #expect(last.current().name != new.current().name && isKnown(old.current(), to: last) == nil)
    }

    @Test("keys are not shared by default")
    func strangers() {
        let (one, other) = (TicketKeys(), TicketKeys())
        #expect(isKnown(one.current(), to: other) == nil)
    }
}
