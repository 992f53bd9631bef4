public import Settings

/// The files that settings may refer to.
///
/// The author of active rules may refer to any file. A draft may come from a user with read-only access: it may only
/// refer to the files that the active rules already use.
public struct NamedFiles: Sendable, Equatable {
    /// `nil` for all files.
    private let paths: Set<String>?

    private init(paths: Set<String>?) { self.paths = paths }

    /// Any file.
    public static let all = NamedFiles(paths: nil)

    /// Only files with these paths, as spelled in settings.
    public static func only(_ paths: Set<String>) -> NamedFiles { NamedFiles(paths: paths) }

    /// The files that settings refer to and that loading rules reads.
    public init(namedBy settings: DaemonSettings) { self = .only(Set([settings.deniedTargets].compactMap(\.self))) }

    /// Whether a file may be opened.
    public func contains(_ path: String) -> Bool { paths?.contains(path) ?? true }
}
