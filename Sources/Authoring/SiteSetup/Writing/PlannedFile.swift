import Routing

/// A file that is to be written, complete.
public struct PlannedFile: Sendable, Equatable {
    /// Relative to the rules directory.
    public var path: String
    /// The contents.
    public var bytes: [UInt8]
    /// Whether it is the site's own, and not a copy of what ships.
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
