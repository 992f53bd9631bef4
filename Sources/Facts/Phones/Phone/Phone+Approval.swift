import Association

/// Whether Android lets an app open a web link.
enum Approval: Hashable {
    /// Opens without a prompt, for the reason given by the fact.
    case approved(Fact)
    /// The filter matches, but the host is not approved.
    case unapproved
    /// No filter matches, or the user or the host's file excludes the link.
    case none
}

extension Phone {
    /// The app that opens a web link without a package name: the last installed of the verified apps, or else of those
    /// that the user selected for the host.
    func approvedApp(_ url: String) -> (app: AndroidApp, facts: [Fact])? {
        let approved = androidApps.filter { if case .approved = approval($0, url) { true } else { false } }
        let verified = approved.filter { isVerified($0, url.urlHost) }
        guard let app = verified.last ?? approved.last else { return nil }
        return (app, verified.count > 1 ? [.approved, .lastInstalled] : [.approved])
    }

    /// The apps offered by the chooser of Android 11 and earlier; empty on later systems.
    func appsToAskAbout(_ url: String) -> [AndroidApp] {
        guard case .android(...11) = system else { return [] }
        return androidApps.filter { approval($0, url) == .unapproved }
    }

    /// Whether an app is approved for a web link (Android, `DomainVerificationService`).
    func approval(_ app: AndroidApp, _ url: String) -> Approval {
        guard app.fits(url) else { return .none }
        let host = url.urlHost
        guard app.opensSupportedLinks else { return .none }
        guard isVerified(app, host) || app.pickedHosts.contains(host) else { return .unapproved }
        return isExcluded(app, url) ? .none : .approved(.approved)
    }

    /// Up to Android 11, a single host that fails verification fails the whole manifest.
    private func isVerified(_ app: AndroidApp, _ host: String) -> Bool {
        let isVerified = app.verifiedHosts.contains { IntentFilter.covers($0, host) || host.hasSuffix("." + $0) }
        guard case .android(...11) = system else { return isVerified }
        return isVerified && app.filters.compactMap(\.verifiableHost).allSatisfy(app.verifiedHosts.contains)
    }

    /// Since Android 15, the host's own file can narrow the manifest's claims. Requires Google's services.
    private func isExcluded(_ app: AndroidApp, _ url: String) -> Bool {
        guard case .android(15...) = system, stores.contains(.play), let file = assetLinks[url.urlHost],
            let statement = file.statements.first(where: { $0.package == app.package }), !statement.components.isEmpty
        else { return false }
        return !statement.components.open(LinkAddress(url))
    }
}
