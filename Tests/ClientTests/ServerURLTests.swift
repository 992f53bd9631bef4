import Client
import Testing

@Suite("Addresses of servers")
struct ServerURLTests {
    @Test("the message of another scheme names what the setting accepts")
    func otherScheme() {
        func fault(allowsPlain: Bool = false, orDirectory: Bool = false) -> String? {
            do throws(ServerURL.Fault) {
                _ = try ServerURL(
                    "ftp://a.example/", statedAs: "name", allowsPlain: allowsPlain, orDirectory: orDirectory)
                return nil
            } catch { return error.description }
        }
        #expect(fault() == "name: ftp://a.example/ is not an address with https")
        #expect(fault(allowsPlain: true) == "name: ftp://a.example/ is not an address with http or https")
        #expect(
            fault(orDirectory: true) == "name: ftp://a.example/ is neither a directory nor an address with https")
    }
}
