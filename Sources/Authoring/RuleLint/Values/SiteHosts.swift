import ByteText
import Routing
import Rules

/// The hosts that links of some sites can have: those of clicked links and those of continue URLs.
struct SiteHosts {
    private var exact: [String] = []
    /// `.example.com`, for a domain that includes its subdomains.
    private var suffixes: [String] = []

    init(_ sites: [SiteDefinition]) {
        for site in sites {
            exact += Self.served(by: site)
            for domain in site.authorizedDomains {
                if domain.hasPrefix("*") { suffixes.append(String(domain.dropFirst())) } else { exact.append(domain) }
            }
        }
    }

    /// The hosts of a site's links and of its web widget.
    static func served(by site: SiteDefinition) -> [String] {
        site.linkHosts + [site.handler.flatMap { AddressParts($0).host }].compactMap(\.self)
    }

    var isEmpty: Bool { exact.isEmpty && suffixes.isEmpty }

    /// The hosts as spelled in files, without duplicates.
    var names: [String] {
        var seen: Set<String> = []
        return (exact + suffixes.map { "*\($0)" }).filter { seen.insert($0).inserted }
    }

    /// Whether the comparison with a text holds for one of the hosts.
    func canBe(_ text: String, _ comparison: FactValues.Comparison) -> Bool {
        switch comparison {
        case .equals: exact.contains(text) || suffixes.contains { text.hasSuffix($0) && text.isHost }
        case .starts: exact.contains { $0.hasPrefix(text) } || !suffixes.isEmpty && text.isHost
        case .ends:
            exact.contains { $0.hasSuffix(text) }
                || suffixes.contains { $0.hasSuffix(text) || text.hasSuffix($0) && text.isHost }
        }
    }
}

extension String {
    /// Whether all of its characters may occur in a host.
    fileprivate var isHost: Bool {
        utf8.allSatisfy { $0.isUnreserved && !(0x41...0x5A).contains($0) }
    }
}
