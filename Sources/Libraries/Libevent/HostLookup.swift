public import ByteText
import CLibevent
import Glibc

/// Resolves host names with the system's resolver: DNS, `/etc/hosts` (getaddrinfo(3)).
public enum HostLookup {
    /// Why a name could not be resolved.
    public struct Fault: Error, Equatable, Sendable {
        /// The system's error message: `Name or service not known`.
        public var reason: String

        /// Creates a fault with the system's message, or another one.
        public init(_ reason: String) { self.reason = reason }
    }

    /// The addresses of a name, without duplicates, in the order in which the system would try them. Blocks on the
    /// network, so it must not be called on a thread with a loop.
    public static func addresses(of host: String) throws(Fault) -> [IPAddress] {
        // Safe: no pointer in the hints is set; the name is valid during the call, and the list is freed below.
        var hints = unsafe addrinfo()
        unsafe hints.ai_family = AF_UNSPEC
        unsafe hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
        var list: UnsafeMutablePointer<addrinfo>?
        let code = unsafe getaddrinfo(host, nil, &hints, &list)
        // Safe: the texts are constants.
        guard code == 0 else { throw Fault(unsafe String(cString: gai_strerror(code))) }
        defer { unsafe freeaddrinfo(list) }
        var found: [IPAddress] = []
        var next = unsafe list
        // Safe: the list is alive until the function returns.
        while let entry = unsafe next {
            if let address = unsafe address(entry.pointee), !found.contains(address) { found.append(address) }
            unsafe next = entry.pointee.ai_next
        }
        return found
    }

    private static func address(_ entry: addrinfo) -> IPAddress? {
        guard let form = unsafe entry.ai_addr, unsafe entry.ai_family == AF_INET || entry.ai_family == AF_INET6 else {
            return nil
        }
        var storage = sockaddr_storage()
        // Safe: copies at most the size of the list entry and of the storage.
        unsafe withUnsafeMutableBytes(of: &storage) { bytes in
            let count = unsafe min(Int(entry.ai_addrlen), bytes.count)
            unsafe bytes.copyMemory(from: UnsafeRawBufferPointer(start: form, count: count))
        }
        return SocketAddress(storage).ip
    }
}
