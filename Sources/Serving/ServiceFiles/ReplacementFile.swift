import Glibc

/// Atomically replaces a file: the new file is written next to it, synced to disk, and renamed.
///
/// A lock prevents two programs from doing so concurrently. The new file of a killed program is reused by the next.
package struct ReplacementFile: ~Copyable {
    private let target: String
    private let path: String
    private let descriptor: Int32

    /// Opens the new file next to `target`, and waits while another program has it locked.
    package init(of target: String) throws {
        self.target = target
        path = target + ".new"
        while true {
            // Safe: the string's bytes are valid for the duration of the call.
            let descriptor = unsafe open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
            guard descriptor >= 0 else { throw FileFault.system(path) }
            while flock(descriptor, LOCK_EX) != 0, errno == EINTR {}
            // The previous holder may have renamed it since.
            if Self.isSame(descriptor, path) {
                self.descriptor = descriptor
                return
            }
            close(descriptor)
        }
    }

    deinit {
        // A file that was not renamed is useless.
        if Self.isSame(descriptor, path) { unsafe unlink(path) }
        close(descriptor)
    }

    /// Writes the bytes and replaces the target, keeping its owner and mode.
    package consuming func commit(_ bytes: [UInt8]) throws {
        try copyOwner()
        guard ftruncate(descriptor, 0) == 0, Self.write(bytes, to: descriptor), fsync(descriptor) == 0,
            // Safe: the strings' bytes are valid for the duration of the call.
            unsafe rename(path, target) == 0
        else { throw FileFault.system(target) }
        syncDirectory()
    }

    /// Copies the owner and mode of the target. A new file is accessible only to its owner. If created by root, its owner is
    /// that of the directory, which may be a daemon's user; no other user can change a file's owner.
    private func copyOwner() throws {
        var status = stat()
        var mode = mode_t(0o600)
        var isOwn = false
        // Safe: the system fills in a local variable; the strings' bytes are valid for the duration of the calls.
        if unsafe stat(target, &status) == 0 {
            mode = status.st_mode & 0o777
        } else {
            guard unsafe stat(Self.directory(of: target), &status) == 0 else { throw FileFault.system(target) }
            isOwn = geteuid() != 0
        }
        isOwn = isOwn || status.st_uid == geteuid()
        guard isOwn || fchown(descriptor, status.st_uid, status.st_gid) == 0, fchmod(descriptor, mode) == 0 else {
            throw FileFault.system(target)
        }
    }

    private func syncDirectory() {
        // Safe: the string's bytes are valid for the duration of the call.
        let directory = unsafe open(Self.directory(of: target), O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard directory >= 0 else { return }
        fsync(directory)
        close(directory)
    }

    private static func directory(of path: String) -> String {
        guard let slash = path.lastIndex(of: "/") else { return "." }
        return slash == path.startIndex ? "/" : String(path[..<slash])
    }

    /// Whether a path refers to the open file.
    private static func isSame(_ descriptor: Int32, _ path: String) -> Bool {
        var open = stat()
        var named = stat()
        // Safe: the system fills in local variables; the string's bytes are valid for the duration of the call.
        guard unsafe fstat(descriptor, &open) == 0, unsafe stat(path, &named) == 0 else { return false }
        return open.st_dev == named.st_dev && open.st_ino == named.st_ino
    }

    /// Writes all bytes. On a full disk, the first call writes some, and the next one has the reason.
    private static func write(_ bytes: [UInt8], to descriptor: Int32) -> Bool {
        // Safe: the pointer is read within the calls only, before the end of the bytes.
        unsafe bytes.withUnsafeBytes { bytes in
            var place = 0
            while place < bytes.count, let start = bytes.baseAddress {
                let count = unsafe Glibc.write(descriptor, start + place, bytes.count - place)
                if count < 0, errno == EINTR { continue }
                guard count > 0 else { return false }
                place += count
            }
            return true
        }
    }
}

/// Paths of files.
package enum FilePlace {
    /// The absolute path of a file or directory, with symbolic links resolved; `nil`, with the reason in `errno`, if it does
    /// not exist.
    package static func absolute(_ path: String) -> String? {
        // Safe: the string's bytes are valid during the call. The returned text is copied, and freed here.
        guard let real = unsafe realpath(path, nil) else { return nil }
        defer { unsafe free(real) }
        return unsafe String(cString: real)
    }

    /// Whether the directory of a path permits creating an entry; otherwise the reason is in `errno`. Creates nothing.
    package static func permitsCreating(_ path: String) -> Bool {
        let directory = path.lastIndex(of: "/").map { $0 == path.startIndex ? "/" : String(path[..<$0]) } ?? "."
        // Safe: the string's bytes are valid during the call.
        return unsafe access(directory, W_OK | X_OK) == 0
    }
}
