import ByteText
import Devices
import Expressions
import Links
import WebAddress

/// Filling the fact table: everything a condition may ask about a click, under the names of ``FactName``.
extension FactTable {
    /// Fills the table with a click, after what the last one left was forgotten.
    mutating func fill(
        _ click: borrowing Click, _ request: borrowing ClickRequest, _ ruleSet: RuleSet, in arena: inout ByteArena
    ) {
        let site = ruleSet.compiledSites[click.link.site]
        reset()
        fillLink(click.link, click.demands, request, site, in: &arena)
        fillParameters(click.link)
        fillDevice(click.device)
        fillApp(click.app, onIPad: click.onIPad)
        fillRequest(click.link, request)
        // Lists and maps cost most, and few rules ask for them.
        if ruleSet.consults(.linkQuery) { fillQuery(.linkQuery, click.link.address.query, in: &arena) }
        if ruleSet.consults(.linkPayloadQuery) { fillQuery(.linkPayloadQuery, click.link.payload.query, in: &arena) }
        if ruleSet.consults(.deviceLanguages) { fillLanguages(request, in: arena) }
        if ruleSet.consults(.requestHeaders) { fillHeaders(request, host: click.link.address.host, in: &arena) }
        fillSite(site, in: &arena)
        if ruleSet.consults(.sitePageHost) { setText(.sitePageHost, site.pageHost.map { arena.append($0) }) }
    }

    /// Fills in what a request without a link states; all that follows from the link stays unknown.
    mutating func fill(_ device: borrowing Device, _ request: borrowing ClickRequest, in arena: inout ByteArena) {
        reset()
        fillDevice(device)
        fillRequest(request)
        fillLanguages(request, in: arena)
        fillHeaders(request, host: nil, in: &arena)
    }

    private mutating func fillLink(
        _ link: borrowing LinkReading, _ demands: AndroidDemands, _ request: borrowing ClickRequest,
        _ site: CompiledSite, in arena: inout ByteArena
    ) {
        set(.linkForm, .symbol(link.form.rawValue))
        set(.linkGeneration, .symbol(generation(of: link, request, site).rawValue))
        set(.linkHost, .text(link.address.host))
        set(.linkPath, .text(link.address.path))
        setText(.linkCode, link.code)
        set(.linkPayload, .text(link.payload.text))
        set(.linkPayloadHost, .text(link.payload.host))
        set(.linkPayloadPath, .text(link.payload.path))
        set(.linkPayloadIsAction, .bool(link.action != nil))
        set(.linkMode, .symbol(FactName.modeSymbol(of: link.action)))
        set(.linkHandleCodeInApp, .bool(link.handleCodeInApp))
        set(.linkInstall, .bool(demands.install))
        setText(.linkMinimumVersion, demands.minimum)
        setText(.linkContinueURL, link.continueURL?.text)
    }

    /// The generation: by the link's shape; where that does not say, by the settings' domain, then by the site.
    private func generation(
        of link: borrowing LinkReading, _ request: borrowing ClickRequest, _ site: CompiledSite
    ) -> Generation {
        if let generation = link.generation ?? request.settings?.generation { return generation }
        return site.mobileLinks
    }

    /// A query as a map of decoded names to decoded values; of a name that occurs twice the first.
    private mutating func fillQuery(_ fact: FactName, _ query: TextRange?, in arena: inout ByteArena) {
        let mark = itemCount
        var pairs = QueryParameters(query)
        while let pair = pairs.next(in: arena) {
            guard let name = try? PercentCoding.decode(pair.name, in: &arena),
                let value = try? PercentCoding.decode(pair.value ?? .empty, in: &arena)
            else { continue }
            append(key: name, value: value)
        }
        setMap(fact.rawValue, from: mark)
    }

    private mutating func fillParameters(_ link: borrowing LinkReading) {
        setText(.linkAPN, link.parameters.nonEmpty(.apn))
        setText(.linkAL, link.destination(.al)?.text)
        setText(.linkAFL, link.destination(.afl)?.text)
        setText(.linkIBI, link.parameters.nonEmpty(.ibi))
        setText(.linkIPBI, link.parameters.nonEmpty(.ipbi))
        setText(.linkIFL, link.destination(.ifl)?.text)
        setText(.linkIPFL, link.destination(.ipfl)?.text)
        setText(.linkIMV, link.parameters.nonEmpty(.imv))
        setText(.linkOFL, link.destination(.ofl)?.text)
        setText(.linkEFR, link.parameters.nonEmpty(.efr))
        setText(.linkD, link.parameters.nonEmpty(.d))
        setText(.linkST, link.parameters.nonEmpty(.st))
        setText(.linkSD, link.parameters.nonEmpty(.sd))
        setText(.linkSI, link.parameters.nonEmpty(.si))
        setText(.linkUTMSource, link.parameters.nonEmpty(.utmSource))
        setText(.linkUTMMedium, link.parameters.nonEmpty(.utmMedium))
        setText(.linkUTMCampaign, link.parameters.nonEmpty(.utmCampaign))
    }

