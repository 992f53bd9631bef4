public import ByteText

/// The alternative services of the sites' hosts (`alt_svc`).
struct AlternativeIndex: Sendable {
    private let hosts: ByteTable
    private let values: [[UInt8]]

    /// Sites that share a host specify the same value.
    init(_ sites: [SiteDefinition]) {
        var entries: [(key: [UInt8], value: Int)] = []
        var values: [[UInt8]] = []
        for site in sites {
            guard let services = site.alternativeServices else { continue }
            entries += site.visitedHosts.map { (Array($0.utf8), values.count) }
            values.append(Array(services.utf8))
        }
        hosts = ByteTable(entries)
        self.values = values
    }

    func value(for host: Span<UInt8>) -> [UInt8]? {
        guard !values.isEmpty else { return nil }
        return hosts.value(for: host).map { values[$0] }
    }
}

extension RuleSet {
    /// The `Alt-Svc` field value of a host (RFC 7838), which advertises alternative services; `nil` for most hosts.
    ///
    /// - Parameter host: In lower case and without a port.
    public func alternativeServices(of host: TextRange, in arena: borrowing ByteArena) -> [UInt8]? {
        alternatives.value(for: arena[host])
    }
}
