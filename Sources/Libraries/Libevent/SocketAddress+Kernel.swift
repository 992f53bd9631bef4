import ByteText
import CLibevent
import Glibc

/// Conversion to and from `sockaddr`.
extension SocketAddress {
    var family: Int32 {
        switch self {
        case .unix: AF_UNIX
        case .ip(let address, _): address.isIPv4 ? AF_INET : AF_INET6
        }
    }

    /// Calls `body` with the address as a `sockaddr`, valid during the call. A path that begins with `@` is a name in
    /// the abstract namespace (unix(7)).
    func withKernelForm<Result>(_ body: (UnsafePointer<sockaddr>, socklen_t) -> Result) -> Result {
        switch self {
        case .ip(let address, let port) where address.isIPv4:
            var form = sockaddr_in()
            form.sin_family = sa_family_t(AF_INET)
            form.sin_port = port.bigEndian
            form.sin_addr.s_addr = address.ipv4.bigEndian
            return unsafe SocketAddress.withGenericForm(&form, body)
        case .ip(let address, let port):
            var form = sockaddr_in6()
            form.sin6_family = sa_family_t(AF_INET6)
            form.sin6_port = port.bigEndian
            form.sin6_addr = address.in6
            return unsafe SocketAddress.withGenericForm(&form, body)
        case .unix(let path):
            var form = sockaddr_un()
            form.sun_family = sa_family_t(AF_UNIX)
            // Safe: the initializer has checked that the path is shorter than the field, which is zero-filled.
            unsafe withUnsafeMutableBytes(of: &form.sun_path) {
                unsafe $0.copyBytes(from: path.utf8.prefix($0.count - 1))
            }
            guard path.hasPrefix("@") else { return unsafe SocketAddress.withGenericForm(&form, body) }
            form.sun_path.0 = 0
            let length = MemoryLayout<sa_family_t>.size + path.utf8.count
            return unsafe SocketAddress.withGenericForm(&form, length: length, body)
        }
    }

    private static func withGenericForm<Form, Result>(
        _ form: inout Form, length: Int = MemoryLayout<Form>.size,
        _ body: (UnsafePointer<sockaddr>, socklen_t) -> Result
    ) -> Result {
        // Safe: every sockaddr_* begins with the fields of sockaddr, and the length is its size.
        unsafe withUnsafePointer(to: &form) { pointer in
            unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                unsafe body($0, socklen_t(length))
            }
        }
    }

    /// The address written by the kernel.
    init(_ storage: sockaddr_storage) {
        // Safe: sockaddr_storage is larger than each of these types, and the family determines the type.
        self = unsafe withUnsafeBytes(of: storage) { bytes in
            switch Int32(storage.ss_family) {
            case AF_INET:
                let form = unsafe bytes.loadUnaligned(as: sockaddr_in.self)
                let address = IPAddress(ipv4: UInt32(bigEndian: form.sin_addr.s_addr))
                return .ip(address, port: UInt16(bigEndian: form.sin_port))
            case AF_INET6:
                let form = unsafe bytes.loadUnaligned(as: sockaddr_in6.self)
                return .ip(IPAddress(form.sin6_addr), port: UInt16(bigEndian: form.sin6_port))
            default:
                return .unix(path: "")
            }
        }
    }

    /// The address written by the kernel, with the path of a Unix socket.
    init(_ storage: sockaddr_storage, length: Int) {
        guard Int32(storage.ss_family) == AF_UNIX else {
            self.init(storage)
            return
        }
        // Safe: the kernel has written that many bytes into the storage, the family before the path.
        let path = unsafe withUnsafeBytes(of: storage) { bytes in
            unsafe bytes[..<max(2, min(length, bytes.count))].dropFirst(2).prefix { $0 != 0 }.map { $0 }
        }
        self = .unix(path: String(decoding: path, as: UTF8.self))
    }
}

extension IPAddress {
    init(_ address: in6_addr) {
        // Safe: in6_addr is sixteen plain bytes.
        self.init(bits: UInt128(bigEndian: unsafe unsafeBitCast(address, to: UInt128.self)))
    }

    var in6: in6_addr {
        // Safe: in6_addr is sixteen plain bytes.
        unsafe unsafeBitCast(bits.bigEndian, to: in6_addr.self)
    }
}
