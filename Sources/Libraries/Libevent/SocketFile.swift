import Glibc

/// The file at the path of a Unix socket; symbolic links are not followed.
struct SocketFile: Equatable {
    let path: String
    let isSocket: Bool
    private let device: UInt
    private let inode: UInt

    /// Examines the path of an address. Returns `nil` if there is no file or the address has no path.
    init?(of address: SocketAddress) {
        guard case .unix(let path) = address else { return nil }
        var status = stat()
        // Safe: the string is terminated and valid during the call, which fills in a local.
        guard unsafe lstat(path, &status) == 0 else { return nil }
        self.path = path
        isSocket = status.st_mode & S_IFMT == S_IFSOCK
        (device, inode) = (UInt(status.st_dev), UInt(status.st_ino))
    }

    func remove() {
        // Safe: the string is terminated and valid during the call.
        _ = unsafe unlink(path)
    }
}
