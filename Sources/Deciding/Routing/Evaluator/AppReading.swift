import ByteText
import Devices
import Expressions
import Links

/// One of a site's apps as a click meets it: the link's own for the clicker's platform, or the one that a rule names.
struct AppReading {
    /// The ID that the link, the settings, the site or the rule names; nil where none does.
    var id: TextRange?
    /// The site's app of that ID, by its index; nil where the site does not register it.
    var registered: Int?
    var state: AppState = .unknown
    var version: TextRange?
    /// The lowest version that the app may have; nil where there is none.
    var minimum: TextRange?
    /// The App Store ID: the link's or the settings' where the site's app bears it out, else nil.
    var appStoreID: TextRange?
}

/// What a link or its settings demand of the link's Android app, whatever the clicker's platform is.
struct AndroidDemands {
    /// The lowest version; nil where any will do.
    var minimum: TextRange?
    /// Whether a missing app is to be installed.
    var install = false
}

extension Platform {
    /// The store of the platform's apps; nil where links open no apps.
    var store: AppDefinition.Store? {
        switch self {
        case .android: .android
        case .ios, .ipados: .ios
        case .macos, .windows, .linux, .chromeos, .other, .unknown: nil
        }
    }
}

extension Evaluator {
    /// Finds the link's app, its minimum and its state. Settings win over what the link's shape says, and that over the
    /// site.
    func readApp(_ click: inout Click, _ request: borrowing ClickRequest, in arena: inout ByteArena) {
        readAndroidDemands(&click, request, in: &arena)
        guard let store = click.device.platform.store else {
            if click.device.mayBeIPad { click.onIPad = named(.ios, &click, request, in: &arena)?.registered }
            return
        }
        var app = AppReading()
        if let named = named(store, &click, request, in: &arena) {
            app = named
            if app.registered == nil { warnOfUnregistered(store, &click, in: arena) }
        }
        app.minimum = store == .android ? click.demands.minimum : appleMinimum(app, &click, in: &arena)
        readAppStoreID(&app, &click, request, in: arena)
        readState(&app, isLinks: true, &click, request, in: arena)
        click.app = app
    }

    /// The app that a rule acts on: the one that it names, else the link's. It brings everything: its minimum (the rule's,
    /// else the link's where the link names this app, else its own), its state, its store ID.
    ///
    /// Nil where the clicker's platform has no such app.
    func app(
        named name: String?, least: String?, _ click: inout Click, _ request: borrowing ClickRequest,
        in arena: inout ByteArena
    ) -> AppReading? {
        guard let store = click.device.platform.store else { return nil }
        let site = ruleSet.compiledSites[click.link.site]
        let registered = name.map { name in
            site.apps.firstIndex { $0.store == store && $0.definition.id == name }
        }
        guard let index = registered ?? click.app.registered else { return nil }
        let isLinks = index == click.app.registered
        if isLinks, least == nil { return click.app }
        var app = isLinks ? click.app : AppReading()
        if !isLinks {
            let id = site.apps[index].idBytes
            (app.id, app.registered) = (arena.append(id.span), index)
        }
        let stated = least.map { arena.append($0) } ?? ownMinimum(index, &click, in: &arena)
        app.minimum = minimum(stated, &click, in: arena)
        readState(&app, isLinks: isLinks, &click, request, in: arena)
        return app
    }

    /// What the link, or the settings in its place, demand of its Android app.
    private func readAndroidDemands(
        _ click: inout Click, _ request: borrowing ClickRequest, in arena: inout ByteArena
    ) {
        var stated: TextRange?
        if let settings = request.settings {
            click.demands.install = settings.androidInstallApp
            stated = settings.androidMinimumVersion ?? .empty
        } else if click.link.generation == .fdl {
            click.demands.install = click.link.parameters.nonEmpty(.afl) == nil
            stated = click.link.parameters[.amv]
        } else {
            let site = ruleSet.compiledSites[click.link.site]
            click.demands.install = site.firstApp(.android).flatMap { site.apps[$0].definition.install } ?? false
        }
        click.demands.minimum = minimum(
            stated ?? ownMinimum(androidApp(&click, in: arena), &click, in: &arena), &click, in: arena)
        if let amv = click.link.parameters.nonEmpty(.amv), arena[amv].decimalValue == nil {
            click.warnings.insert(.notIntegerAndroidPackageMinVersion)
        }
    }

