/// A file of a bundle: its path in the rules directory and its bytes.
public struct BundleFile: Sendable, Equatable {
    /// The relative path, with slashes: `sites/example.yaml`.
    public var path: String
    /// The content.
    public var bytes: [UInt8]

    /// A file with its path and bytes.
    public init(path: String, bytes: [UInt8]) {
        self.path = path
        self.bytes = bytes
    }
}

/// Checks file names in bundles: they must stay inside the bundle's folder on every system, and be representable in ustar.
enum BundlePath {
    private static let maximumBytes = 255
    private static let maximumDepth = 16

    /// The problem with a path, as the end of a sentence, or `nil` if it is valid.
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
        return parts.contains { $0.hasPrefix(".") } ? "has a hidden part" : nil
    }
}
