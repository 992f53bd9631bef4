import ByteText
import Devices
import Expressions
import Links
import WebAddress

/// Fills the fact table with the properties of a click that conditions may read, under the names of ``FactName``.
extension FactTable {
    /// Fills in the given facts of a click, which are those that rules read. The others keep their values from the
    /// previous click and are not read.
    mutating func fill(
        _ names: [FactName], _ click: inout EvaluatedClick, _ request: borrowing ClickRequest, _ ruleSet: RuleSet,
        in arena: inout ByteArena
    ) {
        removeItems()
        let names = names.span
        for index in names.indices {
            self[names[index].rawValue] = value(of: names[index], &click, request, ruleSet, in: &arena)
        }
    }

    /// Fills in the facts of a request without a link. Facts derived from the link stay unknown. The others have the
    /// value that a rule would read; for an enumeration this includes `unknown`.
    mutating func fill(
        _ device: Device, _ request: borrowing ClickRequest, _ ruleSet: RuleSet, in arena: inout ByteArena
    ) {
        reset()
        var click = EvaluatedClick()
        click.begin(on: device)
        for name in Self.withoutLink {
            self[name.rawValue] = value(of: name, &click, request, ruleSet, in: &arena)
        }
        if let stage = request.stage { self[FactName.requestStage.rawValue] = .symbol(stage.rawValue) }
        self[FactName.requestReturnedFrom.rawValue] = .symbol(request.returnedFrom.rawValue)
        fillApp(of: device, request)
    }

    /// Fills in the facts that a refused link still has: the parts of its address, if that can be parsed.
    mutating func fill(addressOf link: TextRange, in arena: inout ByteArena) {
        var leavesOut = false
        guard let address = try? WebAddress.parse(link: link, leavesOut: &leavesOut, in: &arena) else { return }
        self[FactName.linkHost.rawValue] = .text(address.host)
        self[FactName.linkPath.rawValue] = .text(address.path)
        self[FactName.linkQuery.rawValue] = query(address.query, in: &arena)
    }

    /// Fills in the facts of the app. The link names the app and its minimum version, so facts that depend on them stay
    /// unknown.
    private mutating func fillApp(of device: Device, _ request: borrowing ClickRequest) {
        guard device.platform.store != nil, let report = request.profile?.apps.first else {
            self[FactName.appState.rawValue] = .symbol(AppState.unknown.rawValue)
            return
        }
        guard report.id == nil else { return }
        self[FactName.appVersion.rawValue] = Self.textOrUnknown(report.version)
        guard let state = report.state ?? (report.version == nil ? .current : nil) else { return }
        self[FactName.appState.rawValue] = .symbol(state.rawValue)
    }

    /// The facts of a device, and of a request except its link.
    static let withoutLink: [FactName] = [
        .devicePlatform, .deviceOSVersion, .deviceFormFactor, .deviceInApp, .deviceBot, .deviceBotKind,
        .deviceMayBeIPad, .deviceStore, .deviceBrowser, .deviceBrowserVersion, .deviceAppName, .deviceLanguages,
        .requestHeaders,
        .requestIP, .requestCountry, .requestRegion, .requestCity, .requestASN, .requestTime, .requestReferer,
    ]

