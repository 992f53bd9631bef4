import Glibc
import LinkStore
import OpenSSL

/// The reason why the store could not be copied, as a sentence.
struct BackupFault: Error, CustomStringConvertible {
    let description: String
}

/// A compact copy of a store in an unlinked file on the store's disk. It is deleted when its descriptor is closed.
@safe struct BackupCopy: ~Copyable {
    /// The disk space that a copy leaves free, since replicas keep writing.
    private static let reserve = 64 << 20

    private let descriptor: Int32
    /// The size in bytes.
    let bytes: Int

    /// Copies the store. Takes as long as the disk needs.
    init(of store: LinkStore) throws(BackupFault) {
        guard let directory = store.directory else { throw BackupFault(description: "the store has no directory") }
        try Self.requireRoom(for: store, in: directory)
        let path = "\(directory)/\(LinkStore.fileName).peer-\(getpid())"
        // Safe: the string's bytes are valid for the duration of the calls.
        let descriptor = unsafe open(path, O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard descriptor >= 0 else { throw Self.fault(path) }
        unsafe unlink(path)
        var status = stat()
        do throws(StoreError) { try store.copy(into: descriptor) } catch {
            close(descriptor)
            throw BackupFault(description: error.description)
        }
        // Safe: the system fills in a local variable.
        guard unsafe fstat(descriptor, &status) == 0 else {
            close(descriptor)
            throw Self.fault(path)
        }
        self.descriptor = descriptor
        bytes = Int(status.st_size)
    }

    deinit { close(descriptor) }

    /// Throws if the copy would use space that the store itself needs.
    private static func requireRoom(for store: LinkStore, in directory: String) throws(BackupFault) {
        guard let needed = try? store.extent().usedBytes else { return }
        var disk = statvfs()
        // Safe: the system fills in a local variable; the string's bytes are valid for the duration of the call.
        guard unsafe statvfs(directory, &disk) == 0 else { return }
        guard Int(clamping: disk.f_bavail) * Int(clamping: disk.f_frsize) >= needed + reserve else {
            throw BackupFault(
                description: "not enough disk space for a copy of the store (\(needed >> 20) MiB)")
        }
    }

    private static func fault(_ path: String) -> BackupFault {
        // Safe: strerror's text is copied before any other call on this thread.
        BackupFault(description: "\(path): \(unsafe String(cString: strerror(errno)))")
    }

    /// SHA-256 of all bytes, in hexadecimal.
    ///
    /// - Parameter isStopped: Called once per MiB; an error is thrown once it returns `true`.
    func digest(unless isStopped: () -> Bool) throws(BackupFault) -> String {
        var digest = SHA256()
        var offset = 0
        while offset < bytes {
            if isStopped() { throw BackupFault(description: "the backup was cancelled") }
            let piece = piece(at: offset, atMost: 1 << 20)
            guard !piece.isEmpty else { throw BackupFault(description: "the copy can't be read back") }
            digest.add(piece.span)
            offset += piece.count
        }
        return digest.finish()
    }

    /// Reads a piece; empty at the end, and if it can't be read.
    func piece(at offset: Int, atMost limit: Int) -> [UInt8] {
        let wanted = max(0, min(limit, bytes - offset))
        // Safe: at most the buffer's capacity is written, within the calls.
        return unsafe [UInt8](unsafeUninitializedCapacity: wanted) { space, count in
            while count < wanted {
                let read = unsafe pread(descriptor, space.baseAddress! + count, wanted - count, off_t(offset + count))
                if read < 0, errno == EINTR { continue }
                guard read > 0 else { return }
                count += read
            }
        }
    }
}
