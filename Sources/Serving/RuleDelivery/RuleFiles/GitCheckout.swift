import Glibc

/// Finds the Git work tree of a directory by its `.git`, without running Git.
package enum GitCheckout {
    /// The root of the work tree; `nil` if neither the directory nor a parent contains `.git`, a directory or, in a linked
    /// work tree, a file.
    package static func root(of directory: String) -> String? {
        // Safe: the string's bytes are valid during the call; the returned text is copied, and freed here.
        guard let real = unsafe realpath(directory, nil) else { return nil }
        defer { unsafe free(real) }
        var path = unsafe String(cString: real)
        while true {
            let parent = path == "/" ? "" : path
            // Safe: the string's bytes are valid during the call.
            if unsafe access("\(parent)/.git", F_OK) == 0 { return path }
            guard let slash = path.lastIndex(of: "/"), path != "/" else { return nil }
            path = slash == path.startIndex ? "/" : String(path[..<slash])
        }
    }
}
