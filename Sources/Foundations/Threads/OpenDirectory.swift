import Glibc

/// World-writable directories such as `/tmp`, where any user can plant a symbolic link at the path of a program's file.
public enum OpenDirectory {
    /// The `open` flag for a file: `O_NOFOLLOW` if its directory is world-writable, otherwise 0. In other directories links are
    /// under the operator's control, such as those of mounted secrets and `/dev/stdout`.
    public static func noFollow(_ path: String) -> Int32 { hasFile(path) ? O_NOFOLLOW : 0 }

    /// Whether a path is a symbolic link in a world-writable directory.
    public static func hasLink(_ path: String) -> Bool {
        guard hasFile(path) else { return false }
        var status = stat()
        // Safe: the path is read only during the call, which fills a local variable.
        return unsafe lstat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFLNK
    }

    /// The error message for a link that is not followed.
    public static func refusal(of path: String) -> String {
        "\(path): symbolic links in world-writable directories are not followed; use the path of the file itself"
    }

    private static func hasFile(_ path: String) -> Bool {
        var status = stat()
        let end = path.lastIndex(of: "/")
        let directory = end.map { $0 == path.startIndex ? "/" : String(path[..<$0]) } ?? "."
        // Safe: the path is read only during the call, which fills a local variable.
        return unsafe stat(directory, &status) == 0 && status.st_mode & S_IWOTH != 0
    }
}
