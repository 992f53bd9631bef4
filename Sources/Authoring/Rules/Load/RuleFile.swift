/// A file of a rules directory and its bytes.
struct RuleFile: Sendable {
    enum Kind: Sendable {
        /// Sites and rules, which determine decisions.
        case rules
        case cases
        case settings
        /// A file used by pages (``PageFiles``).
        case page
    }

    /// The path relative to the directory: `firebase/email-link.yaml`.
    var path: String
    /// The path as printed, which begins with the directory's.
    var displayName: String
    var bytes: [UInt8]

    /// The name of the daemon's settings file.
    static let settingsName = "fingerpost.yaml"

    /// Whether a file with this name is read.
    static func isRead(_ name: String) -> Bool {
        name.hasSuffix(".yaml") || PageFiles.suffixes.contains { name.hasSuffix($0) }
    }

    var kind: Kind {
        if !path.hasSuffix(".yaml") { return .page }
        if path.hasSuffix(".cases.yaml") { return .cases }
        return path == Self.settingsName ? .settings : .rules
    }

    /// The prefix of IDs: the path without its suffix.
    var identifier: String {
        let suffix = kind == .cases ? ".cases.yaml" : ".yaml"
        return String(path.dropLast(suffix.count))
    }
}
