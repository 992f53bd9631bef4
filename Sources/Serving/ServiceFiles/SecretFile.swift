import Files
import Glibc
import Threads

/// Checks the mode of a file that contains a secret or grants permissions.
///
/// Any user with write access has all its permissions, so a world-writable file is refused, as in ssh. A world-readable file
/// is reported and used, as in nginx: secrets mounted into containers are readable by default. Group access is the operator's
/// decision (Debian's `ssl-cert`).
public enum SecretFile {
    /// Throws if the file is world-writable, and reports if it is world-readable. If the file can't be examined, does
    /// nothing; reading it fails later.
    public static func examine(_ path: String, report: (String) -> Void) throws(FileFault) {
        var status = stat()
        // Safe: the string's bytes are valid for the duration of the call, which fills in a local variable.
        guard unsafe stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return }
        if status.st_mode & S_IWOTH != 0 {
            throw FileFault("\(path): world-writable, so it is not used; chmod o= \(path)")
        }
        if status.st_mode & S_IROTH != 0 {
            report("\(path): warning: world-readable; chmod o= \(path)")
        }
    }

    /// The bytes of a secret: at least 32, since a guessable one is worthless, and at most the first 4096.
    ///
    /// - Parameter what: The name of the file's purpose, for messages: `the page key file`.
    package static func secret(_ path: String, _ what: String, report: (String) -> Void) throws(FileFault) -> [UInt8] {
        try examine(path, report: report)
        let secret = try bytes(path, what, limit: 4096)
        guard secret.count >= 32 else {
            throw FileFault("\(path): \(what) has fewer than 32 bytes; create one with openssl rand -hex 32")
        }
        return secret
    }

    /// The first bytes of a file, at most `limit`.
    ///
    /// - Parameter what: The name of the file's purpose, for messages.
    public static func bytes(_ path: String, _ what: String, limit: Int) throws(FileFault) -> [UInt8] {
        do throws(RegularFileFault) {
            return try RegularFile.start(of: path, atMost: limit, followsLink: OpenDirectory.noFollow(path) == 0)
        } catch {
            if error == .system(ELOOP), OpenDirectory.hasLink(path) { throw FileFault(OpenDirectory.refusal(of: path)) }
            throw FileFault("\(path): can't read \(what): \(error)")
        }
    }
}

/// The password file of a source of truth, with one line.
public enum SourcePassword {
    /// The password, without the line break. Throws if the file can't be read, or is world-writable.
    public static func read(_ path: String) throws(FileFault) -> String {
        try SecretFile.examine(path) { _ in }
        let bytes = try SecretFile.bytes(path, "the source's password file", limit: 4096)
        return String(decoding: bytes.prefix { $0 != 0x0A && $0 != 0x0D }, as: UTF8.self)
    }
}
