import Glibc
package import LinkStore

/// The disk space used by the store, in bytes; 0 if unknown.
package struct StoreExtent: Sendable {
    package var usedBytes = 0
    package var fileBytes = 0
    /// The space available to unprivileged programs.
    package var freeBytes = 0

    init() {}

    /// Reads the current sizes. Costs a read of the store and one system call.
    package init(_ store: LinkStore) {
        if let extent = try? store.extent() { (fileBytes, usedBytes) = extent }
        var status = statvfs()
        // Safe: the path is read and one statvfs is written, both within the call.
        guard unsafe statvfs(store.path, &status) == 0 else { return }
        freeBytes = Int(clamping: status.f_bavail) &* Int(clamping: status.f_frsize)
    }
}
