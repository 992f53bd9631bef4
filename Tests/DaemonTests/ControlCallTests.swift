import Settings
import Testing

@testable import Telemetry
@testable import Access
@testable import Daemon

/// The calls of the control socket, and their permissions.
@Suite("calls of the control socket")
struct ControlCallTests {
    private static func call(_ path: StaticString, _ query: String?) throws(APIError) -> ControlCall {
        guard let query else { return try ControlCall(path, APIQuery(nil)) }
        let bytes = Array(query.utf8)
        return try ControlCall(path, APIQuery(bytes.span))
    }

    @Test("are read from path and query")
    func reading() throws {
        #expect(try Self.call("/v1/status", nil) == .status)
        #expect(try Self.call("/v1/reload", nil) == .reload)
        #expect(try Self.call("/v1/drain", nil) == .drain)
        #expect(
            try Self.call("/v1/disable", "site=shop&seconds=60&reason=a%20report")
                == .disable(.site("shop"), seconds: 60, reason: "a report"))
        #expect(
            try Self.call("/v1/disable", "link=a.page.link%2FX")
                == .disable(.link("a.page.link/X"), seconds: nil, reason: ""))
        #expect(try Self.call("/v1/log-level", "level=debug&seconds=9") == .logLevel(.debug, seconds: 9))
        #expect(throws: APIError.self) { try Self.call("/v1/log-level", "level=loud") }
        #expect(throws: APIError.self) { try Self.call("/v1/log-level", nil) }
        #expect(try Self.call("/v1/enable", "site=shop") == .enable(.site("shop"), reason: ""))
    }

    @Test(
        "are refused where they name nothing, two things, or an end that can't be",
        arguments: [
            "", "reason=a", "site=a&link=b", "site=a&seconds=0", "site=a&seconds=x", "site=a&seconds=999999999999",
            "link=a.page.link%2FX&seconds=60",
        ])
    func refused(_ query: String) {
        #expect(throws: APIError.self) { try Self.call("/v1/disable", query) }
    }

    @Test("a reason is kept without secrets, and has an end")
    func reason() throws {
        guard case .disable(_, _, let reason) = try Self.call("/v1/disable", "site=a&reason=oobCode%3DABCDEFGH1234")
        else {
            Issue.record("no call")
            return
        }
        #expect(!reason.contains("ABCDEFGH1234"), "\(reason)")
        #expect(throws: APIError.self) {
            try Self.call("/v1/disable", "site=a&reason=" + String(repeating: "a", count: 501))
        }
    }

    @Test("root and the daemon's own user operate, others have the level of the settings, and the unknown read")
    func levels() {
        for level in ControlLevel.allCases {
            #expect(ControlCaller(user: 0).level(others: level, daemon: 7) == .operate)
            #expect(ControlCaller(user: 7).level(others: level, daemon: 7) == .operate)
            #expect(ControlCaller(user: 8).level(others: level, daemon: 7) == level)
            #expect(ControlCaller(user: nil).level(others: level, daemon: 7) == .read)
        }
        #expect(ControlLevel.operate >= .read && ControlLevel.read < .operate && !(ControlLevel.read >= .operate))
    }

    @Test("all but the status operate")
    func operations() throws {
        #expect(ControlCall.status.level == .read)
        for call in [ControlCall.reload, .drain, .logLevel(.notice, seconds: nil), .enable(.site("a"), reason: "")] {
            #expect(call.level == .operate)
        }
        #expect(ControlCall.disable(.site("a"), seconds: nil, reason: "").level == .operate)
    }
}
