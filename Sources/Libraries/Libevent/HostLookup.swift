public import ByteText
import CLibevent
import Glibc

/// Addresses of host names, as the system finds them: DNS, `/etc/hosts` (getaddrinfo(3)).
public enum HostLookup {
    /// Why a name has no address.
    public struct Fault: Error, Equatable, Sendable {
        /// The system's words: `Name or service not known`.
        public var reason: String

        /// A fault in the system's words, or in others.
        public init(_ reason: String) { self.reason = reason }
    }

    /// The addresses of a name, each once, in the order in which the system would try them. Waits for the network: not for a
    /// thread with a loop.
    public static func addresses(of host: String) throws(Fault) -> [IPAddress] {
        // Safe: no pointer among the hints is set; the name is lent for the call, and the list is freed below.
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
        // Safe: no more is copied than the list's entry has and the storage holds.
        unsafe withUnsafeMutableBytes(of: &storage) { bytes in
            let count = unsafe min(Int(entry.ai_addrlen), bytes.count)
            unsafe bytes.copyMemory(from: UnsafeRawBufferPointer(start: form, count: count))
        }
        return SocketAddress(storage).ip
    }
}
