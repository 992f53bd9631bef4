import Files
import Glibc
import OpenSSL
public import RuleBundle

/// A directory with files of published links, at the publisher or at a follower.
///
/// A file gets its name, the digest of its content, only when it is complete and durable, so readers never find partial
/// files. One process at a time writes to the directory of a publication.
public struct PublicationFolder: Sendable {
    /// The path of the directory.
    public let path: String
    private static let partial = ".partial-"

    /// A directory, which ``make()`` creates.
    public init(_ path: String) { self.path = path }

    /// Creates the directory if it does not exist. Its parents must exist.
    public func make() throws(BundleFault) {
        // Safe: the path is read within the call.
        guard unsafe mkdir(path, 0o755) == 0 || errno == EEXIST else { throw Self.fault(path) }
    }

    /// Locks the directory until the result is released; throws if another process has locked it.
    func lock() throws(BundleFault) -> FolderLock {
        guard let lock = FolderLock("\(path)/.lock") else {
            guard errno == EWOULDBLOCK else { throw Self.fault(path) }
            throw BundleFault(.storage, "\(path): another process publishes links in this folder")
        }
        return lock
    }

    // MARK: - Reading

    /// The manifest, not verified; `nil` if there is none.
    public func manifest() throws(BundleFault) -> [UInt8]? {
        // Safe: the path is read within the call.
        if unsafe access("\(path)/\(PublicationManifest.name)", F_OK) != 0, errno == ENOENT { return nil }
        return try bytes(PublicationManifest.name, atMost: PublicationManifest.maximumBytes)
    }

    /// The bytes of a file, not verified.
    public func read(_ file: PublicationManifest.File) throws(BundleFault) -> [UInt8] {
        try bytes(file.name, atMost: PublishedFile.maximumBytes)
    }

    /// Whether a file exists with the right content.
    public func has(_ file: PublicationManifest.File) -> Bool {
        guard let bytes = try? read(file) else { return false }
        return (try? file.verify(bytes)) != nil
    }

    private func bytes(_ name: String, atMost limit: Int) throws(BundleFault) -> [UInt8] {
        do throws(RegularFileFault) { return try RegularFile.bytes(of: "\(path)/\(name)", atMost: limit) } catch {
            throw BundleFault(.storage, "\(path)/\(name): \(error)")
        }
    }

    // MARK: - Writing

    /// Writes a file of links.
    @discardableResult
    public func put(_ bytes: [UInt8]) throws(BundleFault) -> PublicationManifest.File {
        let file = PublicationManifest.File(of: bytes)
        try write(bytes, as: file.name)
        return file
    }

    /// Replaces the manifest, once all files are durable.
    func put(manifest bytes: [UInt8]) throws(BundleFault) {
        try sync()
        try write(bytes, as: PublicationManifest.name)
        try sync()
    }

    private func write(_ bytes: [UInt8], as name: String) throws(BundleFault) {
        let (target, partial) = ("\(path)/\(name)", "\(path)/\(Self.partial)\(getpid())-\(name)")
        // Safe: the path is read within the call.
        let descriptor = unsafe open(partial, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW, 0o644)
        guard descriptor >= 0 else { throw Self.fault(partial) }
        // Web servers must be able to read it, whatever the process's umask is.
        let isWritten = fchmod(descriptor, 0o644) == 0 && Self.write(bytes, to: descriptor) && fsync(descriptor) == 0
        let code = errno
        close(descriptor)
        // Safe: the paths are read within the calls.
        if isWritten, unsafe rename(partial, target) == 0 { return }
        let fault = isWritten ? Self.fault(target) : Self.fault(partial, code)
        _ = unsafe unlink(partial)
        throw fault
    }

    private static func write(_ bytes: [UInt8], to descriptor: Int32) -> Bool {
        var rest = bytes[...]
        while !rest.isEmpty {
            // Safe: the bytes are read within the call.
            let count = unsafe rest.withUnsafeBytes { unsafe Glibc.write(descriptor, $0.baseAddress, $0.count) }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { return false }
            rest = rest.dropFirst(count)
        }
        return true
    }

    /// Makes new names in the directory durable.
    private func sync() throws(BundleFault) {
        // Safe: the path is read within the call.
        let descriptor = unsafe open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { throw Self.fault(path) }
        defer { close(descriptor) }
        guard fsync(descriptor) == 0 else { throw Self.fault(path) }
    }

    // MARK: - Removing

    /// Sets the times of files to now, the time from which no manifest lists them.
    func mark(_ files: some Sequence<PublicationManifest.File>) {
        for file in files {
            // Safe: the path is read within the call; without times, both are set to now.
            _ = unsafe utimensat(AT_FDCWD, "\(path)/\(file.name)", nil, 0)
        }
    }

    /// Removes unlisted files whose time is before a moment, and temporary files of killed writers.
    public func clean(keeping files: Set<PublicationManifest.File>, before moment: Int64 = .max) {
        let kept = Set(files.map(\.name))
        for name in names() where !kept.contains(name) {
            let isLeft = name.hasPrefix(Self.partial)
            guard isLeft || name.hasPrefix("links-") && name.hasSuffix(".gz") else { continue }
            var status = stat()
            // Safe: the paths are read within the calls, and the system fills a local variable.
            guard unsafe stat("\(path)/\(name)", &status) == 0, isLeft || status.st_mtim.tv_sec < moment else {
                continue
            }
            _ = unsafe unlink("\(path)/\(name)")
        }
    }

    private func names() -> [String] {
        // Safe: the path is read within the call; the entry's name is copied before the next one is read.
        guard let folder = unsafe opendir(path) else { return [] }
        defer { unsafe closedir(folder) }
        var names: [String] = []
        while let entry = unsafe readdir(folder) {
            names.append(
                unsafe withUnsafePointer(to: &entry.pointee.d_name) {
                    unsafe $0.withMemoryRebound(to: CChar.self, capacity: 256) { unsafe String(cString: $0) }
                })
        }
        return names
    }

    private static func fault(_ path: String, _ code: Int32 = errno) -> BundleFault {
        // Safe: strerror's text is copied before any other call on this thread.
        BundleFault(.storage, "\(path): \(unsafe String(cString: strerror(code)))")
    }
}

/// A lock on a file, until it is released or the process ends.
final class FolderLock {
    private let descriptor: Int32

    /// `nil` if another process has it, or the file can't be opened; the reason is in `errno`.
    init?(_ path: String) {
        // Safe: the path is read within the call.
        let file = unsafe open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard file >= 0 else { return nil }
        guard flock(file, LOCK_EX | LOCK_NB) == 0 else {
            let code = errno
            close(file)
            errno = code
            return nil
        }
        descriptor = file
    }

    deinit { close(descriptor) }
}
