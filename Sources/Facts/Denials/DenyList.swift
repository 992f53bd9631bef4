public import ByteText
import OpenSSL
public import WebAddress

/// Targets that no link may lead to: hosts with their subdomains, and addresses with all that is below them.
///
///     evil.example                          the host, and all below it
///     https://files.example.com/u/mallory   the address, and all below it; http alike
///     sha256:5feceb66ffc86f38…              the same by the digest of its text, for lists that must not be read
///
/// Entries and addresses are compared in their canonical spelling (``CanonicalPath``), so that no other spelling of a denied address
/// passes.
///
/// An entry takes eight bytes. A look-up costs some tens of nanoseconds for each label of the host and each segment of the path,
/// and allocates nothing; where there are digests, libcrypto makes one for each of them, which takes a microsecond and memory of
/// its own.
public struct DenyList: Sendable, Equatable {
    /// Hashes of hosts and addresses, in order. Two texts that share one out of 2⁶⁴ are one entry.
    private let names: [UInt64]
    /// How many bytes the longest of those texts has.
    private let longestName: Int
    /// The first bytes of digests, in order.
    private let digests: [UInt64]
    /// What tells lists apart: the digest of the text.
    public let digest: String

    /// How many entries there are.
    public var count: Int { names.count + digests.count }

    /// Reads a list: one entry a line; empty lines and those that begin with `#` are none. Throws its first faults.
    public init(_ text: Span<UInt8>) throws(DenyListFaults) {
        var reader = DenyListReader()
        reader.read(text)
        guard reader.faults.isEmpty else { throw DenyListFaults(faults: reader.faults) }
        names = reader.names.sorted()
        longestName = reader.longestName
        digests = reader.digests.sorted()
        digest = Digest.sha256Hex(text)
    }

    /// Whether the list has an address, by its host or by the beginning of its path.
    public func denies(_ address: WebAddress, in arena: inout ByteArena) -> Bool {
        guard count > 0 else { return false }
        let target = DeniedTarget(address, in: &arena)
        return deniesHost(target.host, in: arena) || deniesPath(target, in: arena)
    }

    /// The host, and each that it is below.
    private func deniesHost(_ host: TextRange, in arena: borrowing ByteArena) -> Bool {
        var start = host.start
        while start < host.end {
            if has(TextRange(offset: start, count: host.end - start), in: arena) { return true }
            while start < host.end, arena[start] != UInt8(ascii: ".") { start += 1 }
            start += 1
        }
        return false
    }

    /// The address, and each that it is below. Clients choose the number of segments, so the work is bounded: by the length of the
    /// longest entry, and for digests, whose texts are unknown, by ``mostDigests``.
    private func deniesPath(_ target: DeniedTarget, in arena: borrowing ByteArena) -> Bool {
        var remaining = digests.isEmpty ? 0 : Self.mostDigests
        var end = target.host.end + 1
        while end < target.whole.end {
            let count = end - target.whole.start
            guard count <= longestName || remaining > 0 else { break }
            if DeniedTarget.endsSegment(arena[end]) {
                let beginning = TextRange(offset: target.whole.start, count: count)
                if hasName(beginning, in: arena) { return true }
                if remaining > 0, hasDigest(beginning, in: arena) { return true }
                remaining -= 1
            }
            end += 1
        }
        return has(target.key(in: arena), in: arena)
    }

    /// The beginnings of an address that are looked up among digests, besides the whole address.
    private static let mostDigests = 32

    private func has(_ text: TextRange, in arena: borrowing ByteArena) -> Bool {
        hasName(text, in: arena) || hasDigest(text, in: arena)
    }

    private func hasName(_ text: TextRange, in arena: borrowing ByteArena) -> Bool {
        Int(text.count) <= longestName && Self.has(ByteHash64.of(arena[text]), in: names)
    }

    private func hasDigest(_ text: TextRange, in arena: borrowing ByteArena) -> Bool {
        !digests.isEmpty && Self.has(Digest.sha256Start(arena[text]), in: digests)
    }

    private static func has(_ key: UInt64, in keys: [UInt64]) -> Bool {
        var (low, high) = (0, keys.count)
        while low < high {
            let middle = (low + high) / 2
            if keys[middle] < key { low = middle + 1 } else { high = middle }
        }
        return low < keys.count && keys[low] == key
    }
}

/// What is wrong with a list, line by line; at most ten lines of it.
public struct DenyListFaults: Error, Sendable {
    /// In the order of the lines; never empty.
    public let faults: [DenyListFault]
}
