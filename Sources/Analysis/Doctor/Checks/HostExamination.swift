import ByteText
import Client
import HTTP

/// The checks of one host: compares the observations with the rules. Pure, without I/O.
struct HostExamination {
    let plan: HostPlan
    let seen: HostObservation

    /// The response time above which clients are likely to give up.
    static let slowMilliseconds = 5000

    init(_ plan: HostPlan, _ seen: HostObservation) {
        self.plan = plan
        self.seen = seen
    }

    /// All findings. If no address responds, the checks that need a response are skipped.
    var findings: [Finding] {
        var findings = addresses + claims
        guard let connection = seen.working else { return findings }
        findings += certificate(connection.outcome)
        guard connection.outcome.answer != nil else { return findings }
        findings +=
            associationFiles + clicks + deferredLinks + forgeries + plainHTTP + handler
            + [clock, speed].compactMap { $0 }
        return findings
    }

    // MARK: - Time

    /// Compares the server's clock with the local one: sessions, codes and link expiry depend on it.
    private var clock: Finding? {
        let dates = HostQuestion.allCases.compactMap { seen.outcomes[$0]?.answer?.head["date"] }
        guard let date = dates.first.flatMap({ HTTPDateText.seconds($0) }) else { return nil }
        let offset = abs(date - seen.now)
        guard offset > 60 else { return .ok("clock", "in sync") }
        return .warning(
            "clock", "the server's clock and this machine's differ by \(offset) seconds",
            remedy: "synchronise both (timedatectl set-ntp true): expiry dates and rules with times depend on it")
    }

    private var speed: Finding? {
        guard plan.isOurs else { return nil }
        let slowest = seen.outcomes.values.map(\.milliseconds).max() ?? 0
        guard slowest > Self.slowMilliseconds else { return nil }
        return .warning(
            "speed", "a response took \(slowest) ms",
            remedy: "phones may give up: check for a slow proxy or an overloaded machine (fingerpost_shed_total)")
    }

    // MARK: - The web widget

    private var handler: [Finding] {
        guard let path = plan.handlerPath, !plan.isOurs, let outcome = seen.outcomes[.handler] else { return [] }
        guard let answer = outcome.answer else {
            return [
                .error(
                    "web widget", "\(path): \(outcome.fault?.description ?? "")",
                    remedy: "action links that open no app end there: make it reachable")
            ]
        }
        let status = answer.head.status
        guard status == 404 || status >= 500 else { return [.ok("web widget", "\(path) answers \(status)")] }
        return [
            .error(
                "web widget", "\(path) answers \(status)",
                remedy: "correct `handler` in the site's file, or deploy the web widget there")
        ]
    }

    // MARK: - Without TLS

    private var plainHTTP: [Finding] {
        guard let outcome = seen.outcomes[.plain] else { return [] }
        guard let head = outcome.answer?.head else {
            return [.ok("port 80", "not served: \(outcome.fault?.description ?? "")")]
        }
        let location = head["location"] ?? ""
        if (300..<400).contains(head.status), location.lowercased().hasPrefix("https://\(plan.host)/") {
            return [.ok("port 80", "redirects to https")]
        }
        return [
            .warning(
                "port 80", "answers \(head.status) without TLS",
                remedy: "redirect to https (`{address: \"[::]:80\", redirect: https}`, or in the proxy): "
                    + "anyone on the path can change the response")
        ]
    }
}

/// HTTP dates (RFC 9110, section 5.6.7).
enum HTTPDateText {
    /// Seconds since the epoch for text such as `Sun, 06 Nov 1994 08:49:37 GMT`; `nil` for any other text.
    static func seconds(_ text: String) -> Int64? {
        let words = text.split(separator: " ").map(String.init)
        guard words.count == 6, words[5] == "GMT", let day = Int(words[1]), let year = Int(words[3]) else { return nil }
        let (name, time) = (Array(words[2].utf8), Array(words[4].utf8))
        guard let month = CivilTime.month(named: name.span),
            let days = CivilTime.days(year: year, month: month, day: day), let second = Timestamp.timeOfDay(time.span)
        else { return nil }
        return Int64(days * 86_400 + second)
    }
}
