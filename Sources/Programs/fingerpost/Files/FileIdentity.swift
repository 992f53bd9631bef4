import Glibc

/// What a plain file is told apart by, under whatever names.
struct FileIdentity: Equatable {
    private let device: UInt
    private let inode: UInt

    /// Looks at what a path leads to; nil for what is no plain file.
    init?(_ path: String) {
        var status = stat()
        // Safe: Swift lends the string's bytes for the call, which fills a local in.
        guard unsafe stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
        (device, inode) = (UInt(status.st_dev), UInt(status.st_ino))
    }
}
