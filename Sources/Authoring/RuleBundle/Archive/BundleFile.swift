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

    /// Throws unless a file with this path can be part of an archive.
    static func requireValid(_ path: String) throws(BundleFault) {
        if let fault = fault(in: path) { throw BundleFault(.format, "the path `\(path)` \(fault)") }
        guard TarHeader.split(path) != nil else {
            throw BundleFault(.format, "the path `\(path)` is too long for an archive: shorten the name")
        }
    }

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

/// Size limits of bundles, which bound the work done on a bundle before its signature is verified.
public enum BundleLimits {
    /// The maximum size of the archive as transferred and stored.
    public static let archiveBytes = 64 << 20
    /// The maximum total size of all files.
    public static let contentBytes = 64 << 20
    /// The maximum size of the manifest, which is read before its signature is verified.
    static let manifestBytes = 4 << 20
    /// The maximum size of the signature file.
    static let signatureBytes = 4096
    /// The maximum number of files and folders.
    static let entries = 20_000
    /// The maximum padding after the end of the archive: tar fills its last record with zeros.
    static let paddingBytes = 1 << 16
}
