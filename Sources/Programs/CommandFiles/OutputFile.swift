import Foundation
import Terminal

/// A file written by a command. It appears under its name when it is complete, and replaces an existing one only with
/// `--force`.
package final class OutputFile: Sendable {
    /// The name in messages.
    package let path: String
    private let descriptor: Int32
    /// The temporary path until the file is complete, or `nil` if it is written in place.
    private let partial: String?
    private let target: String
    private let force: Bool

    /// Creates a file; `-` is standard output.
    ///
    /// - Parameters:
    ///   - force: Whether an existing file may be replaced.
    ///   - mode: The permissions, subject to the process's umask.
    ///   - isGrowing: Whether other programs read the file while it is being written, so that it is written in place.
    ///   - inputs: Files being read at the same time, which must not be replaced.
    package init(
        _ path: String, force: Bool, mode: UInt32 = 0o640, isGrowing: Bool = false, inputs: [String] = []
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
        // Safe: the string's bytes are valid for the duration of the call.
        descriptor = unsafe open(partial ?? path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, mode)
        guard descriptor >= 0 else { throw Failure("\(path): \(Self.reason())") }
    }

    deinit {
        if descriptor > STDERR_FILENO { close(descriptor) }
        // Only an unfinished file still has this name.
        // Safe: the string's bytes are valid for the duration of the call.
        if let partial { unsafe unlink(partial) }
    }

    /// Writes all bytes, or ends the program: an incomplete file is never kept.
    package func write(_ bytes: [UInt8]) {
        Output.write(bytes, to: descriptor, named: path == "-" ? nil : path)
    }

    /// Syncs the complete file to disk and moves it to its final path.
    package func finish() throws {
        guard let partial else { return }
        guard fsync(descriptor) == 0 else { throw Failure("\(path): \(Self.reason())") }
        // A file that has appeared in the meantime is not replaced either, if the file system supports links.
        // Safe: the strings' bytes are valid for the duration of the calls.
        if !force, unsafe link(partial, target) == 0 {
            unsafe unlink(partial)
        } else if !force, errno == EEXIST {
            throw Self.refusal(path)
        } else if unsafe rename(partial, target) != 0 {
            throw Failure("\(path): \(Self.reason())")
        }
    }

    /// Writes a file with the given contents.
    package static func write(_ bytes: [UInt8], to path: String, force: Bool, mode: UInt32 = 0o640) throws {
        let file = try OutputFile(path, force: force, mode: mode)
        file.write(bytes)
        try file.finish()
    }

    // MARK: - Checks in advance

    /// Throws if the file can't be written, so that a long-running command fails at the start.
    package static func check(_ path: String, force: Bool, inputs: [String] = []) throws {
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

    /// Whether the path exists but is not a regular file: a device, a pipe, or a directory (which can't be opened).
    private static func isSpecial(_ path: String) -> Bool {
        FileIdentity(path) == nil && FileManager.default.fileExists(atPath: path)
    }

    private static func reason() -> String {
        // Safe: strerror returns a string that is valid at least until the next call, and it is copied here.
        unsafe String(cString: strerror(errno))
    }
}
