import Glibc
import Libevent
import Server

/// The process that takes over: the restarted program, possibly another version, with this process's listening sockets.
///
/// Both processes accept connections until the successor serves and makes its predecessor drain. The sockets are never closed
/// in between, so no connection is refused or reset. If the successor can't start, nothing changes.
struct Successor {
    let id: pid_t

    /// Starts the program in the arguments, which is searched for in `PATH`.
    ///
    /// - Parameter secrets: Bytes for the new process, where ``InheritedSecret/receive(_:)`` returns them.
    static func start(
        arguments: [String], environment: [String: String], sockets: [InheritedSocket],
        secrets: [InheritedSecret: [UInt8]]
    ) throws(EventError) -> Successor {
        var copies: [Int32] = []
        defer { for copy in copies { close(copy) } }
        for inherited in sockets { copies.append(try inherited.socket.duplicate()) }
        var variables = environment
        for name in variables.keys where name.hasPrefix("LISTEN_") { variables[name] = nil }
        variables["LISTEN_FDS"] = "\(sockets.count)"
        variables["LISTEN_FDNAMES"] = sockets.map(\.name).joined(separator: ":")
        variables["LISTEN_PPID"] = "\(getpid())"
        for (name, bytes) in secrets {
            guard let pipe = try InheritedSecret.end(ofPipeWith: bytes) else { continue }
            variables[name.rawValue] = "\(3 + copies.count)"
            copies.append(pipe)
        }
        return Successor(id: try spawn(arguments, variables.map { "\($0)=\($1)" }, copies))
    }

    private static func spawn(
        _ arguments: [String], _ variables: [String], _ descriptors: [Int32]
    ) throws(EventError) -> pid_t {
        // Safe: the actions are initialized here and destroyed on every path.
        var actions = unsafe posix_spawn_file_actions_t()
        unsafe posix_spawn_file_actions_init(&actions)
        defer { unsafe posix_spawn_file_actions_destroy(&actions) }
        for (index, descriptor) in descriptors.enumerated() {
            unsafe posix_spawn_file_actions_adddup2(&actions, descriptor, Int32(3 + index))
        }
        var id: pid_t = 0
        // Safe: the strings are copied to C memory, terminated by a null pointer, and freed after the call.
        var words = unsafe arguments.map { unsafe strdup($0) } + [nil]
        var pairs = unsafe variables.map { unsafe strdup($0) } + [nil]
        let result = unsafe posix_spawnp(&id, words[0]!, &actions, nil, &words, &pairs)
        unsafe (words + pairs).forEach { unsafe free($0) }
        guard result == 0 else { throw EventError("start \(arguments[0])", code: result) }
        return id
    }

    /// How the process has ended; `nil` if it is running. Does not wait.
    func outcome() -> String? {
        var status: Int32 = 0
        // Safe: the kernel writes one Int32 into a local variable.
        guard unsafe waitpid(id, &status, WNOHANG) == id else { return nil }
        return status & 0x7F == 0 ? "exit code \(status >> 8 & 0xFF)" : "signal \(status & 0x7F)"
    }
}
