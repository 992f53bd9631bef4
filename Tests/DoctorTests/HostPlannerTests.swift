import Clicks
import Client
import Testing

@testable import Doctor

/// The requests to each host.
@Suite("plans of hosts")
struct HostPlannerTests {
    @Test("the example site: each host once, with all that it is")
    func example() throws {
        let plans = try Scene.plans()
        #expect(
            plans.map { "\($0.host): \($0.note)" } == [
                "example.page.link: links of example", "links.example.com: links of example",
                "auth.example.com: hosting of example", "example-app.firebaseapp.com: handler of example",
            ])
        #expect(plans[0].click?.target == "/WXYZ")
        #expect(plans[1].click?.target == "/go/WXYZ")
        #expect(plans[2].click?.target.hasPrefix("/__/auth/links?link=https%3A%2F%2Fexample-app") == true)
        #expect(plans[3].click == nil)
        #expect(plans[3].questions == [.handler])
        #expect(plans[0].request(.forgedClient, mark: "m").target == "/m")
        #expect(plans[1].request(.forgedClient, mark: "m").target == "/go/m")
    }

    @Test("a site without links of its own is asked with a long one, else with an unknown code")
    func withoutLinks() throws {
        let some = try Scene.plans("site: a\nhosts: [a.example.com]\nauthorized_domains: [www.example.com]\n")
        #expect(some[0].click?.target == "/?link=https%3A%2F%2Fwww.example.com%2F")
        let none = try Scene.plans("site: a\nhosts: [a.example.com]\n")
        #expect(none[0].click?.target == "/fingerpost-doctor-none")
        #expect(none[0].click?.android.status == 404)
    }
}
