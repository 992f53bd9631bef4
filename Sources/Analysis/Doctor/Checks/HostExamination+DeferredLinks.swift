import ByteText
import Clicks
import Client
import HTTP

/// Deferred links: the tokens of clicks, and the address at which apps redeem them.
extension HostExamination {
    var deferredLinks: [Finding] {
        guard plan.defers else { return [] }
        return [token, endpoint].compactMap { $0 }
    }

    /// Whether a click that leads to Google Play carries a token; `nil` if the click leads elsewhere.
    private var token: Finding? {
        guard let click = plan.click, let answer = seen.outcomes[.androidClick]?.answer, answer.matches(click.android),
            click.android.fields["location"]?.contains("play.google.com") ?? false
        else { return nil }
        if answer.carriesToken { return .ok("token", "clicks carry one to Google Play") }
        return .warning(
            "token", "clicks carry none to Google Play: apps installed after a click do not get its link",
            remedy: "set page_key_file in fingerpost.yaml; without `once: false`, the daemon also needs a store")
    }

    private var endpoint: Finding? {
        guard let outcome = seen.outcomes[.resolve] else { return nil }
        guard let answer = outcome.answer else {
            return .error(
                "deferred links", "/v1/resolve: \(outcome.fault?.description ?? "")",
                remedy: "check the logs of the proxy and of Fingerpost")
        }
        let status = answer.head.status
        if status == 429 { return .skipped("deferred links", "too many requests to /v1/resolve; try again") }
        let json = try? JSONValue(parsing: String(decoding: answer.body, as: UTF8.self))
        guard status == 200, json?["method"]?.string != nil else {
            return .error(
                "deferred links", "POST /v1/resolve answers \(status), not as Fingerpost does",
                remedy: "have the proxy pass it to the front, with its body: apps redeem tokens there")
        }
        return .ok("deferred links", "/v1/resolve answers")
    }
}
