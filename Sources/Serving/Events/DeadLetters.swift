import Glibc

/// The dead-letter file: events that a webhook did not accept in time, one JSON line each, for an operator to inspect.
///
/// It is opened for each addition, so it can be moved away at any time.
struct DeadLetters: Sendable {
    let path: String
    /// The maximum size of the file in bytes.
    let limit: Int

    /// Appends events; `false` if there is no room or the file is a symbolic link.
    func add(_ events: [[UInt8]]) -> Bool {
        // Safe: the string's bytes are valid for the duration of the call.
        let descriptor = unsafe open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard descriptor >= 0 else { return false }
        defer { close(descriptor) }
        var bytes: [UInt8] = []
        for event in events { bytes += event + [0x0A] }
        let size = lseek(descriptor, 0, SEEK_END)
        guard size >= 0, Int(size) + bytes.count <= limit else { return false }
        // Safe: the kernel reads the array's own bytes within the call.
        let count = unsafe bytes.withUnsafeBytes { unsafe write(descriptor, $0.baseAddress, $0.count) }
        if count == bytes.count { return true }
        // Remove a partial line.
        _ = ftruncate(descriptor, size)
        return false
    }
}
