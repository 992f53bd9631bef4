public import Settings

/// The files that settings may name and have read.
///
/// Whoever writes rules that are in force may name any file. A draft is written by people who may only look: it has the files read that
/// the rules in force name, and no others.
public struct NamedFiles: Sendable, Equatable {
    /// `nil` for all.
    private let paths: Set<String>?

    private init(paths: Set<String>?) { self.paths = paths }

    /// Any file.
    public static let all = NamedFiles(paths: nil)

    /// Only files of these paths, as settings state them.
    public static func only(_ paths: Set<String>) -> NamedFiles { NamedFiles(paths: paths) }

    /// The files that settings name and that loading rules reads.
    public init(namedBy settings: DaemonSettings) { self = .only(Set([settings.deniedTargets].compactMap(\.self))) }

    /// Whether a file may be opened.
    public func contains(_ path: String) -> Bool { paths?.contains(path) ?? true }
}
