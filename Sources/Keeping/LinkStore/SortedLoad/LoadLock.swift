import Glibc

/// Held by the one process that has unfinished tables in a store, until it is given up or the process ends.
final class LoadLock: Sendable {
    private let descriptor: Int32

    /// Nil where another process holds it, or the file can't be opened.
    init?(_ path: String) {
        // Safe: the path is read within the call. LMDB's own locks are of another kind, and on another file.
        let file = unsafe open(path, O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { return nil }
        guard flock(file, LOCK_EX | LOCK_NB) == 0 else {
            close(file)
            return nil
        }
        // From here on `deinit` closes it.
        descriptor = file
    }

    deinit {
        // Closing it would leave the lock to a child that has its own copy until it runs its program.
        flock(descriptor, LOCK_UN)
        close(descriptor)
    }
}
