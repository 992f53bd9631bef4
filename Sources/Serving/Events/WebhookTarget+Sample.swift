import ByteText
import EventSpool
import Glibc
import Libevent
import LogFormats

extension WebhookTarget {
    /// Sends a signed sample, an event with `"test": true` and of a type that the filter admits. Waits for the network.
    ///
    /// - Returns: The problem, or `nil` if the sample was accepted.
    package func sendSample() -> String? {
        let milliseconds = UInt64(max(0, time(nil))) * 1000
        var ids = EventIDs(after: nil)
        switch send([ids.next(at: milliseconds).named(sample)]) {
        case .accepted: return nil
        case .refused(let problem, _, _): return problem
        }
    }

    /// The sample without an ID. Its values are those that the filter requires, or made up.
    var sample: [UInt8] {
        let type = filter.first(of: "type").map { $0 == "link" ? EventType.linkCreated.rawValue : $0 } ?? "click"
        let link = filter.first(of: "link").map { $0.hasSuffix("*") ? $0.dropLast() + "sample" : $0 }
        var json: [UInt8] = []
        JSONWriter.append(to: &json) { json in
            json.beginObject()
            json.name("test")
            json.bool(true)
            json.member("site", filter.first(of: "site") ?? "example")
            json.member("link", link ?? "go.example/sample")
            json.member("url", "https://www.example.com/sample")
            switch EventType(rawValue: type) {
            case .click: writeClick(to: &json)
            case .linkImported: json.member("count", 1)
            case .resolve:
                json.member("method", "referrer")
                json.member("claim", "sample")
            default: json.member("revision", 1)
            }
            json.name("request_id")
            json.null()
            json.endObject()
        }
        return DecisionLineWriter.line(type, "time", of: json.span, at: .now).dropLast()
    }

    private func writeClick(to json: inout JSONWriter) {
        json.member("decision", filter.first(of: "decision") ?? "continue_redirect")
        json.member("rule", "sample")
        for name in ["reason", "page"] {
            json.name(name)
            json.null()
        }
        json.member("status", 302)
        json.member("target", "https://www.example.com/sample")
        json.member("platform", "android")
        json.member("in_app", "none")
        json.member("browser", "chrome")
        json.name("bot")
        json.bool(false)
        json.member("country", "DE")
        json.member("referrer", "www.example.org")
        json.member("listener", "front")
    }
}
