import Settings
import ByteText
import Glibc
import Links
import LinkStore
import OpenSSL

/// The file of the secret that masks are drawn with: the one that `mask_key_file` names, else `mask.key` beside the links.
enum MaskKeyFile {
    static let name = "mask.key"

    /// Installs the daemon's key. The file in the store's directory is made where it is absent; where there is no such
    /// directory, masks change with each start.
    static func installForService(_ named: String?, beside store: LinkStore?) throws {
        if let named { return MaskKey.install(try load(named)) }
        let directory = store.flatMap { store in
            store.path.lastIndex(of: "/").map { String(store.path[..<$0]) }
        }
        guard let directory else { return MaskKey.install(MaskKey(SecureRandom.bytes(count: 16))) }
        let path = "\(directory)/\(name)"
        // Safe: Swift lends the string's bytes for the time of the call.
        if unsafe access(path, F_OK) != 0 {
            // A directory that is read only, or a full disk, must not keep links from being served.
            do { try make(path) } catch {
                Output.error("\(path): the mask key can't be kept there: masks change with each start")
                return MaskKey.install(MaskKey(SecureRandom.bytes(count: 16)))
            }
        }
        MaskKey.install(try load(path))
    }

    /// Installs the daemon's key for a command, if it may be read: what it shows has the masks of the daemon's logs then.
    /// Else all masks of a length are alike.
    static func installForCommand(_ file: SettingsFile, beside place: StorePlace? = nil) {
        guard MaskKey.installed == nil else { return }
        let settings = SettingsResolver.resolve(file: file, environment: Environment.variables).settings
        let directory = (place ?? StorePlace(named: settings.store)).directory
        let path = settings.maskKeyFile ?? "\(directory)/\(name)"
        // Safe: Swift lends the string's bytes for the time of the call.
        if settings.maskKeyFile == nil, unsafe access(path, R_OK) != 0 { return }
        do {
            MaskKey.install(try load(path))
        } catch {
            Output.error("\((error as? Failure)?.message ?? path); all masks of a length are alike")
        }
    }

    private static func make(_ path: String) throws {
        let replacement = try ReplacementFile(of: path)
        // Safe: Swift lends the string's bytes for the time of the call.
        if unsafe access(path, F_OK) == 0 { return }  // Another program was faster.
        try replacement.commit(Array((Hexadecimal.text(SecureRandom.bytes(count: 32)) + "\n").utf8))
    }

    /// The key of the bytes of a file, of which there are 32 at the least and a block at the most.
    private static func load(_ path: String) throws -> MaskKey {
        try SecretFile.examine(path)
        // Safe: Swift lends the string's bytes for the time of the call.
        let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw fault(path) }
        defer { close(descriptor) }
        var secret = [UInt8](repeating: 0, count: 4096)
        // Safe: no more is written than there is room for, within the call.
        let count = unsafe secret.withUnsafeMutableBytes { unsafe read(descriptor, $0.baseAddress, $0.count) }
        guard count >= 0 else { throw fault(path) }
        guard count >= 32 else {
            throw Failure("\(path): the mask key file has fewer than 32 bytes; openssl rand -hex 32 makes one")
        }
        return MaskKey(Digest.sha256(secret.span.extracting(0..<count)))
    }

    private static func fault(_ path: String) -> Failure {
        // Safe: strerror gives a string that lives at least until the next call, and is copied here.
        Failure("\(path): the mask key file can't be read: \(unsafe String(cString: strerror(errno)))")
    }
}
