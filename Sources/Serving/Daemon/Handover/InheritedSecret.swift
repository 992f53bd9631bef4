import Glibc
import Libevent

/// Secret bytes for a process's successor, passed in a pipe whose descriptor is in the environment variable of this name.
/// Other processes can read the variables themselves, which also appear in crash reports.
enum InheritedSecret: String {
    case pageKeys = "LISTEN_PAGE_KEYS"
    case ticketKeys = "LISTEN_TICKET_KEYS"

    /// A pipe has at least this capacity (pipe(7)), so writing does not block.
    private static let most = 4096

    /// The read end of a pipe with the bytes, which the caller must close; `nil` if there are none.
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
        // Above the descriptors of the new process, like those of the sockets.
        let copy = fcntl(ends[0], F_DUPFD_CLOEXEC, 512)
        guard copy >= 0 else { throw EventError("fcntl", code: errno) }
        return copy
    }

    /// Reads the secret from the predecessor; empty if there is none. Called once.
    func receive(_ environment: [String: String]) -> [UInt8] {
        guard environment["LISTEN_PPID"].flatMap({ pid_t($0) }) == getppid(),
            let descriptor = environment[rawValue].flatMap({ Int32($0) }), descriptor > 2
        else { return [] }
        defer { close(descriptor) }
        var bytes = [UInt8](repeating: 0, count: Self.most)
        // Safe: at most the buffer's size is written, within the call.
        let count = unsafe bytes.withUnsafeMutableBytes { unsafe read(descriptor, $0.baseAddress, $0.count) }
        return Array(bytes.prefix(max(0, count)))
    }
}
