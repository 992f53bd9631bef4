import Foundation
import TestSupport
import Testing

/// A target that is added to the denylist while links lead to it.
@Suite("denied targets, by the program")
struct DeniedTargetServingTests {
    @Test("once a target is denied, links that are over lead to it no more, in no spelling, and none is made")
    func later() throws {
        let lists = try ScratchFolder()
        let list = try lists.file("denied.txt", "evil.example\n")
        let server = try LinkServer(flags: ["--denied-targets", list.path()])
        func make(_ code: String, _ target: String, _ field: String = "expired_target") throws -> Int {
            let body = """
                {"domain": "example.page.link", "code": "\(code)", "long_link": "https://www.example.com/", \
                "expires": "2020-01-01T00:00:00Z", "\(field)": "\(target)"}
                """
            return try server.ask("POST", "/v1/links", body).status
        }
        let targets = [
            "https://www.example.com/over", "https://www.example.com//over", "https://www.example.com/x%2f../over/y",
            "https://www.example.com/%6Fver",
        ]
        for (index, target) in targets.enumerated() {
            #expect(try make("over\(index)", target) == 201, "\(target)")
            #expect(try server.daemon.click("/over\(index)")["Location"] == target)
        }
        try lists.file("denied.txt", "evil.example\nhttp://www.example.com/x/../over/\n")
        #expect(try server.ask("POST", "/v1/reload").status == 200)
        for (index, target) in targets.enumerated() {
            let answer = try server.daemon.click("/over\(index)")
            #expect(answer.status == 410 && answer["Location"] == nil, "\(target)")
            #expect(try make("new\(index)", target) == 400, "\(target)")
            #expect(try make("used\(index)", target, "used_up_target") == 400, "\(target)")
        }
        #expect(try make("fine", "https://www.example.com/fine") == 201)
    }
}
