import Links
import Routing

/// The targets of a long link in terms of Dub's API: a destination, preview texts, and targets for iOS and Android.
///
/// A destination without any of these is its own long link; otherwise it is wrapped in a Dynamic Link.
struct DubTarget {
    /// An operating system that can have its own target, and the parameters for it.
    struct System {
        var name: String
        var store: AppDefinition.Store
        var fallback: LinkParameter
        var app: LinkParameter
        /// The parameters that accompany the app.
        var beside: [LinkParameter]
    }

    static let ios = System(
        name: "ios", store: .ios, fallback: .ifl, app: .ibi, beside: [.ipfl, .ipbi, .isi, .imv, .ius])
    static let android = System(name: "android", store: .android, fallback: .afl, app: .apn, beside: [.al, .amv])

    /// The parameters other than the destination.
    var link: LongLink
    /// The destination.
    var payload: String
    /// Whether the long link is a Dynamic Link, with a link domain of its own.
    private let hasDomain: Bool

    /// A target without a destination.
    init() {
        (link, payload, hasDomain) = (LongLink(domain: ""), "", false)
    }

    /// Parses a long link.
    init(_ longLink: String) {
        if var link = try? LongLink(parsing: longLink), let payload = link.nonEmpty(.link) ?? link.nonEmpty(.deepLinkID)
        {
            (link[.link], link[.deepLinkID]) = (nil, nil)
            (self.link, self.payload, hasDomain) = (link, payload, true)
        } else {
            (link, payload, hasDomain) = (LongLink(domain: ""), longLink, false)
        }
    }

    /// Sends devices of a system that lack the app to an address, without the app preview page; `nil` restores the
    /// common destination.
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
                        + "one, targets by system need rules of the site")
            }
            link[system.app] = app.id
            if system.store == .ios { (link[.isi], link[.efr]) = (app.appStoreID, "1") }
        }
        link[system.fallback] = address
    }

    /// The long link on a link domain.
    func text(on domain: String) -> String {
        var wrapped = link
        if !hasDomain { wrapped.domain = domain }
        let isBare = LinkParameter.allCases.allSatisfy { link[$0] == nil } && link.others.isEmpty
        // A destination with these parameters would itself be parsed as a Dynamic Link.
        let reading = try? LongLink(parsing: payload)
        if isBare, reading?[.link] == nil, reading?[.deepLinkID] == nil { return payload }
        wrapped[.link] = payload
        return wrapped.text
    }
}
