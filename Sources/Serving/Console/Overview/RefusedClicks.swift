import ByteText
import Daemon
import Links
import Markup
import Routing

/// A site's refused clicks since startup, by reason.
struct RefusedClicks {
    private let count: UInt64
    /// The reasons in words, the most frequent first.
    private let reasons: [(text: String, count: UInt64)]

    /// - Parameters:
    ///   - site: The site.
    ///   - isOnlySite: Whether the daemon has no other site, and the visitor may see the clicks of no site as well.
    init(of site: String, isOnlySite: Bool, _ view: DaemonView) {
        let activity = view.activity()
        let sites: Set<String>? = isOnlySite ? nil : [site]
        count = activity.decisions(.error, sites: sites)
        reasons = activity.refusals(sites: sites).sorted { ($1.value, $0.key) < ($0.value, $1.key) }
            .map { (text: Self.sentence(of: $0.key), count: $0.value) }
    }

    /// A reason code in words.
    static func sentence(of code: String) -> String {
        if code == "rule" { return "A rule refuses the link." }
        if code == LinkFault.Code.passwordRequired.name.description { return "The page asked for the link's password." }
        return LinkFault.Code.allCases.first { $0.name.description == code }?.sentence.description ?? code
    }

    func write(to values: inout PageValues) {
        values.set("has_refused", count > 0)
        values["refused"] = grouped(Int(clamping: count))
        values.set("has_refusals", !reasons.isEmpty)
        values.set(
            "refusals",
            rows: reasons.map { reason in
                var row = PageValues()
                row["reason"] = reason.text
                row["reason_clicks"] = grouped(Int(clamping: reason.count))
                return row
            })
    }

    /// The section of the start page.
    static let template = """
        <section class="card" aria-labelledby="refused-heading">
        <h2 id="refused-heading">Refused clicks</h2>
        {{^has_refused}}<p class="good">None since the daemon was started.</p>{{/has_refused}}
        {{#has_refused}}<p><b>{{refused}}</b> since the daemon was started. Visitors got a page with the reason.</p>
        {{#has_refusals}}<table><thead><tr><th scope="col">Reason</th><th scope="col" class="number">Clicks</th></tr></thead>
        <tbody>{{#refusals}}<tr><th scope="row">{{reason}}</th><td class="number">{{reason_clicks}}</td></tr>{{/refusals}}</tbody></table>{{/has_refusals}}
        <p><a href="/live#refusals-heading">The latest ones</a> · <a href="/links/refused">Links that the rules refuse</a></p>{{/has_refused}}
        </section>
        """
}
