/// The part of a request that a fact is derived from.
///
/// This is the only list of a decision's inputs, from which the redirects that follow from a link alone (``FixedRedirect``) are
/// derived.
package enum FactOrigin {
    /// The link, and whatever follows from it and the rule set; of the link's app, also from the device's platform.
    case link
    /// The device, derived from its profile, client hints and user agent.
    case device
    /// Set by the caller: settings, stage, apps.
    case statement
    case languages, referer, country, region, city, network, address, time, headers
}

extension FactName {
    /// The fact's origin. A new fact does not compile without one.
    package var origin: FactOrigin {
        switch self {
        case .linkForm, .linkGeneration, .linkHost, .linkPath, .linkCode, .linkQuery, .linkPayload,
            .linkPayloadIsAction, .linkMode, .linkMinimumVersion, .linkContinueURL, .linkAPN, .linkAL, .linkAFL,
            .linkIBI, .linkIPBI, .linkIFL, .linkIPFL, .linkISI, .linkIMV, .linkOFL, .linkEFR, .linkD, .linkST,
            .linkSD, .linkSI, .linkUTMSource, .linkUTMMedium, .linkUTMCampaign, .linkPayloadHost, .linkPayloadPath,
            .linkPayloadQuery, .siteName,
            .siteDebugPages, .siteEnforceStoreSemantics, .sitePassThrough, .siteIPadCheck,
            .siteCustomSchemeCodes, .siteAndroidFallbackPage, .sitePageHost, .appID, .appRegistered,
            .appIPadRegistered:
            .link
        case .devicePlatform, .deviceOSVersion, .deviceFormFactor, .deviceInApp, .deviceBot, .deviceBotKind,
            .deviceMayBeIPad, .deviceStore, .deviceBrowser, .deviceBrowserVersion, .deviceAppName:
            .device
        case .linkHandleCodeInApp, .linkInstall, .requestStage, .requestReturnedFrom, .appState, .appVersion: .statement
        case .deviceLanguages: .languages
        case .requestReferer: .referer
        case .requestCountry: .country
        case .requestRegion: .region
        case .requestCity: .city
        case .requestASN: .network
        case .requestIP: .address
        case .requestTime: .time
        case .requestHeaders: .headers
        }
    }
}
