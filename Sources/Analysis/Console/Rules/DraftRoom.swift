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

/// A change of one file of the rules, before anybody makes it: checked, run on the cases and on the last decisions. The changed file
/// can be saved by the browser; it is written here only where the settings and the visitor's token allow it.
struct DraftRoom: ConsoleRoom {
    static let path = "/rules/draft"
    /// How many of the last decisions a draft is held against.
    private static let lastDecisions = 500
    /// How many changes are shown.
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
        // Files may be about several sites, and a draft is held against the clicks of all.
        guard request.visitor?.credential.sites == nil else {
            return MessagePage.forbidden("Drafts are for tokens that are valid for all sites.")
        }
        var page = ConsolePage("draft")
        let limit = RuleDraft.limit(for: request, patience)
        do {
            let rules = try view.loadRules()
            // Pictures and templates of pages are among the files, and no text that can be drafted here.
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
            if let desk = view.rules, desk.admits(request.visitor) {
                page.values.set("may_write", desk.mayWrite(file))
                page.values.set("has_history", true)
                page.values["checkout"] = desk.checkout
                page.values["file_version"] = request.form["file_version"] ?? desk.version(of: file)
            }
            let form = TryForm(request.form)
            page.values["link"] = form[.link]
            page.values["user_agent"] = form[.userAgent]
            if request.isPost {
                page.values.set("is_changed", text != known)
                try answer(file, text, request, limit, to: &page.values)
            }
        } catch {
            page.values["fault"] = "The files of the rules can't be read: \(error)"
        }
        return page
    }

    /// Writes the file, and goes on to the rules; nil where it is not written, and the page says why.
    private func write(
        _ file: String, _ text: String, _ request: AdminPageRequest, _ limit: WorkLimit, to page: inout ConsolePage
    ) -> ConsolePage? {
        guard let desk = view.rules else { return MessagePage.forbidden("This daemon's rules are not written here.") }
        if desk.admits(request.visitor), desk.mayWrite(file),
            let failing = view.failingCases(replacing: file, with: text, now: request.now, limit: limit),
            !failing.isConfirmed(by: request.form)
        {
            page.status = .unprocessableContent
            failing.write(to: &page.values)
            page.values["said"] = "Not written: cases fail."
            return nil
        }
        do throws(RulesDesk.Refusal) {
            try desk.write(file, text, over: request.form["file_version"] ?? "", for: request, limit: limit)
            page.onward = "/rules?done=written"
            return page
        } catch {
            (page.status, page.values["write_fault"]) = (error.status, error.message)
            page.values.set("write_lines", linesOf: error.lines)
            page.values["said"] = page.values["write_fault"]
            // To see what somebody else has written, one opens the file again; nothing typed is lost meanwhile.
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
        // Findings last: they say what may be wrong with the draft, all else what it does.
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

    /// Tries the link of the form with the draft, where it has one.
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
    /// A draft, held against the rules in force.
    fileprivate func draft(_ loaded: LoadedRules, now: Int64, limit: WorkLimit) -> RuleDraft {
        RuleDraft(loaded, ruleSet, makeShortLinks(), settings, now: now, limit: limit)
    }

    /// The cases that fail with a file replaced; `nil` if there are none. Files that can't be read are refused when they are written.
    ///
    /// - Parameter limit: How much work may be done; the cases beyond it count as failing.
    func failingCases(
        replacing file: String, with text: String, now: Int64, limit: WorkLimit
    ) -> FailingCases? {
        guard let loaded = try? loadRules(replacing: file, with: Array(text.utf8), limit: limit) else { return nil }
        return FailingCases(draft(loaded, now: now, limit: limit))
    }
}

extension LoadedRules {
    /// The text of a file that was read, by its path in the directory; empty for any other.
    fileprivate func text(of file: String) -> String {
        // Of `site.yaml` and `sites/site.yaml`, the directory's own has the shorter path.
        let places = sources.keys.filter { $0 == file || $0.hasSuffix("/" + file) }
        let source = places.min { $0.utf8.count < $1.utf8.count }.flatMap { sources[$0] }
        guard let source else { return "" }
        return (1...max(1, source.lineCount)).compactMap { source.line($0) }.joined(separator: "\n")
    }
}
