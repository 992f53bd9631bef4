import Foundation
import TestSupport
import Testing

/// The daemon under a service manager, which passes it sockets and receives its notifications, and with a successor.
@Suite("handing over", .timeLimit(.minutes(20)))
struct HandoverTests {
    /// A listening TCP socket held by the test, as by a service manager, and its port.
    private struct HeldSocket {
        let handle: FileHandle
        let port: UInt16

        init() throws {
            let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
            handle = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
            var address = sockaddr_in()
            address.sin_family = sa_family_t(AF_INET)
            address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
            var length = socklen_t(MemoryLayout<sockaddr_in>.size)
            // Safe: a sockaddr_in is a sockaddr to the socket calls, which use it within the calls only.
            let result = unsafe withUnsafeMutablePointer(to: &address) { pointer in
                unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                    unsafe bind(descriptor, $0, length) == 0 && listen(descriptor, 4096) == 0
                        && getsockname(descriptor, $0, &length) == 0
                }
            }
            try #require(result)
            port = UInt16(bigEndian: address.sin_port)
        }

        /// A daemon with the socket as its front. A shell puts it where sd_listen_fds(3) expects it, and passes its own
        /// process ID, which becomes the daemon's.
        func daemon(_ rules: String, _ environment: [String: String] = [:]) throws -> Child {
            let command = """
                exec 3<&0 </dev/null; export LISTEN_PID=$$ LISTEN_FDS=1 LISTEN_FDNAMES=front; exec "$0" serve --rules "$1" \
                --edge 127.0.0.1:0 --admin 127.0.0.1:0
                """
            return try Child(
                "/bin/sh", ["-c", command, Program.path, rules], environment: environment, standardInput: handle)
        }
    }

    private static let click = HTTPRequest.text(
        "/WXYZ", host: "example.page.link", fields: ["User-Agent": Agents.android, "Connection": "close"])

    @Test("a socket of the service manager outlives restarts, and what waits at it is served")
    func restarts() throws {
        let rules = try RulesFolder(site: ParityCase.site)
        let held = try HeldSocket()
        for _ in 0..<3 {
            // It connects while no process accepts.
            let early = try HTTPClient(port: held.port)
            early.send(Self.click)
            let daemon = try held.daemon(rules.path)
            #expect(try early.answer().status == 302, "\(daemon.error)")
            let said = "ready front=http://127.0.0.1:\(held.port) "
            #expect(wait(seconds: 5) { daemon.error.contains(said) }, "\(daemon.error)")
            daemon.signal(SIGTERM)
            #expect(daemon.waits(seconds: 10) && daemon.code == 0)
        }
    }

    @Test("the service manager hears of the start, of reloads, of life and of the end")
    func notifications() throws {
        let folder = try ScratchFolder()
        let manager = try DatagramReceiver(folder.url.appending(path: "notify").path())
        let rules = try RulesFolder(site: ParityCase.site)
        let daemon = try RunningDaemon(
            rules: rules.path, environment: ["NOTIFY_SOCKET": manager.path, "WATCHDOG_USEC": "300000"])
        #expect(manager.next() == "READY=1")
        #expect(manager.next() == "WATCHDOG=1")
        #expect(manager.next() == "WATCHDOG=1")
        daemon.signal(SIGHUP)
        let reloading = manager.next(notBeginningWith: "WATCHDOG")
        #expect(reloading.hasPrefix("RELOADING=1\nMONOTONIC_USEC="), "\(reloading)")
        #expect(manager.next(notBeginningWith: "WATCHDOG") == "READY=1")
        daemon.signal(SIGUSR2)
        #expect(wait(seconds: 5) { daemon.said.contains("restart the service instead") })
        #expect(daemon.stop() == 0)
        #expect(manager.next(notBeginningWith: "WATCHDOG") == "STOPPING=1")
    }

    @Test("SIGUSR2: a new process takes the sockets, the old one ends, and no click is lost")
    func successor() throws {
        let daemon = try RunningDaemon()
        let old = daemon.id
        let kept = try HTTPClient(port: daemon.front)
        daemon.signal(SIGUSR2)
        var answered = 0
        let isGone = wait(seconds: 20) {
            guard let client = try? HTTPClient(port: daemon.front) else { return true }
            client.send(Self.click)
            if (try? client.answer().status) == 302 { answered += 1 } else { answered -= 1000 }
            return Self.hasEnded(old)
        }
        #expect(isGone && answered > 0, "\(answered), \(daemon.said)")
        let new = try #require(Self.successor(of: daemon))
        defer { kill(new, SIGKILL) }
        #expect(new != old)
        // A connection that was open before was answered by either process, or closed without a response.
        kept.send(Self.click)
        if let answer = try? kept.answer() { #expect(answer.status == 302) }
        #expect(try daemon.click("/WXYZ", fields: ["User-Agent": Agents.android]).status == 302)
        #expect(try daemon.ask(daemon.admin, "/readyz").status == 200)
        kill(new, SIGTERM)
        #expect(wait(seconds: 10) { (try? HTTPClient(port: daemon.front)) == nil })
    }

    /// The path of a page for an iPhone, as the edge returns it to a proxy: sealed, since it contains a device profile.
    private static func page(of daemon: RunningDaemon) throws -> String {
        let fields = [
            "X-Original-URI": "/WXYZ", "X-Forwarded-Host": "example.page.link", "User-Agent": Agents.iPhone,
            "Fingerpost-Device": "platform=ios",
        ]
        let answer = try daemon.ask(daemon.edge, "/edge/nginx", fields: fields)
        let location = try #require(answer["Fingerpost-Location"], "\(answer)")
        return String(location[try #require(location.range(of: "/_fp/")).lowerBound...])
    }

    @Test("SIGUSR2: the address of a page that the old process gave out opens at the new one")
    func pagesOutliveTheProcess() throws {
        let daemon = try RunningDaemon(flags: ["--trusted-peers", "127.0.0.1"])
        let page = try Self.page(of: daemon)
        #expect(try daemon.click(page, fields: ["User-Agent": Agents.iPhone]).status == 200)
        let old = daemon.id
        daemon.signal(SIGUSR2)
        #expect(wait(seconds: 20) { Self.hasEnded(old) })
        let new = try #require(Self.successor(of: daemon))
        defer { kill(new, SIGKILL) }
        #expect(try daemon.click(page, fields: ["User-Agent": Agents.iPhone]).status == 200, "\(daemon.said)")
    }

    @Test("a daemon that starts again opens the pages of the one before: the key is next to the links")
    func pagesOutliveRestarts() throws {
        let store = try ScratchFolder()
        let flags = ["--trusted-peers", "127.0.0.1", "--store", store.path]
        var daemon = try RunningDaemon(flags: flags)
        let page = try Self.page(of: daemon)
        #expect(daemon.stop() == 0)
        let attributes = try FileManager.default.attributesOfItem(atPath: store.path + "/page.key")
        #expect(attributes[.posixPermissions] as? Int == 0o600)
        daemon = try RunningDaemon(flags: flags)
        #expect(try daemon.click(page, fields: ["User-Agent": Agents.iPhone]).status == 200)
        #expect(daemon.stop() == 0)
    }

    @Test("SIGHUP: a new secret seals addresses of pages, and those that were given out before still open")
    func pagesOutliveTheirSecret() throws {
        let folder = try ScratchFolder()
        let file = folder.url.appending(path: "page.key")
        func write(_ byte: UInt8, count: Int = 32) throws {
            try Data(repeating: byte, count: count).write(to: file)
            try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: file.path())
        }
        try write(1)
        let flags = ["--trusted-peers", "127.0.0.1", "--page-key-file", file.path()]
        func status(_ daemon: RunningDaemon, _ page: String) throws -> Int {
            try daemon.click(page, fields: ["User-Agent": Agents.iPhone]).status
        }
        let (daemon, other) = (try RunningDaemon(flags: flags), try RunningDaemon(flags: flags))
        let before = try Self.page(of: daemon)
        #expect(try status(other, before) == 200)
        try write(2)
        daemon.signal(SIGHUP)
        #expect(wait(seconds: 10) { daemon.said.contains("reload: sha256:") }, "\(daemon.said)")
        #expect(try status(daemon, before) == 200)
        // The other daemon does not have the new secret.
        let after = try Self.page(of: daemon)
        #expect(try status(daemon, after) == 200)
        #expect(try status(other, after) == 410)
        other.signal(SIGHUP)
        #expect(wait(seconds: 10) { (try? status(other, after)) == 200 }, "\(other.said)")
        // A weak secret is rejected.
        try write(3, count: 8)
        daemon.signal(SIGHUP)
        #expect(wait(seconds: 10) { daemon.said.contains("keeping the old page keys") }, "\(daemon.said)")
        #expect(try status(daemon, after) == 200)
        #expect(daemon.stop() == 0 && other.stop() == 0)
    }

    @Test("SIGUSR2: a new process that cannot start changes nothing")
    func brokenSuccessor() throws {
        let rules = try RulesFolder(site: ParityCase.site)
        let daemon = try RunningDaemon(rules: rules.path)
        try rules.replaceSite(with: "site: [")
        daemon.signal(SIGUSR2)
        #expect(
            wait(seconds: 20) { daemon.said.contains("exited (exit code 2); this one keeps serving") }, "\(daemon.said)"
        )
        #expect(try daemon.click("/WXYZ", fields: ["User-Agent": Agents.android]).status == 302)
        #expect(daemon.stop() == 0)
    }

    @Test("a descriptor that is no listening socket is bad configuration")
    func noSocket() throws {
        let rules = try RulesFolder(site: ParityCase.site)
        let command = "exec 3</dev/null; export LISTEN_PID=$$ LISTEN_FDS=1; exec \"$0\" serve --rules \"$1\""
        let child = try Child("/bin/sh", ["-c", command, Program.path, rules.path])
        #expect(child.waits(seconds: 20) && child.code == 2)
        #expect(child.error.contains("descriptor 3 (unknown) is not a listening socket"), "\(child.error)")
    }

    /// Whether a process is gone or a zombie. Foundation's property is of no use here: it waits for the end of a
    /// descriptor that the successor has inherited.
    static func hasEnded(_ id: pid_t) -> Bool {
        guard let stat = try? String(contentsOfFile: "/proc/\(id)/stat", encoding: .utf8) else { return true }
        return stat.contains(") Z ")
    }

    static func successor(of daemon: RunningDaemon) -> pid_t? {
        successors(daemon.said).first
    }

    /// The process IDs of the successors, from the log output.
    static func successors(_ said: String) -> [pid_t] {
        let words = said.split(whereSeparator: \.isWhitespace)
        return words.indices.filter { words[$0] == "taking" }.compactMap { pid_t(words[$0 - 2]) }
    }
}

