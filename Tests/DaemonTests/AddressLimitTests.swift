@testable import Clicks
import ByteText
import Testing

/// The apps on a phone share a limit only with other clients of the same address, so that strangers can't exhaust it.
@Suite("how often an address may miss")
struct AddressLimitTests {
    private static func address(_ text: String) throws -> IPAddress { try #require(IPAddress(text)) }

    @Test("ten requests a second, and ten more in the next one")
    func perSecond() throws {
        var limit = AddressLimit()
        let address = try Self.address("192.0.2.1")
        for second: Int64 in [5, 6, 4] {
            for _ in 0..<10 {
                let isAdmitted = limit.take(address, at: second)
                #expect(isAdmitted)
            }
            let isAdmitted = limit.take(address, at: second)
            #expect(!isAdmitted)
        }
    }

    @Test("an IPv6 client counts by its /64, however many addresses it uses; its neighbours count alone")
    func subscribers() throws {
        var limit = AddressLimit()
        for number in 0..<10 {
            let isAdmitted = limit.take(try Self.address("2001:db8:1:2::\(number)"), at: 1)
            #expect(isAdmitted)
        }
        let more = limit.take(try Self.address("2001:db8:1:2:ffff::1"), at: 1)
        let neighbour = limit.take(try Self.address("2001:db8:1:3::1"), at: 1)
        #expect(!more && neighbour)
    }

    @Test("no client of a hundred thousand uses up another's share")
    func exact() {
        var limit = AddressLimit()
        var addresses = (0..<100_000).map { IPAddress(ipv4: $0) }
        addresses += (0..<1_000).map { IPAddress(bits: UInt128($0) << 64 | 7) }
        for address in addresses {
            for _ in 0..<10 { _ = limit.take(address, at: 1) }
        }
        let unknown = limit.take(nil, at: 1)
        #expect(unknown)
        let isStopped = addresses.allSatisfy { !limit.take($0, at: 1) }
        let isFree = addresses.allSatisfy { limit.take($0, at: 2) }
        #expect(isStopped && isFree)
    }
}

extension AddressLimit {
    /// Counts a request if it is admitted.
    fileprivate mutating func take(_ address: IPAddress?, at second: Int64) -> Bool {
        guard admits(address, at: second) else { return false }
        count(address, at: second)
        return true
    }
}
