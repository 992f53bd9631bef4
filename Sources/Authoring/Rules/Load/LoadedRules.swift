public import Configuration
import Denials
public import Expressions
public import Routing
public import Settings

/// The contents of a rules directory, with diagnostics.
public struct LoadedRules: Sendable {
    /// Sites, in file order.
    public var sites: [SiteDefinition] = []
    /// Shared rules, in file order.
    public var rules: [RuleDefinition] = []
    /// The patterns of all conditions.
    public var patterns = PatternList()
    /// `sha256:…` over the names and bytes of the files that determine decisions: sites and rules, without cases and
    /// settings, except for the page host, the denied targets and the device corrections from settings
    /// (``apply(_:reading:)``).
    public var hash = ""
    /// The cases, in file order.
    public var cases: [RuleCase] = []
    /// The settings of `fingerpost.yaml`; empty if there is no such file.
    public var settings = SettingsFile()
    /// The diagnostics of all files, in order. If one is an error, the rules must not be used.
    public var diagnostics: [FileDiagnostic] = []
    /// The place of each rule, by its ID.
    public var locations: [String: SourceLocation] = [:]
    /// The page host of sites without one, including sites in requests.
    public internal(set) var pageHost: String?
    /// The denied targets, or `nil` for none.
    var denied: DenyList?
    /// What ``hash`` covers.
    public var content = RuleSetContent()
    /// The corrections of the device classification for all sites.
    public internal(set) var corrections: [PlacedCorrection] = []
    /// The files of device corrections in the directory, by their printed names.
    var deviceFiles: [String: DeviceFile] = [:]
    /// The paths of the files that were read, relative to the directory.
    public var files: [String] = []

    /// The places of the parts of each site, by its name.
    public var places: [String: SitePlaces] = [:]
    /// The texts of the files by their printed names, for excerpts in messages. See ``RuleDirectory/load(path:forReview:)``.
    public var sources: [String: SourceFile] = [:]

    /// Empty: no sites, no rules, no diagnostics.
    public init() {}

    /// Whether a file has an error, so that the rules must not be used.
    public var hasErrors: Bool { diagnostics.contains { $0.severity == .error } }
}
