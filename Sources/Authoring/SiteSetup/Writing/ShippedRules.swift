/// The rules shipped with the program, found in installations and checkouts.
public struct ShippedRules: Sendable {
    /// The directory that contains them.
    public let directory: String

    /// The folders to copy, in addition to ``settings``: the documented semantics with their cases, and schemas for
    /// editors. Sites are not copied.
    static let folders = ["firebase", schemas]
    /// The folder of the schemas. Rules work without it, and copies of a rules directory may lack it.
    static let schemas = "schema"
    /// The file name of the daemon's settings in the directory.
    public static let settings = "fingerpost.yaml"

    /// The path of the daemon's settings. In an installation's own directory, it contains that installation's settings.
    public var settingsFile: String { "\(directory)/\(Self.settings)" }

    /// Finds the rules in the given directory or, without one, at the first place that contains them.
    ///
    /// - Parameters:
    ///   - stated: A directory given by the user, in which case no other is searched.
    ///   - program: The path of the running program.
    public static func find(stated: String?, program: String) throws(SetupFault) -> ShippedRules {
        if let stated {
            guard isShipped(stated) else {
                throw SetupFault(
                    "--shipped \(stated): no shipped rules there; expected a directory that contains `firebase/*.yaml`"
                )
            }
            return ShippedRules(directory: stated)
        }
        let places = places(program: program)
        // A complete place is better than an earlier one without schemas.
        let found = places.first { isShipped($0) && hasSchemas($0) } ?? places.first(where: isShipped)
        guard let found else {
            throw SetupFault(
                "can't find the shipped rules (a directory that contains `firebase/*.yaml`); tried \(places.joined(separator: ", ")); set it with --shipped"
            )
        }
        return ShippedRules(directory: found)
    }

    /// The places that are searched, in order.
    static func places(program: String) -> [String] {
        let parts = program.split(separator: "/", omittingEmptySubsequences: false)
        var places = [parts.dropLast(2).joined(separator: "/") + "/share/fingerpost/rules"]
        // A program built in a checkout uses that checkout, wherever it is started.
        if let build = parts.lastIndex(of: ".build") {
            places.append(parts[..<build].joined(separator: "/") + "/rules")
        }
        // The last two may be directories of an installation with local changes.
        return (places + ["/usr/share/fingerpost/rules", "rules", "/etc/fingerpost/rules"]).reduce(into: []) {
            if !$0.contains($1) { $0.append($1) }
        }
    }

    /// Whether a directory contains the shipped rules.
    public static func isShipped(_ directory: String) -> Bool {
        ((try? FolderListing.names(in: directory + "/firebase")) ?? []).contains { $0.hasSuffix(".yaml") }
    }

    /// Whether a directory contains the schemas.
    public static func hasSchemas(_ directory: String) -> Bool {
        ((try? FolderListing.names(in: "\(directory)/\(schemas)")) ?? []).contains { $0.hasSuffix(".json") }
    }

    /// Whether the schemas are among the files.
    public var hasSchemas: Bool { Self.hasSchemas(directory) }

    /// The files with their contents, sorted by path; without schemas if the directory has none.
    public func files() throws(SetupFault) -> [PlannedFile] {
        var paths: [String] = []
        for folder in Self.folders where folder != Self.schemas || hasSchemas {
            let names = try FolderListing.names(in: "\(directory)/\(folder)")
            paths += names.filter { $0.hasSuffix(".yaml") || $0.hasSuffix(".json") }.map { "\(folder)/\($0)" }
        }
        var files: [PlannedFile] = []
        let settings = try FolderListing.names(in: directory).filter { $0 == Self.settings }
        for path in paths.sorted() + settings {
            files.append(PlannedFile(path: path, bytes: try FileBytes.read("\(directory)/\(path)"), isOwn: false))
        }
        return files
    }
}
