import Glibc

/// A lock on the unfinished tables of a store, held by one process until it is released or the process ends.
final class LoadLock: Sendable {
    private let descriptor: Int32

    /// `nil` if another process holds it, or the file can't be opened.
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
        // Closing it would leave the lock to a forked child that has a copy of the descriptor until it calls exec.
        flock(descriptor, LOCK_UN)
        close(descriptor)
    }
}
