import ByteText
import Glibc
package import LinkStore
import Links
import OpenSSL

/// The file of the secret from which masks are derived: `mask_key_file`, or by default `mask.key` next to the links.
public enum MaskKeyFile {
    static let name = "mask.key"
    private static let purpose = "the mask key file"

    /// Installs the daemon's key. The file in the store's directory is created if it does not exist. Without such a
    /// directory, masks change with each start.
    package static func installForService(
        _ named: String?, beside store: LinkStore?, report: (String) -> Void
    ) throws(FileFault) {
        if let named { return MaskKey.install(try load(named, report)) }
        guard let directory = store?.directory else { return MaskKey.install(random()) }
        let path = "\(directory)/\(name)"
        guard let secret = try KeptSecret.secret(path, purpose, report: report) else {
            // This must not keep links from being served.
            report("\(path): can't store the mask key: masks change with each start")
            return MaskKey.install(random())
        }
        MaskKey.install(key(secret))
    }

    /// Installs the daemon's key for a command, if the file is readable, so that the masks in its output are equal to those
    /// in the daemon's logs. Otherwise all masks of a length are equal.
    ///
    /// - Parameters:
    ///   - named: The configured file.
    ///   - directory: The store's directory, for the default file.
    public static func installForCommand(_ named: String?, beside directory: String, report: (String) -> Void) {
        guard MaskKey.installed == nil else { return }
        let path = named ?? "\(directory)/\(name)"
        // Safe: the string's bytes are valid for the duration of the call.
        if named == nil, unsafe access(path, R_OK) != 0 { return }
        do {
            MaskKey.install(try load(path, report))
        } catch {
            report("\(error); all masks of the same length are equal")
        }
    }

    /// The secret in the file of a store's directory; `nil` if there is no usable one.
    package static func secret(in directory: String) -> [UInt8]? {
        try? SecretFile.secret("\(directory)/\(name)", purpose) { _ in }
    }

    /// Installs a secret, and writes it to the file in a store's directory; it is used even if that fails. A secret that is
    /// too short for the file is ignored, since the next start would refuse it.
    package static func replace(in directory: String, with secret: [UInt8]) throws {
        guard secret.count >= 32 else { return }
        MaskKey.install(key(secret))
        guard self.secret(in: directory) != secret else { return }
        let replacement = try ReplacementFile(of: "\(directory)/\(name)")
        try replacement.commit(secret)
    }

    private static func random() -> MaskKey { MaskKey(SecureRandom.bytes(count: 16)) }

    private static func load(_ path: String, _ report: (String) -> Void) throws(FileFault) -> MaskKey {
        key(try SecretFile.secret(path, purpose, report: report))
    }

    private static func key(_ secret: [UInt8]) -> MaskKey { MaskKey(Digest.sha256(secret.span)) }
}
