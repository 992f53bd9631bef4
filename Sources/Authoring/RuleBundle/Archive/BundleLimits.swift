/// What a bundle may measure. Whoever reads one that nobody has signed yet spends no more than this.
public enum BundleLimits {
    /// The most bytes of the archive as it is sent and kept.
    public static let archiveBytes = 64 << 20
    /// The most bytes of all files together.
    public static let contentBytes = 64 << 20
    /// The most bytes of the list of files, which is read before the signature is checked.
    static let manifestBytes = 4 << 20
    /// The most bytes of the signature's file.
    static let signatureBytes = 4096
    /// The most files and folders.
    static let entries = 20_000
    /// The most bytes after the end of the archive: tar fills its last record up with zeros.
    static let paddingBytes = 1 << 16
}
