import AdminPages
import Access
import ByteText
import Configuration
import Daemon
import HTTP
import Links
import Markup
import Routing
import Rules
import Settings
import Threads

/// Previews a change of one rule file: checks it and runs it on the cases and on the most recent decisions. The browser
/// can save the changed file; it is written here only if the settings and the visitor's token allow it.
struct DraftRoom: ConsoleRoom {
    static let path = "/rules/draft"
    /// The number of recent decisions that a draft is compared on.
    private static let lastDecisions = 500
    /// The maximum number of changes shown.
    private static let mostShown = 50

    private let view: DaemonView
    private let patience: Duration

    let place: ConsolePlace? = nil
    let threads = JobThreads(
        name: "console-draft", most: 2, limits: JobThreads.Limits(jobs: 32, jobsOfOne: 4, bytesOfOne: 8 << 20))
    let templates = [(name: "draft", text: DraftTemplate.text)]

    init(_ view: DaemonView, patience: Duration) { (self.view, self.patience) = (view, patience) }

    func has(_ path: String) -> Bool { path == Self.path }

    func page(_ request: AdminPageRequest) -> ConsolePage {
        // Files may concern several sites, and a draft is compared on the clicks of all of them.
        guard request.visitor?.credential.sites == nil else {
            return MessagePage.forbidden("Drafts require a token for all sites.")
        }
        var page = ConsolePage("draft")
        let limit = RuleDraft.limit(for: request, patience)
        do {
            let rules = try view.loadRules()
            // Skips images and page templates, which can't be edited here.
            let files = rules.files.filter { $0.hasSuffix(".yaml") }
            let file = files.first { $0 == (request.form["file"] ?? request.query["file"]) } ?? files.first
            guard let file else { return MessagePage.notFound }
            let known = rules.text(of: file)
            // Browsers end lines with CR LF.
            let text = request.form["text"]?.replacing("\r\n", with: "\n") ?? known
            if request.form["save"] != nil {
                let name = file.split(separator: "/").last.map(String.init) ?? file
                page.file = ("application/yaml", name, Array(text.utf8))
                return page
            }
            if request.form["write"] != nil, let done = write(file, text, request, limit, to: &page) { return done }
            Self.write(files, chosen: file, text, to: &page.values)
            if let editor = view.rules, editor.admits(request.visitor) {
                page.values.set("may_write", editor.mayWrite(file))
                page.values.set("has_history", true)
                page.values["checkout"] = editor.checkout
                page.values["file_version"] = request.form["file_version"] ?? editor.version(of: file)
            }
            let form = TryForm(request.form)
            page.values["link"] = form[.link]
            page.values["user_agent"] = form[.userAgent]
            if request.isPost {
                page.values.set("is_changed", text != known)
                try answer(file, text, request, limit, to: &page.values)
            }
        } catch {
            page.values["fault"] = "The rule files can't be read: \(error)"
        }
        return page
    }

    /// Writes the file and redirects to the rules. Returns `nil` if it was not written, after adding the reason to the
    /// page.
    private func write(
        _ file: String, _ text: String, _ request: AdminPageRequest, _ limit: WorkLimit, to page: inout ConsolePage
    ) -> ConsolePage? {
        guard let editor = view.rules else {
            return MessagePage.forbidden("This daemon's rules can't be changed here.")
        }
        if editor.admits(request.visitor), editor.mayWrite(file),
            let failing = view.failingCases(replacing: file, with: text, now: request.now, limit: limit),
            !failing.isConfirmed(by: request.form)
        {
            page.status = .unprocessableContent
            failing.write(to: &page.values)
            page.values["said"] = "Not written: cases fail."
            return nil
        }
        do throws(RuleEditor.Refusal) {
            try editor.write(file, text, over: request.form["file_version"] ?? "", for: request, limit: limit)
            page.onward = "/rules?done=written"
            return page
        } catch {
            (page.status, page.values["write_fault"]) = (error.status, error.message)
            page.values.set("write_lines", linesOf: error.lines)
            page.values["said"] = page.values["write_fault"]
            // Keeps the typed text; reopening the file shows the conflicting change.
            page.values.set("is_outdated", error == .changed)
            return nil
        }
    }

