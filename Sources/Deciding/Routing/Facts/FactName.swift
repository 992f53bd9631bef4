/// The facts that conditions and templates may read, with their indices in the fact table.
///
/// This is the only list of facts: the schema, the table and the documentation are derived from it.
public enum FactName: UInt16, Sendable, CaseIterable {
    case linkForm, linkGeneration, linkHost, linkPath, linkCode, linkQuery, linkPayload, linkPayloadIsAction, linkMode
    case linkHandleCodeInApp, linkInstall, linkMinimumVersion, linkContinueURL
    case linkPayloadHost, linkPayloadPath, linkPayloadQuery
    case linkAPN, linkAL, linkAFL, linkIBI, linkIPBI, linkIFL, linkIPFL, linkISI, linkIMV, linkOFL, linkEFR, linkD
    case linkST, linkSD, linkSI, linkUTMSource, linkUTMMedium, linkUTMCampaign
    case devicePlatform, deviceOSVersion, deviceFormFactor, deviceInApp, deviceBot, deviceBotKind, deviceLanguages
    case deviceMayBeIPad, deviceStore, deviceBrowser, deviceBrowserVersion, deviceAppName
    case appID, appState, appVersion, appRegistered, appIPadRegistered
    case requestStage, requestIP, requestCountry, requestRegion, requestCity, requestASN, requestTime
    case requestReferer, requestHeaders
    case requestReturnedFrom
    case siteName, siteDebugPages, siteEnforceStoreSemantics, sitePassThrough, siteIPadCheck
    case siteCustomSchemeCodes, siteAndroidFallbackPage, sitePageHost

    /// The name used in conditions and templates.
    public var name: StaticString {
        switch self {
        case .linkForm: "link.form"
        case .linkGeneration: "link.generation"
        case .linkHost: "link.host"
        case .linkPath: "link.path"
        case .linkCode: "link.code"
        case .linkQuery: "link.query"
        case .linkPayload: "link.payload"
        case .linkPayloadIsAction: "link.payload_is_action"
        case .linkMode: "link.mode"
        case .linkHandleCodeInApp: "link.handle_code_in_app"
        case .linkInstall: "link.install"
        case .linkMinimumVersion: "link.minimum_version"
        case .linkContinueURL: "link.continue_url"
        case .linkPayloadHost: "link.payload_host"
        case .linkPayloadPath: "link.payload_path"
        case .linkPayloadQuery: "link.payload_query"
        case .linkAPN: "link.apn"
        case .linkAL: "link.al"
        case .linkAFL: "link.afl"
        case .linkIBI: "link.ibi"
        case .linkIPBI: "link.ipbi"
        case .linkIFL: "link.ifl"
        case .linkIPFL: "link.ipfl"
        case .linkISI: "link.isi"
        case .linkIMV: "link.imv"
        case .linkOFL: "link.ofl"
        case .linkEFR: "link.efr"
        case .linkD: "link.d"
        case .linkST: "link.st"
        case .linkSD: "link.sd"
        case .linkSI: "link.si"
        case .linkUTMSource: "link.utm_source"
        case .linkUTMMedium: "link.utm_medium"
        case .linkUTMCampaign: "link.utm_campaign"
        case .devicePlatform: "device.platform"
        case .deviceOSVersion: "device.os_version"
        case .deviceFormFactor: "device.form_factor"
        case .deviceInApp: "device.in_app"
        case .deviceBot: "device.bot"
        case .deviceBotKind: "device.bot_kind"
        case .deviceLanguages: "device.languages"
        case .deviceMayBeIPad: "device.may_be_ipad"
        case .deviceStore: "device.store"
        case .deviceBrowser: "device.browser"
        case .deviceBrowserVersion: "device.browser_version"
        case .deviceAppName: "device.app_name"
        case .appID: "app.id"
        case .appState: "app.state"
        case .appVersion: "app.version"
        case .appRegistered: "app.registered"
        case .appIPadRegistered: "app.ipad_registered"
        case .requestStage: "request.stage"
        case .requestIP: "request.ip"
        case .requestCountry: "request.country"
        case .requestRegion: "request.region"
        case .requestCity: "request.city"
        case .requestASN: "request.asn"
        case .requestTime: "request.time"
        case .requestReferer: "request.referer"
        case .requestHeaders: "request.headers"
        case .requestReturnedFrom: "request.returned_from"
        case .siteName: "site.name"
        case .siteDebugPages: "site.options.debug_pages"
        case .siteEnforceStoreSemantics: "site.options.enforce_store_semantics"
        case .sitePassThrough: "site.options.pass_through"
        case .siteIPadCheck: "site.options.ipad_check"
        case .siteCustomSchemeCodes: "site.options.custom_scheme_codes"
        case .siteAndroidFallbackPage: "site.options.android_fallback_page"
        case .sitePageHost: "site.page_host"
        }
    }

