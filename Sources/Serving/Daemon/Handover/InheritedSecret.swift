import Glibc
import Libevent

/// What a process tells its successor in confidence: bytes in a pipe, of which the variable `LISTEN_PAGE_KEYS` names the
/// descriptor. Variables themselves can be read by others, and end in crash reports.
public enum InheritedSecret {
    static let variable = "LISTEN_PAGE_KEYS"
    /// A pipe takes as much without a reader (pipe(7)).
    private static let most = 4096

    /// The end of a pipe that the bytes can be read from, which is the caller's to close; nil where there are none.
    static func end(ofPipeWith bytes: [UInt8]) throws(EventError) -> Int32? {
        guard !bytes.isEmpty, bytes.count <= most else { return nil }
        var ends: [Int32] = [-1, -1]
        // Safe: the kernel writes two descriptors into the array.
        guard unsafe pipe(&ends) == 0 else { throw EventError("pipe", code: errno) }
        defer { for end in ends { close(end) } }
        // Safe: the bytes are read within the call.
        guard unsafe write(ends[1], bytes, bytes.count) == bytes.count else {
            throw EventError("write to a pipe", code: errno)
        }
        // Far above the descriptors that the new process is to get, as those of sockets are.
        let copy = fcntl(ends[0], F_DUPFD_CLOEXEC, 512)
        guard copy >= 0 else { throw EventError("fcntl", code: errno) }
        return copy
    }

    /// Takes what the process before has left for this one; empty where there is none. Called once.
    public static func take(_ environment: [String: String]) -> [UInt8] {
        guard environment["LISTEN_PPID"].flatMap({ pid_t($0) }) == getppid(),
            let descriptor = environment[variable].flatMap({ Int32($0) }), descriptor > 2
        else { return [] }
        defer { close(descriptor) }
        var bytes = [UInt8](repeating: 0, count: most)
        // Safe: no more is written than there is room for, within the call.
        let count = unsafe bytes.withUnsafeMutableBytes { unsafe read(descriptor, $0.baseAddress, $0.count) }
        return Array(bytes.prefix(max(0, count)))
    }
}
