import ArgumentParser
import ByteText
import Glibc
import Libevent
import LoadClient

/// The target of the load: its address and the request.
struct LoadTarget: ParsableArguments {
    @Option(help: "The address of the server: 127.0.0.1:8080.", transform: LoadTarget.address)
    var at: SocketAddress

    @Option(help: "The host of the requests.")
    var host = "example.page.link"

    @Option(help: "The path of the requests.")
    var path = "/WXYZ"

    @Option(help: "The duration in seconds.")
    var seconds = 10

    /// One request, as sent by Chrome on a phone.
    var request: [UInt8] { SampleRequest.bytes(path, host: host) }

    private static func address(_ text: String) throws -> SocketAddress {
        guard let address = SocketAddress(text), case .ip(let ip, _) = address, ip.isLoopback, ip.isIPv4 else {
            throw ValidationError("\(text): expected a loopback address and a port, 127.0.0.1:8080")
        }
        return address
    }

    /// Raises the descriptor limit to the maximum.
    static func raiseDescriptorLimit() {
        var limit = rlimit()
        let resource = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
        // Safe: the kernel reads and writes one rlimit in a local.
        guard unsafe getrlimit(resource, &limit) == 0 else { return }
        limit.rlim_cur = limit.rlim_max
        // Safe: as above.
        _ = unsafe setrlimit(resource, &limit)
    }
}
