package import ServiceFiles
package import Client
import ByteText
import Glibc
import OpenSSL
import RuleBundle

/// The folder with the last good bundle of an address: the bundle, which is verified again whenever it is read, and its tag.
///
/// The bundle is replaced by a rename, so the file is always either the old or the new one. The tag's file contains the
/// digest of its bundle; a tag of another bundle is ignored.
package struct BundleFolder: Sendable {
    /// The folder.
    package let path: String
    /// The bundle's file.
    let file: String
    private let tagFile: String

    /// The folder at a path, for the bundles of an address.
    package init(_ path: String, for address: ServerURL) {
        self.path = path
        file = "\(path)/\(address.fileName).tar.gz"
        tagFile = "\(path)/\(address.fileName).etag.json"
    }

    /// Creates the folder and its parents if they do not exist; throws if no bundle could be kept in it.
    package func prepare() throws(FileFault) {
        var end = path.startIndex
        while end < path.endIndex {
            end = path[path.index(after: end)...].firstIndex(of: "/") ?? path.endIndex
            // Safe: the string's bytes are valid for the duration of the call.
            guard unsafe mkdir(String(path[..<end]), 0o700) == 0 || errno == EEXIST else {
                throw Self.noPlace(.system("\(path[..<end])"))
            }
        }
        // Safe: as above.
        guard unsafe access(path, W_OK | X_OK) == 0 else { throw Self.noPlace(.system(path)) }
    }

    private static func noPlace(_ fault: FileFault) -> FileFault {
        FileFault("\(fault): no folder for the last good bundle; set one with --bundle-folder")
    }

    /// The kept bundle, not yet verified; `nil` if there is none.
    func archive() throws(FileFault) -> [UInt8]? {
        // Safe: the string's bytes are valid for the duration of the call.
        guard unsafe access(file, F_OK) == 0 || errno != ENOENT else { return nil }
        return try SecretFile.bytes(file, "the kept bundle", limit: BundleLimits.archiveBytes + 1)
    }

    /// The tag of a bundle; `nil` if the folder has none for it.
    func tag(of digest: String) -> String? {
        guard let bytes = try? SecretFile.bytes(tagFile, "the tag of the kept bundle", limit: 16_384),
            let value = try? JSONValue(parsing: bytes.span), value["sha256"]?.string == digest
        else { return nil }
        return value["etag"]?.string
    }

    /// Keeps a verified bundle, replacing the previous one.
    func keep(_ archive: [UInt8], digest: String, tag: String?) throws {
        let replacement = try ReplacementFile(of: file)
        try replacement.commit(archive)
        try keep(tag: tag, digest: digest)
    }

    /// Keeps the tag of the bundle that is already in the folder.
    func keep(tag: String?, digest: String) throws {
        let value: JSONValue = ["sha256": .string(digest), "etag": tag.map { .string($0) } ?? .null]
        let replacement = try ReplacementFile(of: tagFile)
        try replacement.commit(Array((value.text + "\n").utf8))
    }

    /// Reads and verifies the kept bundle; `nil` if there is none.
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
