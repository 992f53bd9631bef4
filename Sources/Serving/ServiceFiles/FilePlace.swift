import Glibc

/// Paths of files.
package enum FilePlace {
    /// The absolute path of a file or directory, with symbolic links resolved; `nil`, with the reason in `errno`, if it does
    /// not exist.
    package static func absolute(_ path: String) -> String? {
        // Safe: the string's bytes are valid during the call. The returned text is copied, and freed here.
        guard let real = unsafe realpath(path, nil) else { return nil }
        defer { unsafe free(real) }
        return unsafe String(cString: real)
    }
}
