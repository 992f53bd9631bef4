import Links
import Routing

/// What to do about a link that the site does not allow.
extension ShortLinkFault {
    /// The fault with the host that is not allowed and the key of the site that would allow it. Nothing else of the link is
    /// in it.
    func advised(by fault: LinkFault, of longLink: String, site: SiteDefinition) -> ShortLinkFault {
        guard fault.code == .urlPatternMismatch else { return self }
        let link = try? LongLink(parsing: longLink)
        let address = link?[fault.parameter ?? .link] ?? longLink
        guard let host = Self.host(of: address) else { return self }
        var result = self
        let pattern = "^https://\(host.replacing(".", with: "\\."))/"
        switch site.urlPolicy {
        case .authorizedDomains:
            result.message +=
                " The site \(site.name) allows https on its authorized_domains; add \(host) there, or state url_patterns."
        case .patterns:
            result.message +=
                " No pattern in url_patterns of the site \(site.name) allows \(host); add one such as \"\(pattern)\"."
        case .any: break
        }
        return result
    }

    /// The fault of an address for later clicks, by the name of its field.
    init(_ fault: LinkFault, ofTarget text: String, _ name: String, site: SiteDefinition) {
        self.init(fault)
        switch fault.code {
        case .urlPatternMismatch:
            self = advised(by: fault, of: text, site: site)
            message = "\(name): \(message)"
        case .deniedTarget: message = "\(name): \(message)"
        case .linkIsDynamicLink:
            message = "\(name) must not be an address of a link domain: its link might lead back"
        default: message = "\(name) must be an https address"
        }
        summary = message
    }

    private static func host(of text: String) -> String? {
        (try? LongLink(parsing: text)).map { String($0.domain.prefix { $0 != "/" }) }
    }
}
