public import Foundation

/// A folder that is removed when the object is released.
public final class ScratchFolder {
    public let url: URL

    public init() throws {
        url = FileManager.default.temporaryDirectory.appending(path: "fingerpost-tests-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(at: url) }

    public var path: String { url.path() }

    /// Writes a file, and creates its parent folders.
    @discardableResult
    public func file(_ name: String, _ text: String) throws -> URL {
        let file = url.appending(path: name)
        try FileManager.default.createDirectory(
            at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(text.utf8).write(to: file)
        return file
    }
}

/// A rules directory: the shipped rules, and the test's own sites.
public final class RulesFolder {
    public let folder: ScratchFolder

    /// The root of the repository.
    public static let repository = URL(filePath: #filePath).appending(path: "../../..").standardized
    public static let shippedRules = repository.appending(path: "rules")

    /// Copies `rules/firebase` and adds a site; a site in JSON is also YAML.
    public init(site: String) throws {
        folder = try ScratchFolder()
        try FileManager.default.copyItem(
            at: Self.shippedRules.appending(path: "firebase"), to: folder.url.appending(path: "firebase"))
        try folder.file("sites/site.yaml", site)
    }

    public var path: String { folder.path }

    public func replaceSite(with site: String) throws { try folder.file("sites/site.yaml", site) }
}
