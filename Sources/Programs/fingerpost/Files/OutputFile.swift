import Foundation

/// A file that a command writes: it has its name when it is complete, and takes another's place with `--force` only.
final class OutputFile: Sendable {
    /// What people know it by.
    let path: String
    private let descriptor: Int32
    /// Where the bytes go until the file is complete; nil where they go to their place at once.
    private let partial: String?
    private let target: String
    private let force: Bool

    /// Begins a file; `-` is standard output.
    ///
    /// - Parameters:
    ///   - force: Whether it may replace a file.
    ///   - mode: Its permissions, less the process's mask.
    ///   - isGrowing: Whether others read it while it is written, so that it is in its place from the beginning.
    ///   - inputs: What is read meanwhile, which nothing replaces.
    init(
        _ path: String, force: Bool, mode: mode_t = 0o640, isGrowing: Bool = false, inputs: [String] = []
    ) throws {
        try Self.check(path, force: force, inputs: inputs)
        (self.path, self.force) = (path, force)
        target = URL(filePath: path).resolvingSymlinksInPath().path
        guard path != "-" else {
            (descriptor, partial) = (STDOUT_FILENO, nil)
            return
        }
        let isInPlace = isGrowing || Self.isSpecial(path)
        partial = isInPlace ? nil : target + ".partial"
        // Safe: Swift lends the string's bytes for the time of the call.
        descriptor = unsafe open(partial ?? path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, mode)
        guard descriptor >= 0 else { throw Failure("\(path): \(Self.reason())") }
    }

    deinit {
        if descriptor > STDERR_FILENO { close(descriptor) }
        // Of a file that was not finished; else there is none by that name any more.
        // Safe: Swift lends the string's bytes for the time of the call.
        if let partial { unsafe unlink(partial) }
    }

    /// Writes all bytes, or ends the program: half a file is none.
    func write(_ bytes: [UInt8]) {
        Output.write(bytes, to: descriptor, named: path == "-" ? nil : path)
    }

    /// The file is complete: it is on the disk, and in its place.
    func finish() throws {
        guard let partial else { return }
        guard fsync(descriptor) == 0 else { throw Failure("\(path): \(Self.reason())") }
        // A file that has appeared meanwhile is not replaced either, where the file system knows links.
        // Safe: Swift lends the strings' bytes for the time of the calls.
        if !force, unsafe link(partial, target) == 0 {
            unsafe unlink(partial)
        } else if !force, errno == EEXIST {
            throw Self.refusal(path)
        } else if unsafe rename(partial, target) != 0 {
            throw Failure("\(path): \(Self.reason())")
        }
    }

    /// Writes a file whose bytes are all there.
    static func write(_ bytes: [UInt8], to path: String, force: Bool, mode: mode_t = 0o640) throws {
        let file = try OutputFile(path, force: force, mode: mode)
        file.write(bytes)
        try file.finish()
    }

    // MARK: - Before anything is done

    /// Throws where the file could not be written, which is better known before an hour's work than after it.
    static func check(_ path: String, force: Bool, inputs: [String] = []) throws {
        guard path != "-" else { return }
        if let own = FileIdentity(path) {
            if inputs.contains(where: { FileIdentity($0) == own }) { throw Failure("\(path): this file is being read") }
            guard force else { throw refusal(path) }
        } else if isSpecial(path) {
            return
        }
        let folder = URL(filePath: path).resolvingSymlinksInPath().deletingLastPathComponent().path
        guard FileManager.default.isWritableFile(atPath: folder) else {
            throw Failure("\(path): the directory does not exist or is not writable")
        }
    }

    private static func refusal(_ path: String) -> Failure {
        Failure("\(path): the file exists; choose another name, or replace it with --force")
    }

    /// Whether there is something that is not a regular file: a device, a pipe, a directory (which can't be opened).
    private static func isSpecial(_ path: String) -> Bool {
        FileIdentity(path) == nil && FileManager.default.fileExists(atPath: path)
    }

    private static func reason() -> String {
        // Safe: strerror returns a string that lives at least until the next call, and is copied here.
        unsafe String(cString: strerror(errno))
    }
}