    private mutating func fillDevice(_ device: borrowing Device) {
        set(.devicePlatform, .symbol(device.platform.rawValue))
        set(.deviceOSVersion, device.osVersion.isEmpty ? .unknown : .text(device.osVersion))
        set(.deviceFormFactor, .symbol(device.formFactor.rawValue))
        set(.deviceInApp, .symbol(device.inApp.rawValue))
        set(.deviceBot, .bool(device.bot))
        set(.deviceBotKind, .symbol(FactName.botKindSymbol(of: device)))
        set(.deviceMayBeIPad, .bool(device.mayBeIPad))
        set(.deviceStore, .symbol(device.store.rawValue))
        set(.deviceBrowser, .symbol(device.browser.rawValue))
        set(.deviceBrowserVersion, device.browserVersion.isEmpty ? .unknown : .text(device.browserVersion))
    }

    private mutating func fillLanguages(_ request: borrowing ClickRequest, in arena: borrowing ByteArena) {
        guard let header = request.acceptLanguage else { return }
        let mark = itemCount
        AcceptLanguage.forEachTag(in: header, arena) { append($0) }
        setList(FactName.deviceLanguages.rawValue, from: mark)
    }

    private mutating func fillApp(_ app: AppReading, onIPad: Int?) {
        setText(.appID, app.id)
        set(.appState, .symbol(app.state.rawValue))
        set(.appVersion, app.version.map { .text($0) } ?? .unknown)
        set(.appRegistered, .bool(app.registered != nil))
        set(.appIPadRegistered, .bool(onIPad != nil))
        setText(.linkISI, app.appStoreID)
    }

    private mutating func fillRequest(_ link: borrowing LinkReading, _ request: borrowing ClickRequest) {
        set(.requestStage, .symbol(link.stage.rawValue))
        set(.requestReturnedFrom, .symbol(link.returnedFrom.rawValue))
        fillRequest(request)
    }

    private mutating func fillRequest(_ request: borrowing ClickRequest) {
        set(.requestIP, request.ip.map { .text($0) } ?? .unknown)
        set(.requestCountry, request.country.map { .text($0) } ?? .unknown)
        set(.requestTime, request.time.map { .timestamp(seconds: $0) } ?? .unknown)
        set(.requestReferer, request.referer.map { .text($0) } ?? .unknown)
    }

    /// The header fields as a map. A request that does not state them all has the map in part, so that what it does state
    /// is the same for rules whichever way they ask; the link always says what `Host` was.
    private mutating func fillHeaders(
        _ request: borrowing ClickRequest, host: TextRange?, in arena: inout ByteArena
    ) {
        let mark = itemCount
        if let host { append(key: arena.append("host"), value: host) }
        request.forEachNotedField { field, value in append(key: arena.append(field.name), value: value) }
        for header in request.otherHeaders { append(key: header.name, value: header.value) }
        if request.headersAreKnown {
            setMap(FactName.requestHeaders.rawValue, from: mark)
        } else {
            setPartialMap(FactName.requestHeaders.rawValue, from: mark)
        }
    }

    private mutating func fillSite(_ site: CompiledSite, in arena: inout ByteArena) {
        set(.siteName, .text(arena.append(site.name)))
        set(.siteDebugPages, .bool(site.options.debugPages))
        set(.siteEnforceStoreSemantics, .bool(site.options.enforceStoreSemantics))
        set(.sitePassThrough, .bool(site.options.passThrough))
        set(.siteIPadCheck, .bool(site.options.iPadCheck))
        set(.siteCustomSchemeCodes, .bool(site.options.customSchemeCodes))
        set(.siteAndroidFallbackPage, .bool(site.options.androidFallbackPage))
    }

    private mutating func set(_ name: FactName, _ fact: Fact) {
        self[name.rawValue] = fact
    }

    /// Sets a text that is known to be there or known not to be.
    private mutating func setText(_ name: FactName, _ text: TextRange?) {
        self[name.rawValue] = text.map { .text($0) } ?? .absent
    }
}
