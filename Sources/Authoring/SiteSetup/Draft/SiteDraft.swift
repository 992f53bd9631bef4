import PageDesign
public import Routing

/// A site derived from options, answers and files.
///
/// A value type: a further answer creates another draft.
public struct SiteDraft: Sendable {
    /// The site.
    public internal(set) var site: SiteDefinition
    /// The origins of its parts, for comments in its file.
    var origins: [Part: String] = [:]
    /// Findings, omissions, and choices between conflicting files, one sentence each.
    public internal(set) var remarks: [String]
    /// An https address that links of the site may lead to.
    var webPage: String?
    let statements: SiteStatements
    let facts: SourceFacts

    /// A part of the site's file that has a comment.
    enum Part: Hashable, Sendable {
        case hosts, handler, pageHost, urlPatterns, app(AppDefinition.Store, String)
    }

    /// Builds the draft.
    public init(_ statements: SiteStatements, _ facts: SourceFacts) {
        self.statements = statements
        self.facts = facts
        remarks = facts.remarks
        site = SiteDefinition(name: "")
        setHosts()
        let project = project()
        setHandler(project)
        setDomains(project)
        setPatterns()
        setWebPage()
        site.apps = androidApps() + appleApps() + harmonyApps()
        noteSharedLinks()
        setPageHost()
        setDeferred()
        site.options.androidFallbackPage = site.apps.contains { $0.store == .android }
        site.name = statements[.name] ?? proposedName(project)
    }

    /// Enables deferred links, and on request the tokens that pages copy.
    private mutating func setDeferred() {
        let copiesToken = statements[.copyToken] == "yes"
        let days = statements[.deferred].flatMap { Int($0) }
        guard copiesToken || days != nil else { return }
        var deferred = DeferredLinksDefinition()
        deferred.days = days ?? deferred.days
        site.deferred = deferred
        guard copiesToken else { return }
        var pages = PagesDefinition()
        pages.copiesToken = true
        site.pages = pages
    }

    /// The link exports among the files, for the import that follows.
    public var exports: [String] { facts.exports }

    /// A validated value of a file, or `nil` with a remark if it is invalid.
    mutating func checked(_ value: String, _ datum: Datum, _ source: String) -> String? {
        do throws(SetupFault) {
            return try datum.checked(value)
        } catch {
            let reason = error.message.dropFirst(datum.flag.count + 2)
            remarks.append("\(source): left out: \(reason)")
            return nil
        }
    }
}
