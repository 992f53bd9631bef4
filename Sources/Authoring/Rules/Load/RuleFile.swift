/// A file of a rules directory, as it was read.
struct RuleFile: Sendable {
    enum Kind: Sendable {
        /// Sites and rules: what decides.
        case rules
        case cases
        case settings
        /// What pages are made of (``PageFiles``).
        case page
    }

    /// Relative to the directory: `firebase/email-link.yaml`.
    var path: String
    /// As it is printed: the path with the directory's before it.
    var displayName: String
    var bytes: [UInt8]

    /// The name of the file of the daemon's settings.
    static let settingsName = "fingerpost.yaml"

    /// Whether a file of the name is read.
    static func isRead(_ name: String) -> Bool {
        name.hasSuffix(".yaml") || PageFiles.suffixes.contains { name.hasSuffix($0) }
    }

    var kind: Kind {
        if !path.hasSuffix(".yaml") { return .page }
        if path.hasSuffix(".cases.yaml") { return .cases }
        return path == Self.settingsName ? .settings : .rules
    }

    /// What IDs start with: the path without its suffix.
    var identifier: String {
        let suffix = kind == .cases ? ".cases.yaml" : ".yaml"
        return String(path.dropLast(suffix.count))
    }
}
