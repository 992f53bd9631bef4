import Glibc

/// The file at the path of a Unix socket, symbolic links not followed.
struct SocketFile: Equatable {
    let path: String
    let isSocket: Bool
    private let device: UInt
    private let inode: UInt

    /// Looks at the path of an address; nil where nothing is there, and for an address that has none.
    init?(of address: SocketAddress) {
        guard case .unix(let path) = address else { return nil }
        var status = stat()
        // Safe: the string is terminated and lives during the call, which fills a local in.
        guard unsafe lstat(path, &status) == 0 else { return nil }
        self.path = path
        isSocket = status.st_mode & S_IFMT == S_IFSOCK
        (device, inode) = (UInt(status.st_dev), UInt(status.st_ino))
    }

    func remove() {
        // Safe: the string is terminated and lives during the call.
        _ = unsafe unlink(path)
    }
}
