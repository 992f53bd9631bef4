import Links
import Routing

/// Where a long link leads, as Dub's API has it: an address, previews, and addresses for iOS and Android.
///
/// An address alone is its own long link; with anything else it is wrapped in a Dynamic Link.
struct DubTarget {
    /// A system whose people have an address of their own, and the parameters that say so.
    struct System {
        var name: String
        var store: AppDefinition.Store
        var fallback: LinkParameter
        var app: LinkParameter
        /// What goes with the app.
        var beside: [LinkParameter]
    }

    static let ios = System(
        name: "ios", store: .ios, fallback: .ifl, app: .ibi, beside: [.ipfl, .ipbi, .isi, .imv, .ius])
    static let android = System(name: "android", store: .android, fallback: .afl, app: .apn, beside: [.al, .amv])

    /// The parameters beside the address.
    var link: LongLink
    /// The address.
    var payload: String
    /// Whether the parameters have a link domain of their own.
    private let hasDomain: Bool

    /// Leads nowhere yet.
    init() {
        (link, payload, hasDomain) = (LongLink(domain: ""), "", false)
    }

    /// Reads a long link.
    init(_ longLink: String) {
        if var link = try? LongLink(parsing: longLink), let payload = link.nonEmpty(.link) ?? link.nonEmpty(.deepLinkID)
        {
            (link[.link], link[.deepLinkID]) = (nil, nil)
            (self.link, self.payload, hasDomain) = (link, payload, true)
        } else {
            (link, payload, hasDomain) = (LongLink(domain: ""), longLink, false)
        }
    }

    /// Sends people of a system without the app to an address, past the page before the app; nil: to where all go.
    mutating func send(
        people system: System, to address: String?, apps: [AppDefinition], site: String
    ) throws(ShortLinkFault) {
        guard let address else {
            guard link[system.fallback] != nil else { return }
            for parameter in [system.fallback, system.app] + system.beside { link[parameter] = nil }
            if link[.ibi] == nil { link[.efr] = nil }
            return
        }
        if link.nonEmpty(system.app) == nil {
            guard let app = apps.first(where: { $0.store == system.store }) else {
                throw ShortLinkFault(
                    DubFields.unsupported,
                    "\(system.name) is not supported on this domain: the site \(site) has no such app, and without "
                        + "one, targets by system are rules of the site")
            }
            link[system.app] = app.id
            if system.store == .ios { (link[.isi], link[.efr]) = (app.appStoreID, "1") }
        }
        link[system.fallback] = address
    }

    /// The long link, for a link domain.
    func text(on domain: String) -> String {
        var wrapped = link
        if !hasDomain { wrapped.domain = domain }
        let isBare = LinkParameter.allCases.allSatisfy { link[$0] == nil } && link.others.isEmpty
        // An address that has these parameters itself would be read as a Dynamic Link.
        let reading = try? LongLink(parsing: payload)
        if isBare, reading?[.link] == nil, reading?[.deepLinkID] == nil { return payload }
        wrapped[.link] = payload
        return wrapped.text
    }
}
