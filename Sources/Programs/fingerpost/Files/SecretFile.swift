import Glibc

/// A file that holds a secret, or says who may do what: whom its mode lets in.
///
/// Who may write to it may do everything with it, so that such a file is refused, as ssh does it. One that others may read is
/// reported and used, as nginx uses it: secrets that are mounted into containers are so by default. What its group may do is
/// the operator's affair (Debian's `ssl-cert`).
enum SecretFile {
    /// Throws where everybody may write to the file, and says where everybody may read it. A file that can't be looked at is
    /// left to those who read it.
    static func examine(_ path: String) throws {
        var status = stat()
        // Safe: Swift lends the string's bytes for the call, which fills a local in.
        guard unsafe stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return }
        if status.st_mode & S_IWOTH != 0 {
            throw Failure("\(path): everybody on this machine may write to it, so it is not used; chmod o= \(path)")
        }
        if status.st_mode & S_IROTH != 0 {
            Output.error("\(path): warning: everybody on this machine may read it; chmod o= \(path)")
        }
    }
}
