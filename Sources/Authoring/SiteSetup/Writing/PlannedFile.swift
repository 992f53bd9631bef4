import Routing

/// A file to be written, with its complete contents.
public struct PlannedFile: Sendable, Equatable {
    /// The path relative to the rules directory.
    public var path: String
    /// The contents.
    public var bytes: [UInt8]
    /// Whether the file belongs to the site rather than being a copy of a shipped one.
    public var isOwn: Bool

    init(path: String, bytes: [UInt8], isOwn: Bool) { (self.path, self.bytes, self.isOwn) = (path, bytes, isOwn) }

    init(path: String, text: String) { self.init(path: path, bytes: Array(text.utf8), isOwn: true) }
}

extension SiteDraft {
    /// The site's own files.
    public var files: [PlannedFile] {
        let cases = CasesFile.text(self).map { PlannedFile(path: "sites/\(site.name).cases.yaml", text: $0) }
        return [PlannedFile(path: "sites/\(site.name).yaml", text: SiteFile.text(self))] + [cases].compactMap { $0 }
    }
}
