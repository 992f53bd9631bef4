import ByteText
import Links
import Routing

/// Remedies for links that the site does not allow.
extension ShortLinkFault {
    /// The fault with the disallowed host, the site's key that would allow it, and the implications. It contains no
    /// other part of the link.
    func advised(by fault: LinkFault, of longLink: String, site: SiteDefinition) -> ShortLinkFault {
        guard fault.code == .urlPatternMismatch else { return self }
        let link = try? LongLink(parsing: longLink)
        let address = link?[fault.parameter ?? .link] ?? longLink
        guard let origin = Self.origin(of: address), let host = AddressParts(origin).authority else { return self }
        var result = self
        switch site.urlPolicy {
        case .authorizedDomains where StoreHost.hasOnlyApps(origin), .patterns where StoreHost.hasOnlyApps(origin):
            result.message +=
                " Only afl, ifl, ipfl and ofl may lead to \(host), and only to the page of an app in apps of the site \(site.name)."
        case .authorizedDomains where origin.hasPrefix("http:"):
            result.message += " The site \(site.name) allows https only."
        case .authorizedDomains:
            result.message +=
                " \(host) is not one of the authorized_domains of the site \(site.name). \(Self.consequence(host))"
        case .patterns where origin.hasPrefix("http:"):
            result.message += " No pattern in url_patterns of the site \(site.name) allows \(origin)."
        case .patterns:
            let pattern = "^https://\(host.replacing(".", with: "\\."))/"
            result.message +=
                " No pattern in url_patterns of the site \(site.name) allows \(host), as \"\(pattern)\" would. \(Self.consequence(host))"
        case .any: break
        }
        return result
    }

    /// The fault of a target for later clicks, by the name of its field.
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

    private static func consequence(_ host: some StringProtocol) -> String {
        "Allow only hosts that you own: every link may then lead to any address of \(host)."
    }

    private static func origin(of text: String) -> String? {
        guard let scheme = AddressParts(text).scheme, let link = try? LongLink(parsing: text) else { return nil }
        return "\(scheme)://\(AddressParts(hostOrURL: link.domain).authority ?? "")"
    }
}
