public import Configuration
import Denials
public import Expressions
public import Routing
public import Settings

/// The contents of a rules directory, with diagnostics.
public struct LoadedRules: Sendable {
    /// Sites in the order of their files.
    public var sites: [SiteDefinition] = []
    /// Rules of all sites, in the order of their files.
    public var rules: [RuleDefinition] = []
    /// The patterns of all conditions.
    public var patterns = PatternList()
    /// `sha256:…` over the names and bytes of what decides: sites and rules, not cases or settings, but for the page host
    /// and the denied targets that settings give to sites (``apply(_:)``).
    public var hash = ""
    /// The cases, in the order of their files.
    public var cases: [RuleCase] = []
    /// What `fingerpost.yaml` sets; empty if there is none.
    public var settings = SettingsFile()
    /// Of all files, in order; if there is an error, the rules must not be used.
    public var diagnostics: [FileDiagnostic] = []
    /// Where each rule is, by its ID.
    public var locations: [String: SourceLocation] = [:]
    /// The page host of sites that name none, those that requests bring along included.
    public internal(set) var pageHost: String?
    /// The targets that no link may lead to; nil for none.
    var denied: DenyList?
    /// The paths of the files that were read, relative to the directory.
    public var files: [String] = []

    /// Where the parts of each site are, by its name.
    public var places: [String: SitePlaces] = [:]
    /// The files' texts, by their names as printed: for the lines of messages. See ``RuleDirectory/load(path:keepsSources:)``.
    public var sources: [String: SourceFile] = [:]

    /// Nothing: no sites, no rules, no diagnostics.
    public init() {}

    /// Whether a file has an error, so that the rules must not be used.
    public var hasErrors: Bool { diagnostics.contains { $0.severity == .error } }
}
