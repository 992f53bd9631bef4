import ByteText
import Glibc
import OpenSSL
import RuleBundle

/// Where the last good bundle of an address is kept: the bundle itself, which is verified again when it is read, and its tag.
///
/// The bundle is replaced by a rename, so that the file is the old one or the new one at every moment. The tag's file names the
/// bundle that it belongs to: one of another bundle is not used.
struct BundleFolder: Sendable {
    /// The folder.
    let path: String
    /// The file of the bundle.
    let file: String
    private let tagFile: String

    /// The folder at a path, for the bundles of an address.
    init(_ path: String, for address: BundleAddress) {
        self.path = path
        file = "\(path)/\(address.fileName).tar.gz"
        tagFile = "\(path)/\(address.fileName).etag.json"
    }

    /// Makes the folder, and those on the way to it, where they are not there; throws where no bundle could be kept in it.
    func prepare() throws(FileFault) {
        var end = path.startIndex
        while end < path.endIndex {
            end = path[path.index(after: end)...].firstIndex(of: "/") ?? path.endIndex
            // Safe: Swift lends the string's bytes for the time of the call.
            guard unsafe mkdir(String(path[..<end]), 0o700) == 0 || errno == EEXIST else {
                throw Self.noPlace(.system("\(path[..<end])"))
            }
        }
        // Safe: as above.
        guard unsafe access(path, W_OK | X_OK) == 0 else { throw Self.noPlace(.system(path)) }
    }

    private static func noPlace(_ fault: FileFault) -> FileFault {
        FileFault("\(fault): no place to keep the last good bundle; name one with --bundle-folder")
    }

    /// The bundle that is kept, not yet verified; nil if there is none.
    func archive() throws(FileFault) -> [UInt8]? {
        // Safe: Swift lends the string's bytes for the time of the call.
        guard unsafe access(file, F_OK) == 0 || errno != ENOENT else { return nil }
        return try SecretFile.bytes(file, "the kept bundle", limit: BundleLimits.archiveBytes + 1)
    }

    /// The tag of a bundle; nil if the folder has none for it.
    func tag(of digest: String) -> String? {
        guard let bytes = try? SecretFile.bytes(tagFile, "the tag of the kept bundle", limit: 16_384),
            let value = try? JSONValue(parsing: bytes.span), value["sha256"]?.string == digest
        else { return nil }
        return value["etag"]?.string
    }

    /// Keeps a bundle that has been verified, in place of the one before.
    func keep(_ archive: [UInt8], digest: String, tag: String?) throws {
        let replacement = try ReplacementFile(of: file)
        try replacement.commit(archive)
        try keep(tag: tag, digest: digest)
    }

    /// Keeps the tag of the bundle that is there already.
    func keep(tag: String?, digest: String) throws {
        let value: JSONValue = ["sha256": .string(digest), "etag": tag.map { .string($0) } ?? .null]
        let replacement = try ReplacementFile(of: tagFile)
        try replacement.commit(Array((value.text + "\n").utf8))
    }

    /// Reads and verifies the bundle that is kept; nil if there is none.
    func bundle(trusting keys: [VerifyingKey]) throws(BundleFault) -> SignedBundle? {
        let archive: [UInt8]?
        do throws(FileFault) { archive = try self.archive() } catch {
            throw BundleFault(.storage, error.description)
        }
        guard let archive else { return nil }
        do throws(BundleFault) { return try SignedBundle(archive, trusting: keys) } catch {
            throw BundleFault(error.kind, "\(file): \(error)")
        }
    }
}
