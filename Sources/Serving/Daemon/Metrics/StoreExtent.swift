import Glibc
import LinkStore

/// What the store takes of its disk, in bytes. What can't be found out is 0.
struct StoreExtent: Sendable {
    var usedBytes = 0
    var fileBytes = 0
    /// What is left for programs that are not root's.
    var freeBytes = 0

    init() {}

    /// Looks now; costs a read of the store and one system call.
    init(_ store: LinkStore) {
        if let extent = try? store.extent() { (fileBytes, usedBytes) = extent }
        var status = statvfs()
        // Safe: the path is read and one statvfs is written, both within the call.
        guard unsafe statvfs(store.path, &status) == 0 else { return }
        freeBytes = Int(clamping: status.f_bavail) &* Int(clamping: status.f_frsize)
    }
}
