import ByteText
import Files
import Glibc
import OpenSSL

/// A secret that is generated once and kept in a file next to the links.
package enum KeptSecret {
    /// The secret in a file, which is created with mode 0600 if it does not exist.
    ///
    /// - Parameter purpose: The name of the file's purpose, for messages: `the page key file`.
    /// - Returns: `nil` if the file can't be created, for example in a read-only directory or on a full disk.
    static func secret(_ path: String, _ purpose: String, report: (String) -> Void) throws(FileFault) -> [UInt8]? {
        // Safe: the string's bytes are valid for the duration of the call.
        if unsafe access(path, F_OK) != 0 {
            do { try make(path) { Array((Hexadecimal.text(SecureRandom.bytes(count: 32)) + "\n").utf8) } } catch {
                return nil
            }
        }
        return try SecretFile.secret(path, purpose, report: report)
    }

    /// Creates a file with mode 0600, unless another program was faster.
    package static func make(_ path: String, _ secret: () -> [UInt8]) throws {
        let replacement = try ReplacementFile(of: path)
        // Safe: the string's bytes are valid for the duration of the call.
        if unsafe access(path, F_OK) == 0 { return }
        try replacement.commit(secret())
    }
}

/// The file of the secret that seals page addresses if no `page_key_file` is set: `page.key` next to the links.
package enum PageKeyFile {
    /// The secret in a store's directory. It is created if it does not exist; `nil`, with a report, if that fails.
    package static func secret(in directory: String, report: (String) -> Void) throws(FileFault) -> [UInt8]? {
        let path = "\(directory)/page.key"
        if let secret = try KeptSecret.secret(path, "the page key file", report: report) { return secret }
        // This must not keep links from being served.
        report("\(path): can't store the page key: pages in open tabs expire with each start")
        return nil
    }
}
