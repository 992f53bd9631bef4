@testable import Access
import ByteText
import Libevent
import Testing

/// A web page whose name resolves to this machine (DNS rebinding) is recognized by that name.
@Suite struct AllowedHostsTests {
    private static func allows(_ host: String, _ names: [String] = [], boundTo address: String) throws -> Bool {
        let address = try #require(SocketAddress(address))
        return AllowedHosts(names, boundTo: [address]).allows(host.utf8.span)
    }

    @Test(arguments: [
        "localhost", "router.localhost", "127.0.0.1", "127.8.0.1", "[::1]", "10.0.0.5", "router.internal", "",
    ])
    func ownNames(host: String) throws {
        #expect(try Self.allows(host, ["router.internal"], boundTo: "10.0.0.5:8081"))
    }

    @Test(arguments: [
        "evil.example", "127.evil.example", "127.0.0.1.evil.example", "localhost.evil.example", "10.0.0.6", "[::2]",
        "xrouter.internal", "example.page.link",
    ])
    func otherNames(host: String) throws {
        #expect(try !Self.allows(host, ["router.internal"], boundTo: "10.0.0.5:8081"))
    }

    /// If the listener is bound to all addresses, any address is accepted, but names are still checked.
    @Test(arguments: ["0.0.0.0:8081", "[::]:8081"])
    func boundToAll(address: String) throws {
        #expect(try Self.allows("10.0.0.5", boundTo: address))
        #expect(try Self.allows("[fd00::5]", boundTo: address))
        #expect(try !Self.allows("evil.example", boundTo: address))
    }
}
