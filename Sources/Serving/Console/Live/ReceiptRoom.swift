import AdminPages
import Access
import ByteText
import Daemon
import HTTP
import LinkCatalog
import Links
import Markup
import Receipts
import Routing
import RuleDelivery
import ServiceFiles
import Settings
import Threads

/// A decision of the log: what led to it, with the rules and the short link of its time, and as a case. Without an ID, the
/// latest decisions on a short link.
struct ReceiptRoom: ConsoleRoom {
    static let path = "/live/decision"
    private static let mostListed = 20

    private let view: DaemonView

    let place: ConsolePlace? = nil
    let threads = JobThreads(name: "console-receipt")
    let templates = [
        (name: "receipt", text: ReceiptTemplate.text), (name: "receipts", text: ReceiptTemplate.list),
    ]

    init(_ view: DaemonView) { self.view = view }

    func has(_ path: String) -> Bool { path == Self.path }

    func page(_ request: AdminPageRequest) -> ConsolePage {
        guard let credential = request.visitor?.credential, credential.scopes.contains(.read) else {
            return MessagePage.forbidden("Your token lacks the scope links.read.")
        }
        if let id = request.query["id"] { return page(ofDecision: id, credential.sites) }
        guard let link = request.query["link"], !link.isEmpty else { return MessagePage.notFound }
        return list(of: link, credential.sites)
    }

    // MARK: - A decision

    private func page(ofDecision id: String, _ sites: Set<String>?) -> ConsolePage {
        let found = view.loggedDecisions(containing: id, 100).compactMap { DecisionReceipt($0.span) }
        guard let receipt = found.last(where: { $0.id == id }), isShown(receipt, sites) else {
            return MessagePage.page(
                .notFound, "Not found",
                "The decision is not among the last ones of the decision log. To find older ones, use: "
                    + "fingerpost explain --decision \(id) --log FILE")
        }
        var page = ConsolePage("receipt")
        page.values["id"] = receipt.id
        page.values["time"] = RulesText.time(receipt.time)
        page.values["rule_set"] = receipt.ruleSet
        page.values["link"] = Masking.masked(receipt.input["link"]?.string ?? "")
        page.values["line"] = receipt.line.text
        do { try write(receipt, to: &page.values) } catch {
            page.values["fault"] = "\(error)"
        }
        return page
    }

    private func write(_ receipt: DecisionReceipt, to values: inout PageValues) throws {
        guard let store = view.storeDirectory else { throw FileFault.noStore }
        let former = try FormerRules(beside: store)
        let version = try former.version(receipt.ruleSet)
        let explanation = try receipt.explain(with: version.ruleSet, view.makePastLinks())
        let answer = TryBench.Answer(request: receipt.input.object ?? JSONObject(), explanation: explanation.json)
        TryText(answer, TryForm()).write(to: &values)
        if let period = former.period(of: receipt.ruleSet, at: receipt.time) {
            values["from"] = RulesText.time(period.from)
            values["until"] = period.until.map { RulesText.time($0) }
        }
        values["doubt"] = explanation.doubt?.sentence.sentence
        values.set("differs", !explanation.differences.isEmpty)
        values.set("is_same", explanation.differences.isEmpty && explanation.doubt == nil)
        values.set(
            "differences",
            rows: explanation.differences.map { difference in
                var row = PageValues()
                row["member"] = difference.member
                (row["logged"], row["repeated"]) = (difference.logged, difference.repeated)
                return row
            })
    }

    private func isShown(_ receipt: DecisionReceipt, _ sites: Set<String>?) -> Bool {
        guard let sites else { return true }
        return view.ruleSet.siteName(of: receipt.input["link"]?.string ?? "").map { sites.contains($0) } ?? false
    }

    // MARK: - The decisions on a link

    private func list(of link: String, _ sites: Set<String>?) -> ConsolePage {
        let wanted = "https://\(link)"
        let found = view.loggedDecisions(containing: link, 2_000).compactMap { DecisionReceipt($0.span) }
        let shown = found.filter { receipt in
            guard let own = receipt.input["link"]?.string, isShown(receipt, sites) else { return false }
            return own == wanted || own.hasPrefix("\(wanted)?")
        }
        var page = ConsolePage("receipts")
        page.values["link"] = link
        page.values.set("has_log", view.settings.decisionLog != nil)
        page.values.set("is_empty", shown.isEmpty)
        page.values.set(
            "decisions",
            rows: shown.suffix(Self.mostListed).reversed().map { receipt in
                var row = PageValues()
                row["moment"] = RulesText.time(receipt.time)
                row["id_query"] = ListedLink.encoded(receipt.id)
                row["decision"] = receipt.line["decision"]?.string
                row["rule"] = receipt.line["rule"]?.string ?? receipt.line["error"]?.string
                return row
            })
        return page
    }
}

extension FileFault {
    fileprivate static let noStore = FileFault("there is no link store, next to which rule sets are kept")
}
