import ByteText
import Clicks
import Links
import Markup
import Outcomes
import Phones
import Routing
import WebAddress

/// The values of a test's pages.
struct LabText {
    private let session: LabSession

    init(_ session: LabSession) { self.session = session }

    /// The first page.
    func values(of phone: LabPhone) -> PageValues {
        var values = PageValues()
        values["link"] = session.link
        (values["system"], values["browser"]) = (phone.systemName, phone.browserName)
        values["end"] = String(Timestamp.text(session.end).dropFirst(11).prefix(5))
        return values
    }

    /// The list of taps.
    func values(_ requests: [SeenRequest]) -> PageValues {
        var values = PageValues()
        values["link"] = session.link
        values["self"] = session.address
        values["evidence"] = session.address + "/evidence"
        values["summary"] = session.evidence(requests, at: 0)?.summary ?? "Test a link on this phone"
        values.set("pending", session.plan == nil)
        values.set("finished", session.isFinished)
        if case .failure(let fault)? = session.plan { values["fault"] = fault.description }
        values.set(
            "advice",
            rows: session.advice(requests).map { text in
                var row = PageValues()
                row["text"] = text
                return row
            })
        values.set(
            "taps",
            rows: session.results(requests).map { planned, result in
                var row = PageValues()
                row["title"] = planned.tap.title
                row["address"] = address(of: planned)
                row["state"] = Self.state(planned, result)
                row["style"] = result.map { $0.fits ? "good" : "bad" } ?? "soft"
                let causes = result.map { session.causes(of: planned, $0) } ?? []
                if !causes.isEmpty { row["causes"] = "Perhaps " + causes.joined(separator: ", or ") + "." }
                return row
            })
        return values
    }

    private static func state(_ planned: LabPlan.Tap, _ result: TapEvidence?) -> String {
        guard let result else { return "not tried" }
        let predicted = planned.predicted.map(\.word).joined(separator: " or ")
        return result.fits ? "✓ \(result.observed.word)" : "✗ \(result.observed.word), not \(predicted)"
    }

    /// The page of a tap, on the host that the tap requires.
    private func address(of planned: LabPlan.Tap) -> String {
        var parts = AddressParts(session.address)
        parts.host = planned.pageHost
        parts.path += "/\(planned.tap.rawValue)"
        return parts.text
    }

    /// The page of a tap.
    func values(of planned: LabPlan.Tap, _ requests: [SeenRequest], isRunning: Bool) -> PageValues {
        let tap = planned.tap
        var values = PageValues()
        values["back"] = session.address
        values["tap_title"] = tap.title
        values["instructions"] = tap.instructions
        values["address"] = planned.address
        values["caption"] = tap == .script ? "Start" : "The link"
        values.set("is_text", tap.isCopied)
        values.set("is_running", isRunning && tap == .script)
        values.set("is_link", !tap.isCopied && tap != .camera && !(isRunning && tap == .script))
        if tap == .script, !isRunning { values["address"] = "?go" }
        if isRunning { values["script"] = LabStyle.script }
        if tap == .mail { values["mail"] = "mailto:?subject=Test&body=" + Self.encoded(planned.address) }
        if tap == .camera { values["code"] = session.address + "/code.svg" }
        let seen = session.requests(of: tap, requests)
        values["seen"] = seen.map(\.sentence).joined(separator: "; ")
        values.set("opened", session.result(of: planned, requests)?.isConfirmedByApp == true)
        values.set(
            "choices",
            rows: ObservedEnding.allCases.map { ending in
                var row = PageValues()
                (row["value"], row["title"]) = (ending.rawValue, ending.title)
                row.set("chosen", session.answer(of: tap) == ending)
                return row
            })
        return values
    }

    private static func encoded(_ text: String) -> String {
        var bytes: [UInt8] = []
        PercentCoding.encodeComponent(text.utf8.span, into: &bytes)
        return String(decoding: bytes, as: UTF8.self)
    }
}

extension TrialTap {
    /// Whether the tester copies the link.
    fileprivate var isCopied: Bool {
        switch self {
        case .typed, .mail, .chat, .instagram: true
        case .page, .sameHost, .ownPage, .script, .camera, .intent, .scheme, .getApp: false
        }
    }
}

extension SeenRequest {
    /// The request and the decision, in a few words.
    fileprivate var sentence: String {
        switch kind {
        case .click: "a click, answered with \(answer)"
        case .fallback: "the fallback of the intent, answered with \(answer)"
        case .button: "the button’s link, answered with \(answer)"
        case .page: "the page of the link"
        case .app: "the app’s question"
        case .install: "the claim of the installed app"
        }
    }

    private var answer: String {
        page == nil ? decision.map(\.rawValue) ?? "nothing" : "a page"
    }
}
