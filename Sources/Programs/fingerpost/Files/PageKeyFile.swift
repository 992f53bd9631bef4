import Glibc

/// The file of the secret that addresses of pages are sealed with.
enum PageKeyFile {
    /// Reads the secret: all bytes of the file, 32 at the least and a block at the most.
    static func load(_ path: String) throws -> [UInt8] {
        try SecretFile.examine(path)
        // Safe: Swift lends the string's bytes for the time of the call.
        let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else {
            // Safe: strerror gives a string that lives at least until the next call, and is copied here.
            throw Failure("\(path): the page key file can't be read: \(unsafe String(cString: strerror(errno)))")
        }
        defer { close(descriptor) }
        var secret = [UInt8](repeating: 0, count: 4096)
        // Safe: no more is written than there is room for, within the call.
        let count = unsafe secret.withUnsafeMutableBytes { unsafe read(descriptor, $0.baseAddress, $0.count) }
        // A secret that can be guessed would let anybody make pages.
        guard count >= 32 else { throw Failure("\(path): the secret has less than 32 bytes; openssl rand makes one") }
        return Array(secret[..<count])
    }
}
