@testable import Clicks
import ByteText
import Testing

/// The apps on a phone share a limit only with other clients of the same address, so that strangers can't exhaust it.
@Suite("how often apps may ask")
struct AppQuestionLimitTests {
    private static func address(_ text: String) throws -> IPAddress { try #require(IPAddress(text)) }

    @Test("ten questions a second, and ten more in the next one")
    func perSecond() throws {
        var limit = AppQuestionLimit()
        let address = try Self.address("192.0.2.1")
        for second: Int64 in [5, 6, 4] {
            for _ in 0..<10 {
                let isAdmitted = limit.admit(address, at: second)
                #expect(isAdmitted)
            }
            let isAdmitted = limit.admit(address, at: second)
            #expect(!isAdmitted)
        }
    }

    @Test("an IPv6 client counts by its /64, however many addresses it takes; its neighbours count alone")
    func subscribers() throws {
        var limit = AppQuestionLimit()
        for number in 0..<10 {
            let isAdmitted = limit.admit(try Self.address("2001:db8:1:2::\(number)"), at: 1)
            #expect(isAdmitted)
        }
        let more = limit.admit(try Self.address("2001:db8:1:2:ffff::1"), at: 1)
        let neighbour = limit.admit(try Self.address("2001:db8:1:3::1"), at: 1)
        #expect(!more && neighbour)
    }

    @Test("no client uses up what another may ask, of a hundred thousand")
    func exact() {
        var limit = AppQuestionLimit()
        var addresses = (0..<100_000).map { IPAddress(ipv4: $0) }
        addresses += (0..<1_000).map { IPAddress(bits: UInt128($0) << 64 | 7) }
        for address in addresses {
            for _ in 0..<10 { _ = limit.admit(address, at: 1) }
        }
        let unknown = limit.admit(nil, at: 1)
        #expect(unknown)
        let isStopped = addresses.allSatisfy { !limit.admit($0, at: 1) }
        let isFree = addresses.allSatisfy { limit.admit($0, at: 2) }
        #expect(isStopped && isFree)
    }
}
