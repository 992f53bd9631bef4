import ByteText

/// A table of domains with a number each: exact names, and wildcards that match subdomains (`*.example.com`).
struct DomainTable: Sendable {
    private let exact: ByteTable
    private let parents: ByteTable
    private let hasParents: Bool

    /// Creates the table from `example.com` and `*.example.com` entries, in lower case. The first of equal entries is
    /// used.
    init(_ domains: [(name: String, value: Int)]) {
        var exact: [(key: [UInt8], value: Int)] = []
        var parents: [(key: [UInt8], value: Int)] = []
        for (name, value) in domains {
            if name.hasPrefix("*.") {
                parents.append((Array(name.utf8.dropFirst(2)), value))
            } else {
                exact.append((Array(name.utf8), value))
            }
        }
        self.exact = ByteTable(exact)
        self.parents = ByteTable(parents)
        hasParents = !parents.isEmpty
    }

    /// The lowest number of the domains that match a lower-case host.
    func lowestValue(for host: Span<UInt8>) -> Int? {
        var lowest = exact.value(for: host)
        guard hasParents else { return lowest }
        var start = 0
        while let dot = host.firstIndex(of: UInt8(ascii: "."), from: start) {
            start = dot + 1
            guard let value = parents.value(for: host.extracting(start..<host.count)) else { continue }
            lowest = min(lowest ?? value, value)
        }
        return lowest
    }
}