    /// Whether the fact is text and may be inserted by a template.
    public var isText: Bool {
        switch self {
        case .linkHost, .linkPath, .linkCode, .linkPayload, .linkMinimumVersion, .linkContinueURL, .linkAPN, .linkAL,
            .linkAFL, .linkIBI, .linkIPBI, .linkIFL, .linkIPFL, .linkISI, .linkIMV, .linkOFL, .linkEFR, .linkD,
            .deviceOSVersion, .appID, .appVersion, .requestIP, .requestCountry, .requestRegion, .requestCity,
            .requestReferer, .siteName, .sitePageHost, .deviceBrowserVersion, .deviceAppName, .linkPayloadHost,
            .linkPayloadPath,
            .linkST, .linkSD, .linkSI,
            .linkUTMSource, .linkUTMMedium, .linkUTMCampaign:
            true
        case .linkForm, .linkGeneration, .linkQuery, .linkPayloadQuery, .linkPayloadIsAction, .linkMode,
            .linkHandleCodeInApp,
            .linkInstall, .devicePlatform, .deviceFormFactor, .deviceInApp, .deviceBot, .deviceBotKind,
            .deviceLanguages, .deviceMayBeIPad, .appState, .appRegistered, .appIPadRegistered, .requestStage,
            .requestASN, .requestTime, .requestHeaders, .requestReturnedFrom, .siteDebugPages,
            .siteEnforceStoreSemantics,
            .sitePassThrough, .siteIPadCheck, .siteCustomSchemeCodes, .siteAndroidFallbackPage, .deviceStore,
            .deviceBrowser:
            false
        }
    }

    /// Whether the fact is an accepted URL, which may make up a whole template.
    public var isURL: Bool {
        switch self {
        case .linkPayload, .linkContinueURL, .linkAL, .linkAFL, .linkIFL, .linkIPFL, .linkOFL: true
        default: false
        }
    }

    /// The fact with a given name, or `nil`.
    public static func named(_ name: some StringProtocol) -> FactName? {
        allCases.first { name == $0.name.description }
    }
}

/// A bit set of facts.
public struct FactSet: Sendable {
    /// A fact beyond the last bit traps when the first rule that reads it is loaded. A test adds all facts.
    private var words = InlineArray<2, UInt64>(repeating: 0)

    /// The empty set.
    public init() {}

    /// Whether no fact is in the set.
    public var isEmpty: Bool { words[0] | words[1] == 0 }

    /// Whether a fact is in the set.
    public func contains(_ fact: FactName) -> Bool {
        words[Int(fact.rawValue >> 6)] >> UInt64(fact.rawValue & 63) & 1 != 0
    }

    /// Adds a fact. Does nothing if the set contains it already.
    public mutating func insert(_ fact: FactName) {
        words[Int(fact.rawValue >> 6)] |= 1 << UInt64(fact.rawValue & 63)
    }
}
