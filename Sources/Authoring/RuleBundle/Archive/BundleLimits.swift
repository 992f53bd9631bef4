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
