public import ByteText
import OpenSSL
public import WebAddress

/// A list of denied targets: hosts including their subdomains, and addresses including everything below them.
///
///     evil.example                          the host and its subdomains
///     https://files.example.com/u/mallory   the address and everything below it, over http too
///     sha256:5feceb66ffc86f38…              an entry by the digest of its text, for confidential lists
///
/// Entries and addresses are compared in canonical form (``CanonicalPath``), so that alternative spellings of a denied address
/// are denied too.
///
/// An entry takes eight bytes. A lookup takes tens of nanoseconds per host label and path segment, and does not allocate.
/// If the list contains digests, each lookup also computes a digest per label and segment with libcrypto, which takes a
/// microsecond and allocates.
public struct DenyList: Sendable, Equatable {
    /// Sorted 64-bit hashes of hosts and addresses. Collisions are accepted.
    private let names: [UInt64]
    /// The length in bytes of the longest of those texts.
    private let longestName: Int
    /// The first bytes of the digests, sorted.
    private let digests: [UInt64]
    /// The digest of the list's text, which identifies the list.
    public let digest: String

    /// The number of entries.
    public var count: Int { names.count + digests.count }

    /// Parses a list with one entry per line; empty lines and lines that begin with `#` are ignored. Throws the first errors.
    public init(_ text: Span<UInt8>) throws(DenyListFaults) {
        var reader = DenyListReader()
        reader.read(text)
        guard reader.faults.isEmpty else { throw DenyListFaults(faults: reader.faults) }
        names = reader.names.sorted()
        longestName = reader.longestName
        digests = reader.digests.sorted()
        digest = Digest.sha256Hex(text)
    }

    /// Whether the list denies an address, by its host or by a prefix of its path.
    public func denies(_ address: WebAddress, in arena: inout ByteArena) -> Bool {
        guard count > 0 else { return false }
        let target = DeniedTarget(address, in: &arena)
        return deniesHost(target.host, in: arena) || deniesPath(target, in: arena)
    }

    /// Looks up the host and its parent domains.
    private func deniesHost(_ host: TextRange, in arena: borrowing ByteArena) -> Bool {
        var start = host.start
        while start < host.end {
            if has(TextRange(offset: start, count: host.end - start), in: arena) { return true }
            while start < host.end, arena[start] != UInt8(ascii: ".") { start += 1 }
            start += 1
        }
        return false
    }

    /// Looks up the address and its parent paths. Since clients choose the number of segments, the work is limited by the
    /// length of the longest entry, and for digests, whose texts are unknown, by ``mostDigests``.
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

    /// The maximum number of parent paths looked up as digests, in addition to the whole address.
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

/// The errors of a list, at most ten.
public struct DenyListFaults: Error, Sendable {
    /// The errors in line order; never empty.
    public let faults: [DenyListFault]
}
