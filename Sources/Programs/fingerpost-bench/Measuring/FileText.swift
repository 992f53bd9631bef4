import ArgumentParser
import Glibc

/// Reads a whole file.
enum FileText {
    static func bytes(_ path: String) throws -> [UInt8] {
        // Safe: the string's bytes are valid for the duration of the call.
        let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw fault(path) }
        defer { close(descriptor) }
        var bytes: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 1 << 20)
        while true {
            // Safe: the pointer is written only within the call, within the size of the buffer.
            let count = unsafe chunk.withUnsafeMutableBytes { unsafe read(descriptor, $0.baseAddress, $0.count) }
            if count == 0 { return bytes }
            guard count > 0 else { throw fault(path) }
            bytes += chunk[..<count]
        }
    }

    /// The rows of a file: its nonempty lines, split at tabs.
    static func rows(_ path: String) throws -> [[ArraySlice<UInt8>]] {
        try bytes(path).split(separator: UInt8(ascii: "\n")).map { line in
            line.split(separator: UInt8(ascii: "\t"), omittingEmptySubsequences: false)
        }
    }

    private static func fault(_ path: String) -> ValidationError {
        // Safe: strerror returns a string that is valid at least until the next call, and it is copied here.
        ValidationError("\(path): \(unsafe String(cString: strerror(errno)))")
    }
}
