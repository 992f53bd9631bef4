import Glibc

/// The text of a file that the kernel writes when it is read, as those of `/proc` and `/sys`.
struct SystemText {
    /// Its first 8 KiB; what is not UTF-8 is replaced.
    let text: String

    /// Reads a file at once; nil where that can't be done.
    init?(_ path: String) {
        // Swift lends the string's bytes for the time of the call.
        let file = unsafe open(path, O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { return nil }
        defer { close(file) }
        var bytes = [UInt8](repeating: 0, count: 8192)
        // The array has as many bytes as the call may write, and lives until it returns.
        let count = unsafe read(file, &bytes, bytes.count)
        guard count >= 0 else { return nil }
        text = String(decoding: bytes[..<count], as: UTF8.self)
    }
}
