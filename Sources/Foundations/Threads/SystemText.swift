import Glibc

/// The text of a file that the kernel generates on reading, as in `/proc` and `/sys`.
struct SystemText {
    /// The first 8 KiB, with invalid UTF-8 repaired.
    let text: String

    /// Reads a file in one call; `nil` on failure.
    init?(_ path: String) {
        // Safe: the string's bytes are valid during the call.
        let file = unsafe open(path, O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { return nil }
        defer { close(file) }
        var bytes = [UInt8](repeating: 0, count: 8192)
        // Safe: the array has as many bytes as the call may write, and lives until it returns.
        let count = unsafe read(file, &bytes, bytes.count)
        guard count >= 0 else { return nil }
        text = String(decoding: bytes[..<count], as: UTF8.self)
    }
}
