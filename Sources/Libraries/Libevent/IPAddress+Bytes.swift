import CLibevent
import Glibc

extension IPAddress {
    /// Reads what ``init(_:)-(String)`` reads, from bytes. Does not allocate.
    public init?(_ bytes: Span<UInt8>) {
        let capacity = Int(INET6_ADDRSTRLEN)
        guard bytes.count < capacity else { return nil }
        var four = in_addr()
        var six = in6_addr()
        // Safe: the copy has room for the text and its end, and inet_pton writes one address of the family's size.
        let family = unsafe withUnsafeTemporaryAllocation(of: CChar.self, capacity: capacity) { text in
            for index in bytes.indices { unsafe text[index] = CChar(bitPattern: bytes[index]) }
            unsafe text[bytes.count] = 0
            if unsafe inet_pton(AF_INET, text.baseAddress!, &four) == 1 { return AF_INET }
            return unsafe inet_pton(AF_INET6, text.baseAddress!, &six) == 1 ? AF_INET6 : AF_UNSPEC
        }
        switch family {
        case AF_INET: self.init(ipv4: UInt32(bigEndian: four.s_addr))
        case AF_INET6: self.init(six)
        default: return nil
        }
    }
}
