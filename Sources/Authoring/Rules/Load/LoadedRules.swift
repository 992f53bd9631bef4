public import Configuration
public import Settings
public import Expressions
public import Routing

/// What a rules directory holds, and what is wrong in it.
public struct LoadedRules: Sendable {
    /// Sites in the order of their files.
    public var sites: [SiteDefinition] = []
    /// Rules of all sites, in the order of their files.
    public var rules: [RuleDefinition] = []
    /// The patterns of all conditions.
    public var patterns = PatternList()
    /// `sha256:…` over the names and bytes of what decides: sites and rules, neither cases nor settings.
    public var hash = ""
    public var cases: [RuleCase] = []
    /// What `fingerpost.yaml` sets; empty where there is none.
    public var settings = SettingsFile()
    /// Of all files, in their order; where there is an error, the rules are not to be used.
    public var diagnostics: [FileDiagnostic] = []
    /// Where each rule stands, by its id.
    public var locations: [String: SourceLocation] = [:]
    /// The paths of the files that were read, relative to the directory.
    public var files: [String] = []

    /// Where the parts of each site stand, by its name.
    public var places: [String: SitePlaces] = [:]
    /// The files' texts, by their names as printed: for the lines of messages.
    public var sources: [String: SourceFile] = [:]

    public init() {}

    public var hasErrors: Bool { diagnostics.contains { $0.severity == .error } }
}