    @inline(__always)
    private mutating func value(
        of name: FactName, _ click: inout EvaluatedClick, _ request: borrowing ClickRequest, _ ruleSet: RuleSet,
        in arena: inout ByteArena
    ) -> FactValue {
        switch name {
        case .linkForm: .symbol(click.link.form.rawValue)
        case .linkGeneration:
            .symbol((click.link.generation ?? Self.generation(request, Self.site(click, ruleSet))).rawValue)
        case .linkHost: .text(click.link.address.host)
        case .linkPath: .text(click.link.address.path)
        case .linkCode: Self.text(click.link.code)
        case .linkQuery: query(click.link.address.query, in: &arena)
        case .linkPayload: .text(click.link.payload.text)
        case .linkPayloadHost: .text(click.link.payload.host)
        case .linkPayloadPath: .text(click.link.payload.path)
        case .linkPayloadQuery: query(click.link.payload.query, in: &arena)
        case .linkPayloadIsAction: .bool(click.link.action != nil)
        case .linkMode: .symbol(FactName.modeSymbol(of: click.link.action))
        case .linkHandleCodeInApp: .bool(click.link.handleCodeInApp)
        case .linkInstall: .bool(click.demands.install)
        case .linkMinimumVersion: Self.text(click.demands.minimum)
        case .linkContinueURL: Self.text(click.link.continueURL?.text)
        case .linkAL: Self.text(click.link.destination(.al)?.text)
        case .linkAFL: Self.text(click.link.destination(.afl)?.text)
        case .linkIFL: Self.text(click.link.destination(.ifl)?.text)
        case .linkIPFL: Self.text(click.link.destination(.ipfl)?.text)
        case .linkOFL: Self.text(click.link.destination(.ofl)?.text)
        case .linkAPN: Self.text(click.link.parameters.nonEmpty(.apn))
        case .linkIBI: Self.text(click.link.parameters.nonEmpty(.ibi))
        case .linkIPBI: Self.text(click.link.parameters.nonEmpty(.ipbi))
        case .linkISI: Self.text(click.app.appStoreID)
        case .linkIMV: Self.text(click.link.parameters.nonEmpty(.imv))
        case .linkEFR: Self.text(click.link.parameters.nonEmpty(.efr))
        case .linkD: Self.text(click.link.parameters.nonEmpty(.d))
        case .linkST: Self.text(click.link.parameters.nonEmpty(.st))
        case .linkSD: Self.text(click.link.parameters.nonEmpty(.sd))
        case .linkSI: Self.text(click.link.parameters.nonEmpty(.si))
        case .linkUTMSource: Self.text(click.link.parameters.nonEmpty(.utmSource))
        case .linkUTMMedium: Self.text(click.link.parameters.nonEmpty(.utmMedium))
        case .linkUTMCampaign: Self.text(click.link.parameters.nonEmpty(.utmCampaign))
        case .devicePlatform: .symbol(click.device.platform.rawValue)
        case .deviceOSVersion: Self.textUnlessEmpty(click.device.osVersion)
        case .deviceFormFactor: .symbol(click.device.formFactor.rawValue)
        case .deviceInApp: .symbol(click.device.inApp.rawValue)
        case .deviceBot: .bool(click.device.bot)
        case .deviceBotKind: .symbol(FactName.botKindSymbol(of: click.device))
        case .deviceLanguages: languages(request, in: arena)
        case .deviceMayBeIPad: .bool(click.device.mayBeIPad)
        case .deviceStore: .symbol(click.device.store.rawValue)
        case .deviceBrowser: .symbol(click.device.browser.rawValue)
        case .deviceBrowserVersion: Self.textUnlessEmpty(click.device.browserVersion)
        case .deviceAppName: .text(ruleSet.appName(of: click.device, in: &arena))
        case .appID: Self.text(click.app.id)
        case .appState: .symbol(click.app.state.rawValue)
        case .appVersion: Self.textOrUnknown(click.app.version)
        case .appRegistered: .bool(click.app.registered != nil)
        case .appIPadRegistered: .bool(click.onIPad != nil)
        case .requestStage: .symbol(click.link.stage.rawValue)
        case .requestReturnedFrom: .symbol(click.link.returnedFrom.rawValue)
        case .requestIP: Self.textOrUnknown(request.ip)
        case .requestCountry: Self.textOrUnknown(request.country)
        case .requestRegion: Self.textOrUnknown(request.region)
        case .requestCity: Self.textOrUnknown(request.city)
        case .requestASN: request.network.map { .int(Int64($0)) } ?? .unknown
        case .requestTime: request.time.map { .timestamp(seconds: $0) } ?? .unknown
        case .requestReferer: Self.textOrUnknown(request.referer)
        case .requestHeaders: headers(request, host: click.link.address.host, in: &arena)
        case .siteName: .text(arena.append(Self.site(click, ruleSet).name))
        case .siteDebugPages: .bool(Self.site(click, ruleSet).options.debugPages)
        case .siteEnforceStoreSemantics: .bool(Self.site(click, ruleSet).options.enforceStoreSemantics)
        case .sitePassThrough: .bool(Self.site(click, ruleSet).options.passThrough)
        case .siteIPadCheck: .bool(Self.site(click, ruleSet).options.iPadCheck)
        case .siteCustomSchemeCodes: .bool(Self.site(click, ruleSet).options.customSchemeCodes)
        case .siteAndroidFallbackPage: .bool(Self.site(click, ruleSet).options.androidFallbackPage)
        case .sitePageHost: Self.text(Self.site(click, ruleSet).pageHost.map { arena.append($0) })
        }
    }

    @inline(__always)
    private static func site(_ click: borrowing EvaluatedClick, _ ruleSet: RuleSet) -> CompiledSite {
        ruleSet.compiledSites[click.link.site]
    }

    /// A text that is known to be present or absent.
    private static func text(_ text: TextRange?) -> FactValue { text.map { .text($0) } ?? .absent }

    private static func textOrUnknown(_ text: TextRange?) -> FactValue { text.map { .text($0) } ?? .unknown }

    private static func textUnlessEmpty(_ text: TextRange) -> FactValue { text.isEmpty ? .unknown : .text(text) }

    /// The generation if the link's shape does not determine it: by the settings' domain, or else by the site.
    private static func generation(_ request: borrowing ClickRequest, _ site: CompiledSite) -> Generation {
        if let generation = request.settings?.generation { return generation }
        return site.mobileLinks
    }

    /// A query as a map of decoded names to decoded values. The first of repeated names is used.
    private mutating func query(_ query: TextRange?, in arena: inout ByteArena) -> FactValue {
        let mark = itemCount
        var pairs = QueryParameters(query)
        while let pair = pairs.next(in: arena) {
            guard let name = try? PercentCoding.decode(pair.name, in: &arena),
                let value = try? PercentCoding.decode(pair.value ?? .empty, in: &arena)
            else { continue }
            append(key: name, value: value)
        }
        return .map(entries(from: mark))
    }

    private mutating func languages(_ request: borrowing ClickRequest, in arena: borrowing ByteArena) -> FactValue {
        guard let header = request.acceptLanguage else { return .unknown }
        let mark = itemCount
        AcceptLanguage.forEachTag(in: header, arena) { append($0) }
        return .list(items(from: mark))
    }

    /// The header fields as a map. If the request's header list is incomplete, the map is partial, so rules read the
    /// same values whichever fact they use. `Host` is always known from the link.
    private mutating func headers(
        _ request: borrowing ClickRequest, host: TextRange, in arena: inout ByteArena
    ) -> FactValue {
        let mark = itemCount
        if !host.isEmpty { append(key: arena.append("host"), value: host) }
        request.forEachNotedField { field, value in append(key: arena.append(field.name), value: value) }
        for header in request.otherHeaders { append(key: header.name, value: header.value) }
        return request.headersAreKnown ? .map(entries(from: mark)) : .partialMap(entries(from: mark))
    }
}
