import Glibc

/// Directories that everyone may write to, such as `/tmp`: anyone may put a symbolic link where a program expects a file of its own.
public enum OpenDirectory {
    /// The flag of `open` for a file: `O_NOFOLLOW` if its directory is one, else 0. Elsewhere links are the operator's, as those of
    /// mounted secrets and of `/dev/stdout`.
    public static func noFollow(_ path: String) -> Int32 { hasFile(path) ? O_NOFOLLOW : 0 }

    /// Whether a path is a symbolic link in such a directory.
    public static func hasLink(_ path: String) -> Bool {
        guard hasFile(path) else { return false }
        var status = stat()
        // Safe: the path is read within the call, and the system fills a local in.
        return unsafe lstat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFLNK
    }

    /// A sentence about a link that is not followed.
    public static func refusal(of path: String) -> String {
        "\(path): a symbolic link in a directory that everyone may write to is not followed; name the file itself"
    }

    private static func hasFile(_ path: String) -> Bool {
        var status = stat()
        let end = path.lastIndex(of: "/")
        let directory = end.map { $0 == path.startIndex ? "/" : String(path[..<$0]) } ?? "."
        // Safe: the path is read within the call, and the system fills a local in.
        return unsafe stat(directory, &status) == 0 && status.st_mode & S_IWOTH != 0
    }
}
