import AdminPages
import RuleDelivery
import Access
import Daemon
import HTTP
import Markup
import Threads

/// Earlier versions of rule files that were changed in the console, and restoring them.
struct HistoryRoom: ConsoleRoom {
    static let path = "/rules/history"
    /// The maximum number of changes shown.
    private static let mostShown = 50

    private let view: DaemonView
    private let patience: Duration

    let place: ConsolePlace? = nil
    let threads = JobThreads(name: "console-history")
    let templates = [(name: "history", text: HistoryTemplate.text)]

    init(_ view: DaemonView, patience: Duration) { (self.view, self.patience) = (view, patience) }

    func has(_ path: String) -> Bool { path == Self.path && view.rules != nil }

    func page(_ request: AdminPageRequest) -> ConsolePage {
        guard let editor = view.rules, editor.admits(request.visitor) else {
            return MessagePage.forbidden("This requires a token with the scope reload for all sites.")
        }
        var page = ConsolePage("history")
        if request.isPost {
            do throws(RuleEditor.Refusal) {
                guard let number = Int(request.form["number"] ?? "") else { throw .notFound }
                if let question = question(number, editor, request) { return question }
                try editor.putBack(number, for: request)
                page.onward = "/rules?done=returned"
                return page
            } catch {
                (page.status, page.values["fault"]) = (error.status, error.message)
                page.values.set("fault_lines", linesOf: error.lines)
            }
        }
        return list(editor, page)
    }

    /// The page that lists the cases which would fail with the restored file; `nil` if none would, or if they are
    /// confirmed.
    private func question(_ number: Int, _ editor: RuleEditor, _ request: AdminPageRequest) -> ConsolePage? {
        guard let former = editor.former(number),
            let failing = view.failingCases(
                replacing: former.file, with: former.text, now: request.now,
                limit: RuleDraft.limit(for: request, patience)),
            !failing.isConfirmed(by: request.form)
        else { return nil }
        var page = ConsolePage("history")
        page.status = .unprocessableContent
        page.values["number"] = String(number)
        failing.write(to: &page.values)
        return list(editor, page)
    }

    private func list(_ editor: RuleEditor, _ page: ConsolePage) -> ConsolePage {
        var page = page
        let changes = editor.written(Self.mostShown)
        page.values["checkout"] = editor.checkout
        page.values.set("is_empty", changes.isEmpty)
        page.values.set("changes", rows: changes.map(Self.row))
        return page
    }

    private static func row(_ change: RulesChange) -> PageValues {
        let difference = LineDifference(from: change.before, to: change.after)
        var row = PageValues()
        row["number"] = String(change.number)
        row["time"] = RulesText.time(change.time)
        // A user may have the name of a token.
        row["by"] = change.person.map { "\(change.by) (\($0.issuer))" } ?? change.by
        row["file"] = change.file
        row["added"] = String(difference.added)
        row["removed"] = String(difference.removed)
        row.set("lines", linesOf: difference.text)
        return row
    }
}
