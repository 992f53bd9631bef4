import ByteText
import Glibc
import Libevent
import Testing

@Suite struct SocketAddressTests {
    @Test(arguments: [
        ("127.0.0.1:8080", "127.0.0.1:8080"), ("[::1]:80", "[::1]:80"), ("localhost:0", "127.0.0.1:0"),
        ("*:8080", "[::]:8080"),
        ("unix:/run/f.sock", "unix:/run/f.sock"), ("[2001:DB8::0:1]:443", "[2001:db8::1]:443"),
    ])
    func wellFormed(text: String, canonical: String) throws {
        #expect(try #require(SocketAddress(text)).description == canonical)
    }

    @Test(arguments: [
        "", "127.0.0.1", "127.0.0.1:", ":80", "127.0.0.1:65536", "127.0.0.1:+1", "::1:80", "[127.0.0.1]:80", "[::1]",
        "[::1]80",
        "unix:", "example.com:80", "1.2.3:80", "01.2.3.4:80",
    ])
    func malformed(text: String) {
        #expect(SocketAddress(text) == nil)
    }

    @Test func bytesAndKinds() throws {
        let four = try #require(IPAddress("192.0.2.1"))
        #expect(four.isIPv4)
        #expect(four.bits == 0xFFFF_C000_0201)
        #expect(four.description == "192.0.2.1")
        #expect(try #require(IPAddress("2001:DB8:0:0::1")).description == "2001:db8::1")
        #expect(four.withText { $0.count } == 9)
        #expect(try #require(IPAddress("127.8.8.8")).isLoopback)
        #expect(try #require(IPAddress("::1")).isLoopback)
        #expect(try !#require(IPAddress("2001:db8::1")).isLoopback)
    }
}

@Suite struct ListeningSocketTests {
    @Test(arguments: ["127.0.0.1:0", "[::1]:0"])
    func portZeroPicksAPortThatSiblingsShare(text: String) throws {
        let socket = try ListeningSocket(try #require(SocketAddress(text)))
        guard case .ip(_, let port) = socket.address else { return #expect(Bool(false)) }
        #expect(port != 0)
        let sibling = try #require(try socket.sibling())
        #expect(sibling.address == socket.address)
    }

    @Test func anAddressThatIsTakenIsAnError() throws {
        let socket = try ListeningSocket(try #require(SocketAddress("127.0.0.1:0")))
        let error = #expect(throws: EventError.self) { try ListeningSocket(socket.address) }
        #expect(error?.code == EADDRINUSE)
    }

    @Test func aUnixSocketReplacesALeftOverFileAndNotALiveOne() throws {
        let path = "/tmp/libevent-tests-\(getpid()).sock"
        let address = SocketAddress.unix(path: path)
        let first = try ListeningSocket(address)
        #expect(throws: EventError.self) { try ListeningSocket(address) }
        _ = consume first
        #expect(!exists(path))
        leaveSocketFile(at: address, path)
        #expect(exists(path))
        let second = try ListeningSocket(address)
        #expect(second.address == address)
    }

    @Test(
        "a file that is not a socket, and a link to one, are kept",
        arguments: ["file", "link", "folder", "pipe"])
    func otherFilesStay(kind: String) throws {
        let path = "/tmp/libevent-tests-\(getpid())-\(kind)"
        switch kind {
        // Safe, all of them: the strings are NUL-terminated and valid during the calls.
        case "file": close(unsafe open(path, O_CREAT | O_WRONLY, 0o600))
        case "link": _ = unsafe symlink("/tmp/nowhere-at-all", path)
        case "folder": _ = unsafe mkdir(path, 0o700)
        default: _ = unsafe mkfifo(path, 0o600)
        }
        defer { _ = unsafe kind == "folder" ? rmdir(path) : unlink(path) }
        let error = #expect(throws: EventError.self) { try ListeningSocket(.unix(path: path)) }
        #expect(error?.description.contains("the file exists and is not a socket") == true)
        var status = stat()
        #expect(unsafe lstat(path, &status) == 0)
    }

    @Test func aSocketThatIsClosedLeavesWhatHasTakenItsPlace() throws {
        let path = "/tmp/libevent-tests-\(getpid())-place"
        let first = try ListeningSocket(.unix(path: path))
        // Safe: the strings are NUL-terminated and valid during the calls.
        _ = unsafe unlink(path)
        close(unsafe open(path, O_CREAT | O_WRONLY, 0o600))
        _ = consume first
        #expect(exists(path))
        _ = unsafe unlink(path)
    }

    private func exists(_ path: String) -> Bool {
        // Safe: the string is NUL-terminated and valid during the call.
        unsafe access(path, F_OK) == 0
    }

    /// A socket file left by a dead process: bound, but without a listener.
    private func leaveSocketFile(at address: SocketAddress, _ path: String) {
        let descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
        var form = sockaddr_un()
        form.sun_family = sa_family_t(AF_UNIX)
        // Safe: the path of a test is shorter than the field; every sockaddr_* begins with the fields of sockaddr.
        unsafe withUnsafeMutableBytes(of: &form.sun_path) { unsafe $0.copyBytes(from: path.utf8) }
        _ = unsafe withUnsafePointer(to: &form) {
            unsafe $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                unsafe bind(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
        close(descriptor)
    }
}
