import Glibc

/// The file of events that a webhook did not accept in time: a line of JSON for each, for an operator to look at.
///
/// It is opened for each addition, so that it can be moved away at any time.
struct DeadLetters: Sendable {
    let path: String
    /// How many bytes it may have.
    let limit: Int

    /// Adds events; false if there is no room for them or the file is a symbolic link.
    func add(_ events: [[UInt8]]) -> Bool {
        // Safe: Swift lends the string's bytes for the time of the call.
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
        // No half of a line stays.
        _ = ftruncate(descriptor, size)
        return false
    }
}
