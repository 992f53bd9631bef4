import ServiceFiles
import ByteText
import Glibc
import LinkCatalog
package import LinkStore

/// The file next to a node's store for links that a resync removes although they were never deleted at the source.
///
/// JSON lines in the format of `fingerpost link export` and `fingerpost link import`. It grows with each such resync.
package struct LostLinksFile: Sendable {
    let path: String

    package init(directory: String) { path = "\(directory)/lost-links.jsonl" }

    /// Appends links; returns the path. They are on disk before a resync removes them.
    package func append(_ links: [LinkRecord]) throws -> String {
        var writer = LinkFileWriter(.jsonl)
        var bytes: [UInt8] = []
        for link in links { writer.append(link, to: &bytes) }
        // Safe: the path is read within the call.
        let descriptor = unsafe open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard descriptor >= 0 else { throw failure }
        defer { close(descriptor) }
        var rest = bytes[...]
        while !rest.isEmpty {
            // Safe: the bytes are read within the call.
            let count = unsafe rest.withUnsafeBytes { unsafe write(descriptor, $0.baseAddress, $0.count) }
            guard count > 0 else { throw failure }
            rest = rest.dropFirst(count)
        }
        guard fsync(descriptor) == 0 else { throw failure }
        return path
    }

    private var failure: StartupFault {
        // Safe: strerror returns a string that is valid at least until the next call, and is copied here.
        StartupFault("\(path): \(unsafe String(cString: strerror(errno)))")
    }
}