    private static func write(_ files: [String], chosen: String, _ text: String, to values: inout PageValues) {
        values["file"] = chosen
        values.set("text", linesOf: text)
        values.set(
            "files",
            rows: files.map { file in
                var row = PageValues()
                row["name"] = file
                row.set("chosen", file == chosen)
                return row
            })
    }

    private func answer(
        _ file: String, _ text: String, _ request: AdminPageRequest, _ limit: WorkLimit,
        to values: inout PageValues
    ) throws {
        let loaded = try view.loadRules(replacing: file, with: Array(text.utf8), limit: limit)
        let draft = view.draft(loaded, now: request.now, limit: limit)
        values.set("answered", true)
        // Findings come last: they report probable mistakes in the draft, the rest shows its effect.
        defer { RulesText(loaded, sites: nil).write(draft.findings(), to: &values) }
        guard !loaded.hasErrors else {
            values["said"] = "The draft has errors."
            return
        }
        if request.form["write"] == nil { values["said"] = "Checked." }
        Self.write(TryForm(request.form), draft, to: &values)
        if let results = draft.runCases() { Self.write(results, to: &values) }
        let requests = view.lastDecidedRequests(Self.lastDecisions)
        values.set("no_log", view.settings.decisionLog == nil)
        values.set("no_decisions", view.settings.decisionLog != nil && requests.isEmpty)
        if !requests.isEmpty, let (decided, changes) = draft.changes(of: requests) {
            values["decided"] = counted(decided, "decision")
            values.set("has_changes", !changes.isEmpty)
            values["change_count"] = String(changes.count)
            values.set("changes", rows: changes.prefix(Self.mostShown).map(Self.row))
        }
    }

    /// Tries the form's link, if any, with the draft.
    private static func write(_ form: TryForm, _ draft: RuleDraft, to values: inout PageValues) {
        guard !form[.link].isEmpty else { return }
        do throws(TryForm.Fault) {
            guard let (before, after) = try draft.compare(form) else { return }
            values.set("has_tried", true)
            values["before"] = before
            values["after"] = before == after ? nil : after
        } catch {
            values.set("has_tried", true)
            values["tried_fault"] = error.message
        }
    }

    private static func write(_ results: RuleDraft.CaseResults, to values: inout PageValues) {
        values.set("has_cases", true)
        values["passed"] = counted(results.passed, "case")
        values["failed"] = counted(results.failures.count, "case")
        values["not_run"] = results.notRun.isEmpty ? nil : counted(results.notRun.count, "case")
        values.set("has_failures", !results.failures.isEmpty)
        values.set(
            "failures",
            rows: results.failures.prefix(mostShown).map { failure in
                var row = PageValues()
                row["id"] = failure.id
                row.set("is_new", failure.isNew)
                row.set("lines", linesOf: Masking.masked(failure.mismatches.joined(separator: "\n")))
                return row
            })
    }

    private static func row(_ change: RuleDraft.Change) -> PageValues {
        var row = PageValues()
        row["link"] = Masking.masked(change.link)
        row["before"] = change.before
        row["after"] = change.after
        return row
    }
}

extension DaemonView {
    /// A draft to compare with the active rules.
    fileprivate func draft(_ loaded: LoadedRules, now: Int64, limit: WorkLimit) -> RuleDraft {
        RuleDraft(loaded, ruleSet, makeShortLinks(), settings, now: now, limit: limit)
    }

    /// The cases that fail with a file replaced; `nil` if there are none. Unreadable files are refused when they are
    /// written.
    ///
    /// - Parameter limit: The work limit; cases beyond it count as failing.
    func failingCases(
        replacing file: String, with text: String, now: Int64, limit: WorkLimit
    ) -> FailingCases? {
        guard let loaded = try? loadRules(replacing: file, with: Array(text.utf8), limit: limit) else { return nil }
        return FailingCases(draft(loaded, now: now, limit: limit))
    }
}

extension LoadedRules {
    /// The text of a file by its path in the directory; empty if it was not read.
    fileprivate func text(of file: String) -> String {
        // With both `site.yaml` and `sites/site.yaml`, the directory's own has the shorter path.
        let places = sources.keys.filter { $0 == file || $0.hasSuffix("/" + file) }
        let source = places.min { $0.utf8.count < $1.utf8.count }.flatMap { sources[$0] }
        guard let source else { return "" }
        return (1...max(1, source.lineCount)).compactMap { source.line($0) }.joined(separator: "\n")
    }
}
