import ByteText
import Devices
import Expressions
import Links

/// The app that a click is about: the link's app for the clicker's platform, and the state it is in there.
struct AppReading {
    /// The ID that the link, the settings or the site name; nil where none does.
    var id: TextRange?
    /// The site's app of that ID, by its index; nil where the site does not register it.
    var registered: Int?
    /// The registered app for iPads, by its index, where the clicker's Mac may be one.
    var onIPad: Int?
    var state: AppState = .unknown
    var version: TextRange?
    /// The minimum that applies to this platform; nil where there is none.
    var minimum: TextRange?
    /// The App Store ID that the link or the settings name and the site's app bears out.
    var appStoreID: TextRange?
    /// The minimum on Android, whatever the clicker's platform is.
    var androidMinimum: TextRange?
    /// Whether a missing Android app is to be installed.
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
    /// Finds the app, its minimum and its state. Settings win over what the link's shape says, and that over the site.
    func readApp(_ click: inout Click, _ request: borrowing ClickRequest, in arena: inout ByteArena) -> AppReading {
        var app = AppReading()
        readAndroidDemands(&app, &click, request, in: &arena)
        warnOfUnnecessary(&click, in: arena)
        guard let store = click.device.platform.store else {
            if click.device.mayBeIPad {
                app.onIPad = id(.ios, click, request, in: &arena).flatMap { registered(.ios, $0, click, in: arena) }
            }
            return app
        }
        app.id = id(store, click, request, in: &arena)
        if let id = app.id {
            app.registered = registered(store, id, click, in: arena)
            if app.registered == nil { warnOfUnregistered(store, &click, in: arena) }
        }
        app.minimum =
            store == .android ? app.androidMinimum : minimum(click.link.parameters[.imv], &click, in: arena)
        readAppStoreID(&app, &click, request, in: arena)
        readState(&app, &click, request, in: arena)
        return app
    }

