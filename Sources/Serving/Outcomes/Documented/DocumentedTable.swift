import Links
import Phones
import Routing

/// The input of the decision tables: the link, the platform, and the actual state of the app on the phone.
struct DocumentedCase {
    /// The app's actual state.
    enum State { case current, outdated, absent }

    var link: LinkFacts
    var platform: DocumentedPlatform
    var state: State
    /// The stores installed on the phone.
    var stores: Set<AppStore>

    var app: AppDefinition? { link.app(on: platform) }
    var isAndroid: Bool { platform == .android }
    var isApple: Bool { platform.store == .ios }
    var isFDL: Bool { link.generation == .fdl }
}

/// A row of a decision table: its condition and the documented destination.
///
/// Written from the documentation alone, independently of the shipped rules, which are tested against it.
struct DocumentedRow: Sendable {
    var id: String
    var applies: @Sendable (DocumentedCase) -> Bool
    var ending: @Sendable (DocumentedCase) -> Documented.Ending

    init(
        _ id: String, _ applies: @escaping @Sendable (DocumentedCase) -> Bool,
        _ ending: @escaping @Sendable (DocumentedCase) -> Documented.Ending
    ) {
        (self.id, self.applies, self.ending) = (id, applies, ending)
    }
}

extension DocumentedCase {
    /// The outcome of the first row that applies.
    var documented: Documented {
        for row in rows where row.applies(self) { return Documented(ending: row.ending(self), row: row.id) }
        preconditionFailure("the last row of each table applies to everything")
    }

    private var rows: [DocumentedRow] {
        if link.goesOn { return DocumentedRow.goingOn }
        return link.isAction ? DocumentedRow.mails : DocumentedRow.dynamicLinks
    }

    fileprivate var openedApp: Documented.Ending { .app(app?.id ?? "") }
    fileprivate var web: Documented.Ending { .web(link.payload) }

    /// The store of the device: Google Play, or the device's own store if the site names the app there. Without either
    /// the app can't be installed, and the web page remains.
    fileprivate var androidStore: Documented.Ending {
        guard let app else { return web }
        if stores.contains(.play) { return .store(.play, app.id) }
        if stores.contains(.amazon), let id = app.stores.amazon { return .store(.amazon, id) }
        if stores.contains(.huawei), let id = app.stores.huawei { return .store(.huawei, id) }
        return web
    }
}

extension DocumentedRow {
    /// Links in emails (Firebase, "Passing State in Email Actions").
    static let mails: [DocumentedRow] = [
        .init("E1", { !$0.link.handlesCodeInApp }, \.web),
        .init("A16", { ["recoverEmail", "revertSecondFactorAddition"].contains($0.link.mode ?? "") }, \.web),
        .init("E2", { $0.platform == .desktop }, \.web),
        .init("E3", { $0.app == nil }, \.web),
        .init("E4", { $0.state == .current }, \.openedApp),
        .init("E5", { $0.isFDL && $0.isAndroid && $0.state == .outdated }, \.androidStore),
        .init("A3", { !$0.isFDL && $0.isAndroid && $0.state == .outdated && $0.enforcesStores }, \.androidStore),
        .init("E6", { $0.isAndroid && $0.state == .outdated }, \.openedApp),
        .init("E12", { $0.isApple && $0.state == .outdated }, \.openedApp),
        .init("E8", { $0.isFDL && $0.isAndroid && $0.link.installs }, \.androidStore),
        .init("E9", { $0.isFDL && $0.isAndroid }, \.web),
        .init("A3", { $0.isAndroid && $0.link.installs }, \.androidStore),
        .init("E7", { $0.isAndroid }, \.web),
        .init("E13", { $0.isFDL && $0.appStore != nil }, { $0.appStore ?? $0.web }),
        .init("E14", { _ in true }, \.web),
    ]

    /// Continuing after the action was completed on the web.
    static let goingOn: [DocumentedRow] = [
        .init("C1", { $0.link.generation == nil }, \.web),
        .init("C2", { $0.platform == .desktop }, \.web),
        .init("C3", { $0.app == nil }, \.web),
        .init("C4", { $0.state == .current }, \.openedApp),
        .init("C5", { $0.isFDL && $0.isAndroid && $0.state == .outdated }, \.androidStore),
        .init("A3", { $0.isAndroid && $0.state == .outdated && $0.enforcesStores }, \.androidStore),
        .init("C6", { $0.isAndroid && $0.state == .outdated }, \.openedApp),
        .init("C12", { $0.state == .outdated }, \.openedApp),
        .init("C8", { $0.isFDL && $0.isAndroid && $0.link.installs }, \.androidStore),
        .init("C9", { $0.isFDL && $0.isAndroid }, \.web),
        .init("A3", { $0.isAndroid && $0.link.installs }, \.androidStore),
        .init("C7", { $0.isAndroid }, \.web),
        .init("C13", { _ in true }, \.web),
    ]

    /// Dynamic Links without an action (Firebase, "Manually constructing a Dynamic Link URL").
    static let dynamicLinks: [DocumentedRow] = [
        .init("Dynamic Links, ofl", { $0.platform == .desktop && $0.link[.ofl] != nil }, { .web($0.link[.ofl] ?? "") }),
        .init("Dynamic Links, link", { $0.platform == .desktop }, \.web),
        .init("Dynamic Links, no apn", { $0.isAndroid && $0.app == nil }, \.web),
        .init("Dynamic Links, apn", { $0.isAndroid && $0.state == .current }, \.openedApp),
        .init("Dynamic Links, amv", { $0.isAndroid && $0.state == .outdated }, \.androidStore),
        .init("Dynamic Links, afl", { $0.isAndroid && $0.link[.afl] != nil }, { .web($0.link[.afl] ?? "") }),
        .init("Dynamic Links, Play", \.isAndroid, \.androidStore),
        // Dynamic Links are older than HarmonyOS 5.
        .init("A20", { $0.platform == .harmonyos && $0.state == .absent }, \.web),
        .init("Dynamic Links, ibi", { $0.app != nil && $0.state != .absent }, \.openedApp),
        .init("Dynamic Links, ipfl", { $0.platform == .ipad && $0.link[.ipfl] != nil }, { .web($0.link[.ipfl] ?? "") }),
        .init("Dynamic Links, ifl", { $0.link[.ifl] != nil }, { .web($0.link[.ifl] ?? "") }),
        .init("Dynamic Links, isi", { $0.appStore != nil }, { $0.appStore ?? $0.web }),
        .init("A9", { _ in true }, \.web),
    ]
}

extension DocumentedCase {
    fileprivate var enforcesStores: Bool { link.site.options.enforceStoreSemantics }

    /// The App Store page of the link's app, if the link names it.
    fileprivate var appStore: Documented.Ending? {
        link.appStoreID(on: platform).map { .store(.appStore, $0) }
    }
}
