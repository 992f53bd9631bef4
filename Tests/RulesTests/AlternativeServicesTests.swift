import Testing

@testable import Rules

@Suite("alternatives of a site's hosts")
struct AlternativeServicesTests {
    @Test(
        "what RFC 7838 has as a value is accepted",
        arguments: [
            "clear", "h3=\":443\"", "h3=\":443\"; ma=86400", "h3=\":443\";ma=1;persist=1", "h2=\"alt.example:8443\"",
            "h3=\":443\", h3-29=\":8443\" ; ma=5 , h2=\"[2001:db8::1]:443\"", "w%3Dx%3Ay=\":80\"",
            "h3=\":443\"; x=\"a b\"",
            "h2=\"192.0.2.1:443\"",
        ])
    func valid(_ text: String) {
        #expect(AlternativeServices.fault(in: text) == nil)
    }

    @Test(
        "anything else is refused, controls before all",
        arguments: [
            "", " ", "Clear", "h3", "h3=", "h3=:443", "h3=\":443", "h3=\"443\"", "h3=\":0\"", "h3=\":65536\"",
            "h3=\":+1\"",
            "h3=\":\"", "h3 =\":443\"", "h3= \":443\"", "h3=\":443\",", "h3=\":443\";", "h3=\":443\" h2=\":443\"",
            ",h3=\":443\"",
            "h3=\":443\"; ma=", "h3=\":443\"; ma=-1", "h3=\":443\"; ma=1s", "h3=\":443\"; ma = 1",
            "h3=\":443\"; persist=0",
            "h3=\"a b:443\"", "h3=\"A.example:443\"", "h3=\"a\\\":443\"", "h%3=\":443\"", "h%3d=\":443\"",
            "clear, h3=\":443\"",
            "h3=\":443\"\r\nSet-Cookie: a=b", "h3=\":443\"\u{0}", "h3=\":443\"\t", "h3=\"ä.example:443\"",
            "h3=\":４４３\"",
            "h3=\":443\"; x=\"" + String(repeating: "a", count: 1000) + "\"",
        ])
    func invalid(_ text: String) {
        #expect(AlternativeServices.fault(in: text) != nil)
    }
}
