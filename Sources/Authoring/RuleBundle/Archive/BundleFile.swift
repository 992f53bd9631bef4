/// A file of a bundle: its path in the rules directory, and its bytes.
public struct BundleFile: Sendable, Equatable {
    /// Relative, with slashes: `sites/example.yaml`.
    public var path: String
    /// What is in it.
    public var bytes: [UInt8]

    /// A file as it was read.
    public init(path: String, bytes: [UInt8]) {
        self.path = path
        self.bytes = bytes
    }
}

/// The names that files of a bundle may have: those that lead into its folder on every system, and that ustar can write.
enum BundlePath {
    private static let maximumBytes = 255
    private static let maximumDepth = 16

    /// What is wrong with a path, as the end of a sentence; nil for nothing.
    static func fault(in path: String) -> String? {
        guard !path.isEmpty, path.utf8.count <= maximumBytes else { return "is empty or longer than 255 bytes" }
        guard !path.hasPrefix("/") else { return "is absolute" }
        guard !path.unicodeScalars.contains(where: { $0.value < 0x20 || $0.value == 0x7F || $0 == "\\" }) else {
            return "has a control character or a backslash"
        }
        let parts = path.split(separator: "/", omittingEmptySubsequences: false)
        guard parts.count <= maximumDepth else { return "is nested more than 16 deep" }
        guard !parts.contains(where: \.isEmpty) else { return "has an empty part" }
        guard !parts.contains("..") else { return "leads out of the folder (`..`)" }
        return parts.contains { $0.hasPrefix(".") } ? "has a part that is hidden" : nil
    }
}