    /// The app of `apn` on any platform; the site's first one where the link names none.
    private func androidApp(_ click: inout Click, in arena: borrowing ByteArena) -> Int? {
        guard click.link.generation == .fdl, click.link.parameters.nonEmpty(.apn) != nil else {
            return withSite(click.link.site) { $0.firstApp(.android) }
        }
        return click.link.apps.android
    }

    /// `imv`, else what the site demands of the app.
    private func appleMinimum(_ app: AppReading, _ click: inout Click, in arena: inout ByteArena) -> TextRange? {
        minimum(
            click.link.parameters.nonEmpty(.imv) ?? ownMinimum(app.registered, &click, in: &arena), &click, in: arena)
    }

    private func ownMinimum(_ app: Int?, _ click: inout Click, in arena: inout ByteArena) -> TextRange? {
        guard let bytes = app.flatMap({ ruleSet.compiledSites[click.link.site].apps[$0].minimumBytes }) else {
            return nil
        }
        return arena.append(bytes.span)
    }

    /// A minimum that says something: not empty, not 0, and a version. What is not a version is warned of, and is not a
    /// minimum.
    private func minimum(_ text: TextRange?, _ click: inout Click, in arena: borrowing ByteArena) -> TextRange? {
        guard let text, !text.isEmpty else { return nil }
        guard VersionOrder.isVersion(arena[text]) else {
            click.warnings.insert(.malformedVersion)
            return nil
        }
        // 0, 0.0 and the like: any version will do.
        return arena[text].endOfRun(of: Self.zeroes) < Int(text.count) ? text : nil
    }

    private static let zeroes = ByteSet("0.")

    /// The link's app of a store, without what it demands: an ID enables its own platform alone (A2).
    private func named(
        _ store: AppDefinition.Store, _ click: inout Click, _ request: borrowing ClickRequest,
        in arena: inout ByteArena
    ) -> AppReading? {
        if let settings = request.settings {
            let stated = store == .android ? settings.androidPackageName : settings.iOSBundleID
            guard let stated, !stated.isEmpty else { return nil }
            let registered = withSite(click.link.site) { $0.app(store, id: arena[stated]) }
            return AppReading(id: stated, registered: registered)
        }
        if click.link.generation == .fdl { return namedByLink(store, &click) }
        guard let first = withSite(click.link.site, { $0.firstApp(store) }) else { return nil }
        return withApp(first, of: click.link.site) { app in
            let bytes = app.idBytes
            return AppReading(id: arena.append(bytes.span), registered: first)
        }
    }

    /// The app of `apn`, or of `ibi`, or on iPads of `ipbi` where it is registered.
    private func namedByLink(_ store: AppDefinition.Store, _ click: inout Click) -> AppReading? {
        if store == .android {
            return click.link.parameters.nonEmpty(.apn).map { AppReading(id: $0, registered: click.link.apps.android) }
        }
        let isTablet = click.device.platform == .ipados || click.device.mayBeIPad
        let phone = click.link.parameters.nonEmpty(.ibi)
        if isTablet, let tablet = click.link.parameters.nonEmpty(.ipbi), phone == nil || click.link.apps.tablet != nil {
            return AppReading(id: tablet, registered: click.link.apps.tablet)
        }
        return phone.map { AppReading(id: $0, registered: click.link.apps.phone) }
    }

    /// An App Store ID counts only where it is the registered app's: a link must not send people to a stranger's app.
    private func readAppStoreID(
        _ app: inout AppReading, _ click: inout Click, _ request: borrowing ClickRequest, in arena: borrowing ByteArena
    ) {
        let stated = request.settings != nil ? request.settings?.iOSAppStoreID : click.link.parameters.nonEmpty(.isi)
        guard click.device.platform.store == .ios, let stated, !stated.isEmpty else { return }
        guard arena[stated].decimalValue != nil else {
            click.warnings.insert(.notNumericIOSAppStoreID)
            return
        }
        guard let registered = app.registered,
            let known = ruleSet.compiledSites[click.link.site].apps[registered].definition.appStoreID,
            arena[stated].equals(utf8Of: known)
        else {
            click.warnings.insert(.notMatchingIOSBundleIDAndStoreID)
            return
        }
        app.appStoreID = stated
    }
}
