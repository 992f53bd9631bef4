public import ByteText

/// What the sites announce at their hosts (`alt_svc`), by host.
struct AlternativeIndex: Sendable {
    private let hosts: ByteTable
    private let values: [[UInt8]]

    /// Where two sites share a host, they state the same.
    init(_ sites: [SiteDefinition]) {
        var entries: [(key: [UInt8], value: Int)] = []
        var values: [[UInt8]] = []
        for site in sites {
            guard let services = site.alternativeServices else { continue }
            let own = site.hosts.map { $0.prefix { $0 != "/" } } + site.hosting.map { $0[...] }
            entries += (own + (site.pageHost.map { [$0[...]] } ?? [])).map { (Array($0.utf8), values.count) }
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
    /// What is announced at a host as `Alt-Svc` (RFC 7838): where else its answers can be had. Nil for most.
    ///
    /// - Parameter host: In lower case and without a port.
    public func alternativeServices(of host: TextRange, in arena: borrowing ByteArena) -> [UInt8]? {
        alternatives.value(for: arena[host])
    }
}