/// A Unix datagram socket that receives a daemon's notifications.
private final class DatagramReceiver {
    let path: String
    private let descriptor: Int32

    init(_ path: String) throws {
        self.path = path
        descriptor = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue), 0)
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        try #require(path.utf8.count < MemoryLayout.size(ofValue: address.sun_path))
        // Safe: the path is shorter than the field, which is zeroed.
        unsafe withUnsafeMutableBytes(of: &address.sun_path) { unsafe $0.copyBytes(from: path.utf8) }
        // Safe: a sockaddr_un is a sockaddr to the socket calls, and is read within the call only.
        let result = unsafe withUnsafePointer(to: &address) { pointer in
            unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                unsafe bind(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
        try #require(result == 0)
        var limit = timeval(tv_sec: 10, tv_usec: 0)
        // Safe: the call reads one timeval from a local.
        unsafe setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
    }

    deinit { close(descriptor) }

    /// The next notification; empty if none arrives in time.
    func next() -> String {
        var bytes = [UInt8](repeating: 0, count: 1024)
        // Safe: the call writes at most the array's size, and does not keep the pointer.
        let count = unsafe bytes.withUnsafeMutableBytes { unsafe recv(descriptor, $0.baseAddress, $0.count, 0) }
        return String(decoding: bytes[..<max(0, count)], as: UTF8.self)
    }

    func next(notBeginningWith prefix: String) -> String {
        while true {
            let note = next()
            if !note.hasPrefix(prefix) { return note }
        }
    }
}
