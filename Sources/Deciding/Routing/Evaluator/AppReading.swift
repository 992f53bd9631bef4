import ByteText
import Devices
import Expressions
import Links

/// One of a site's apps, evaluated for a click: the link's app for the clicker's platform, or one named by a rule.
struct AppReading {
    /// The ID named by the link, the settings, the site or the rule; `nil` if there is none.
    var id: TextRange?
    /// The index of the site's app with that ID; `nil` if the site does not register it.
    var registered: Int?
    var state: AppState = .unknown
    var version: TextRange?
    /// The lowest version that may be opened; `nil` for any version.
    var minimum: TextRange?
    /// The App Store ID from the link or the settings, if it matches the registered app; otherwise `nil`.
    var appStoreID: TextRange?
}

/// The requirements of a link or its settings for the link's Android app, on any platform.
struct AndroidDemands {
    /// The lowest version; `nil` for any version.
    var minimum: TextRange?
    /// Whether a missing app should be installed.
    var install = false
}

extension Platform {
    /// The store of the platform's apps; `nil` if links open no apps on the platform.
    var store: AppDefinition.Store? {
        switch self {
        case .android: .android
        case .ios, .ipados: .ios
        case .harmonyos: .harmony
        case .macos, .windows, .linux, .chromeos, .other, .unknown: nil
        }
    }
}

extension Evaluator {
    /// Finds the link's app, its minimum version and its state. Settings take precedence over the link's shape, and the
    /// shape over the site.
    func readApp(_ click: inout EvaluatedClick, _ request: borrowing ClickRequest, in arena: inout ByteArena) {
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
        switch store {
        case .android: app.minimum = click.demands.minimum
        case .ios: app.minimum = appleMinimum(app, &click, in: &arena)
        case .harmony: break
        }
        readAppStoreID(&app, &click, request, in: arena)
        readState(&app, isLinks: true, &click, request, in: arena)
        click.app = app
    }

    /// The app that a rule acts on: the one it names, or else the link's. Includes the minimum version (the rule's, or
    /// else the link's if the link names this app, or else the app's own), the state and the store ID.
    ///
    /// `nil` if there is no such app for the clicker's platform.
    func app(
        named name: String?, least: String?, _ click: inout EvaluatedClick, _ request: borrowing ClickRequest,
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

    /// The requirements of the link, or of the settings that replace them, for its Android app.
    private func readAndroidDemands(
        _ click: inout EvaluatedClick, _ request: borrowing ClickRequest, in arena: inout ByteArena
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

    /// The app of `apn` on any platform; the site's first app if the link names none.
    private func androidApp(_ click: inout EvaluatedClick, in arena: borrowing ByteArena) -> Int? {
        guard click.link.generation == .fdl, click.link.parameters.nonEmpty(.apn) != nil else {
            return withSite(click.link.site) { $0.firstApp(.android) }
        }
        return click.link.apps.android
    }

    /// `imv`, or else the site's minimum for the app.
    private func appleMinimum(_ app: AppReading, _ click: inout EvaluatedClick, in arena: inout ByteArena) -> TextRange?
    {
        minimum(
            click.link.parameters.nonEmpty(.imv) ?? ownMinimum(app.registered, &click, in: &arena), &click, in: arena)
    }

    private func ownMinimum(_ app: Int?, _ click: inout EvaluatedClick, in arena: inout ByteArena) -> TextRange? {
        guard let bytes = app.flatMap({ ruleSet.compiledSites[click.link.site].apps[$0].minimumBytes }) else {
            return nil
        }
        return arena.append(bytes.span)
    }

    /// The minimum, or `nil` if it is empty or 0. Warns about a malformed version and returns `nil`.
    private func minimum(_ text: TextRange?, _ click: inout EvaluatedClick, in arena: borrowing ByteArena) -> TextRange?
    {
        guard let text, !text.isEmpty else { return nil }
        guard VersionOrder.isVersion(arena[text]) else {
            click.warnings.insert(.malformedVersion)
            return nil
        }
        // 0, 0.0 and the like allow any version.
        return arena[text].endOfRun(of: Self.zeroes) < Int(text.count) ? text : nil
    }

    private static let zeroes = ByteSet("0.")

    /// The link's app in a store, without its requirements. An ID enables its own platform only. No link and no settings
    /// name an app for HarmonyOS.
    private func named(
        _ store: AppDefinition.Store, _ click: inout EvaluatedClick, _ request: borrowing ClickRequest,
        in arena: inout ByteArena
    ) -> AppReading? {
        if store != .harmony, let settings = request.settings {
            let stated = store == .android ? settings.androidPackageName : settings.iOSBundleID
            guard let stated, !stated.isEmpty else { return nil }
            let registered = withSite(click.link.site) { $0.app(store, id: arena[stated]) }
            return AppReading(id: stated, registered: registered)
        }
        if store != .harmony, click.link.generation == .fdl { return namedByLink(store, &click) }
        guard let first = withSite(click.link.site, { $0.firstApp(store) }) else { return nil }
        return withApp(first, of: click.link.site) { app in
            let bytes = app.idBytes
            return AppReading(id: arena.append(bytes.span), registered: first)
        }
    }

    /// The app of `apn`, or of `ibi`, or on iPads of `ipbi` if it is registered.
    private func namedByLink(_ store: AppDefinition.Store, _ click: inout EvaluatedClick) -> AppReading? {
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

    /// Accepts an App Store ID only if it is the registered app's: a link must not send visitors to a third party's
    /// app.
    private func readAppStoreID(
        _ app: inout AppReading, _ click: inout EvaluatedClick, _ request: borrowing ClickRequest,
        in arena: borrowing ByteArena
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
