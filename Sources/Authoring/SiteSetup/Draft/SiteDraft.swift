public import Routing

/// A site as it follows from what people state and what files say.
///
/// A value: an answer more makes another draft.
public struct SiteDraft: Sendable {
    /// The site.
    public internal(set) var site: SiteDefinition
    /// Where its parts come from, for comments in its file.
    var origins: [Part: String] = [:]
    /// What was found, left out, and decided between files that disagree; a sentence each.
    public internal(set) var remarks: [String]
    /// An https address that links of the site may lead to.
    var webPage: String?
    let statements: SiteStatements
    let facts: SourceFacts

    /// A part of the site's file that has a comment.
    enum Part: Hashable, Sendable {
        case hosts, handler, pageHost, urlPatterns, app(AppDefinition.Store, String)
    }

    /// Makes the draft.
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
        site.apps = androidApps() + appleApps()
        noteSharedLinks()
        setPageHost()
        site.options.androidFallbackPage = site.apps.contains { $0.store == .android }
        site.name = statements[.name] ?? proposedName(project)
    }

    /// The exports of links among the files, for the import that comes after.
    public var exports: [String] { facts.exports }

    /// A checked value of a file; where it is not valid, a remark, and nil.
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