    /// Whether installing is asked for, and the minimum version on Android.
    private func readAndroidDemands(
        _ app: inout AppReading, _ click: inout Click, _ request: borrowing ClickRequest, in arena: inout ByteArena
    ) {
        let site = ruleSet.compiledSites[click.link.site]
        let first = site.firstApp(.android).map { site.apps[$0] }
        var stated: TextRange?
        if let settings = request.settings {
            app.install = settings.androidInstallApp
            stated = settings.androidMinimumVersion ?? .empty
        } else if click.link.generation == .fdl {
            app.install = click.link.parameters.nonEmpty(.afl) == nil
            stated = click.link.parameters[.amv]
        } else {
            app.install = first?.definition.install ?? false
        }
        if stated == nil, let minimum = first?.minimumBytes { stated = arena.append(minimum.span) }
        app.androidMinimum = minimum(stated, &click, in: arena)
        if let amv = click.link.parameters.nonEmpty(.amv), arena[amv].decimalValue == nil {
            click.warnings.insert(.notIntegerAndroidPackageMinVersion)
        }
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

    /// The link's app of a store: an ID enables its own platform alone (A2).
    private func id(
        _ store: AppDefinition.Store, _ click: borrowing Click, _ request: borrowing ClickRequest,
        in arena: inout ByteArena
    ) -> TextRange? {
        if let settings = request.settings {
            let stated = store == .android ? settings.androidPackageName : settings.iOSBundleID
            return stated.flatMap { $0.isEmpty ? nil : $0 }
        }
        let site = ruleSet.compiledSites[click.link.site]
        if click.link.generation == .fdl { return linkID(store, click, site, in: arena) }
        guard let first = site.firstApp(store) else { return nil }
        let bytes = site.apps[first].idBytes
        return arena.append(bytes.span)
    }

    private func registered(
        _ store: AppDefinition.Store, _ id: TextRange, _ click: borrowing Click, in arena: borrowing ByteArena
    ) -> Int? {
        ruleSet.compiledSites[click.link.site].app(store, id: arena[id])
    }

    /// `apn`, or `ibi`, or on iPads `ipbi` where it is registered.
    private func linkID(
        _ store: AppDefinition.Store, _ click: borrowing Click, _ site: CompiledSite, in arena: borrowing ByteArena
    ) -> TextRange? {
        if store == .android { return click.link.parameters.nonEmpty(.apn) }
        let phone = click.link.parameters.nonEmpty(.ibi)
        let isTablet = click.device.platform == .ipados || click.device.mayBeIPad
        guard isTablet, let tablet = click.link.parameters.nonEmpty(.ipbi) else { return phone }
        return phone == nil || site.app(.ios, id: arena[tablet]) != nil ? tablet : phone
    }

    private func warnOfUnregistered(_ store: AppDefinition.Store, _ click: inout Click, in arena: borrowing ByteArena) {
        if store == .android {
            click.warnings.insert(.notInProjectAndroidPackageName)
        } else {
            click.warnings.insert(.notInProjectIOSBundleID)
        }
    }

    /// Parameters in the link without the app they are for, and what the site does not register, on any platform.
    private func warnOfUnnecessary(_ click: inout Click, in arena: borrowing ByteArena) {
        let site = ruleSet.compiledSites[click.link.site]
        if let package = click.link.parameters.nonEmpty(.apn) {
            if site.app(.android, id: arena[package]) == nil { click.warnings.insert(.notInProjectAndroidPackageName) }
        } else {
            if click.link.parameters.nonEmpty(.amv) != nil {
                click.warnings.insert(.unnecessaryAndroidPackageMinVersion)
            }
            if click.link.parameters.nonEmpty(.al) != nil { click.warnings.insert(.unnecessaryAndroidLink) }
            if click.link.parameters.nonEmpty(.afl) != nil { click.warnings.insert(.unnecessaryAndroidFallbackLink) }
        }
        if let bundle = click.link.parameters.nonEmpty(.ibi), site.app(.ios, id: arena[bundle]) == nil {
            click.warnings.insert(.notInProjectIOSBundleID)
        }
        if let bundle = click.link.parameters.nonEmpty(.ipbi), site.app(.ios, id: arena[bundle]) == nil {
            click.warnings.insert(.notInProjectIPadBundleID)
        }
        if click.link.parameters.nonEmpty(.ibi) == nil, click.link.parameters.nonEmpty(.ipbi) == nil {
            if click.link.parameters.nonEmpty(.isi) != nil { click.warnings.insert(.unnecessaryIOSAppStoreID) }
            if click.link.parameters.nonEmpty(.ius) != nil { click.warnings.insert(.unnecessaryIOSURLScheme) }
        }
        if let debug = click.link.parameters[.d], !arena[debug].equals("1") { click.warnings.insert(.badDebugParam) }
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

    /// A stated state wins; a version is compared with the minimum; an app given with neither is current.
    private func readState(
        _ app: inout AppReading, _ click: inout Click, _ request: borrowing ClickRequest, in arena: borrowing ByteArena
    ) {
        guard let report = report(on: app, request, in: arena) else { return }
        app.version = report.version
        if let state = report.state {
            app.state = state
        } else if let version = report.version, let minimum = app.minimum {
            switch VersionOrder.compare(arena[version], arena[minimum]) {
            case .less: app.state = .outdated
            case .equal, .greater: app.state = .current
            case nil:
                app.state = .current
                click.warnings.insert(.malformedVersion)
            }
        } else {
            app.state = .current
        }
        if app.registered != nil, app.state == .current, report.version == nil, app.minimum != nil {
            click.warnings.insert(.appVersionUnknown)
        }
    }

    /// What the device profile says of the app: the report of its ID, or the one without an ID.
    private func report(
        on app: AppReading, _ request: borrowing ClickRequest, in arena: borrowing ByteArena
    ) -> AppReport? {
        guard let reports = request.profile?.apps else { return nil }
        for report in reports {
            guard let reported = report.id else { return report }
            if let id = app.id, arena[id].equals(arena[reported]) { return report }
        }
        return nil
    }
}
