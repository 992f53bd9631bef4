import Glibc
import LinkStore
import OpenSSL

/// Why no copy of the store could be made, in a sentence.
struct BackupFault: Error, CustomStringConvertible {
    let description: String
}

/// A compact copy of a store in a file without a name, beside the store: it is gone with its descriptor.
@safe struct BackupCopy: ~Copyable {
    /// What stays free beside a copy: replicas go on writing.
    private static let reserve = 64 << 20

    private let descriptor: Int32
    /// How long it is.
    let bytes: Int

    /// Copies; takes as long as the disk does.
    init(of store: LinkStore) throws(BackupFault) {
        guard let directory = store.directory else { throw BackupFault(description: "the store has no directory") }
        try Self.requireRoom(for: store, in: directory)
        let path = "\(directory)/\(LinkStore.fileName).peer-\(getpid())"
        // Safe: Swift lends the string's bytes for the time of the calls.
        let descriptor = unsafe open(path, O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard descriptor >= 0 else { throw Self.fault(path) }
        unsafe unlink(path)
        var status = stat()
        do throws(StoreError) { try store.copy(into: descriptor) } catch {
            close(descriptor)
            throw BackupFault(description: error.description)
        }
        // Safe: the system fills a local in.
        guard unsafe fstat(descriptor, &status) == 0 else {
            close(descriptor)
            throw Self.fault(path)
        }
        self.descriptor = descriptor
        bytes = Int(status.st_size)
    }

    deinit { close(descriptor) }

    /// A copy must not take the room that the store itself needs.
    private static func requireRoom(for store: LinkStore, in directory: String) throws(BackupFault) {
        guard let needed = try? store.extent().usedBytes else { return }
        var disk = statvfs()
        // Safe: the system fills a local in; Swift lends the string's bytes for the time of the call.
        guard unsafe statvfs(directory, &disk) == 0 else { return }
        guard Int(clamping: disk.f_bavail) * Int(clamping: disk.f_frsize) >= needed + reserve else {
            throw BackupFault(
                description: "there is no room for a copy of the store, \(needed >> 20) MiB, on its disk")
        }
    }

    private static func fault(_ path: String) -> BackupFault {
        // Safe: strerror's text is copied before any other call on this thread.
        BackupFault(description: "\(path): \(unsafe String(cString: strerror(errno)))")
    }

    /// SHA-256 of all bytes, in hexadecimal.
    ///
    /// - Parameter isStopped: Asked now and then; an error follows if it says so.
    func digest(unless isStopped: () -> Bool) throws(BackupFault) -> String {
        var digest = SHA256()
        var offset = 0
        while offset < bytes {
            if isStopped() { throw BackupFault(description: "no client waits for it any longer") }
            let piece = piece(at: offset, atMost: 1 << 20)
            guard !piece.isEmpty else { throw BackupFault(description: "the copy can't be read again") }
            digest.add(piece.span)
            offset += piece.count
        }
        return digest.finish()
    }

    /// Some bytes; none at the end, or where they can't be read.
    func piece(at offset: Int, atMost limit: Int) -> [UInt8] {
        let wanted = max(0, min(limit, bytes - offset))
        // Safe: no more is written than there is room for, within the calls.
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
