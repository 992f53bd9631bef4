/// The rules that ship with the program, found where installations and checkouts have them.
public struct ShippedRules: Sendable {
    /// The directory that has them.
    public let directory: String

    /// The files to copy: the documented semantics with their cases, the schemas for editors, the daemon's settings.
    /// Sites are not among them.
    static let folders = ["firebase", "schema"]
    /// The name of the file with the daemon's settings, in the directory.
    public static let settings = "fingerpost.yaml"

    /// The path of the daemon's settings. An installation's own directory has its own settings in this place.
    public var settingsFile: String { "\(directory)/\(Self.settings)" }

    /// Finds them: where they are stated to be, else at the first place that has them.
    ///
    /// - Parameters:
    ///   - stated: A directory that a person names; no other is looked at then.
    ///   - program: The path of the running program.
    public static func find(stated: String?, program: String) throws(SetupFault) -> ShippedRules {
        if let stated {
            guard isShipped(stated) else {
                throw SetupFault(
                    "--shipped \(stated): the shipped rules are not there; expected a directory with `firebase/*.yaml` in it"
                )
            }
            return ShippedRules(directory: stated)
        }
        let places = places(program: program)
        guard let found = places.first(where: isShipped) else {
            throw SetupFault(
                "can't find the shipped rules (a directory with `firebase/*.yaml` in it); looked for \(places.joined(separator: ", ")); state it with --shipped"
            )
        }
        return ShippedRules(directory: found)
    }

    /// Where they are looked for, in this order.
    static func places(program: String) -> [String] {
        let parts = program.split(separator: "/", omittingEmptySubsequences: false)
        var places = [parts.dropLast(2).joined(separator: "/") + "/share/fingerpost/rules"]
        // A program that was built in a checkout knows that checkout, wherever it is started.
        if let build = parts.lastIndex(of: ".build") {
            places.append(parts[..<build].joined(separator: "/") + "/rules")
        }
        // The last two may be directories of an installation, with changes of its own.
        return (places + ["/usr/share/fingerpost/rules", "rules", "/etc/fingerpost/rules"]).reduce(into: []) {
            if !$0.contains($1) { $0.append($1) }
        }
    }

    /// Whether a directory has the shipped rules.
    public static func isShipped(_ directory: String) -> Bool {
        ((try? FolderListing.names(in: directory + "/firebase")) ?? []).contains { $0.hasSuffix(".yaml") }
    }

    /// The files with their contents, in the order of their paths.
    public func files() throws(SetupFault) -> [PlannedFile] {
        var paths: [String] = []
        for folder in Self.folders {
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
