import Expressions
import Routing

extension FactName {
    /// The fact's entry in the reference. Types, values and optionality are derived from the schema.
    var reference: ReferenceEntry {
        let declaration = Self.schema[rawValue]
        let name = name.description
        let group = ReferenceGroup(rawValue: String(name.prefix { $0 != "." }))
        guard let group else { preconditionFailure("no group for the fact \(name)") }
        var entry = ReferenceEntry(
            kind: .fact, name: name, group: group, type: declaration.type.word, summary: summary, detail: detail,
            unknown: declaration.mayBeUnknown ? unknown : nil, isOptional: declaration.isOptional,
            isInTemplates: isText, example: example)
        if case .symbols(let words) = declaration.type { entry.values = words }
        return entry
    }

    /// The fact's summary: a phrase. A fact without one does not compile.
    private var summary: String {
        switch self {
        case .linkForm: "the link's type, by its shape"
        case .linkGeneration: "the generation of Firebase's mail links"
        case .linkHost: "the clicked host, in lower case"
        case .linkPath: "the clicked path, with its leading slash"
        case .linkCode: "the code of a short link"
        case .linkQuery: "the query of the clicked link, decoded"
        case .linkPayload: "the address that the link wraps"
        case .linkPayloadHost: "the payload's host, in lower case"
        case .linkPayloadPath: "the payload's path, with its leading slash"
        case .linkPayloadQuery: "the payload's query, decoded"
        case .linkPayloadIsAction: "whether the payload is a mail action"
        case .linkMode: "the mode of a mail action"
        case .linkHandleCodeInApp: "whether the app applies the action's code"
        case .linkInstall: "whether to install a missing Android app"
        case .linkMinimumVersion: "the lowest version of the Android app that opens the link"
        case .linkContinueURL: "the continue URL of a mail action"
        case .linkAPN: "the Android package that the link names"
        case .linkAL: "the address that Android apps get instead of the payload"
        case .linkAFL: "the page for Android without the app"
        case .linkIBI: "the bundle ID that the link names"
        case .linkIPBI: "the bundle ID for iPads"
        case .linkIFL: "the page for iPhones without the app"
        case .linkIPFL: "the page for iPads without the app"
        case .linkISI: "the App Store ID, of the link or of its app"
        case .linkIMV: "the lowest version of the iOS app that the link requires"
        case .linkOFL: "the page for all other platforms"
        case .linkEFR: "`1`: skip the preview page on Apple devices"
        case .linkD: "`1`: show what the link would do"
        case .linkST: "the title for previews"
        case .linkSD: "the description for previews"
        case .linkSI: "the image for previews"
        case .linkUTMSource: "the campaign's source"
        case .linkUTMMedium: "the campaign's medium"
        case .linkUTMCampaign: "the campaign's name"
        case .devicePlatform: "the operating system"
        case .deviceOSVersion: "the version of the operating system"
        case .deviceFormFactor: "the kind of device"
        case .deviceInApp: "the app whose in-app browser opened the link"
        case .deviceBot: "whether the client is a bot"
        case .deviceBotKind: "the kind of bot"
        case .deviceLanguages: "the user's languages, the preferred one first"
        case .deviceMayBeIPad: "whether a Mac may be an iPad"
        case .deviceStore: "the device's app store"
        case .deviceBrowser: "the browser"
        case .deviceBrowserVersion: "the version of the browser"
        case .deviceAppName: "the name of the app whose in-app browser opened the link, as text"
        case .appID: "its package name or bundle ID"
        case .appState: "whether it is installed"
        case .appVersion: "the installed version"
        case .appRegistered: "whether the site registers it"
        case .appIPadRegistered: "whether a Mac that may be an iPad has a registered app"
        case .requestStage: "the stage of the click"
        case .requestIP: "the client's address"
        case .requestCountry: "the client's country"
        case .requestRegion: "the client's region: a state, a province"
        case .requestCity: "the client's city"
        case .requestASN: "the number of the client's network"
        case .requestTime: "the time of the click"
        case .requestReferer: "the page that contains the link, as sent by the browser"
        case .requestHeaders: "the header fields, by their names in lower case"
        case .requestReturnedFrom: "the attempt to open the app that the click returned from"
        case .siteName: "the site's name"
        case .siteDebugPages: "whether `d=1` shows what a link would do"
        case .siteEnforceStoreSemantics: "whether Hosting links obey install and minimum"
        case .sitePassThrough: "whether short links pass on a click's own parameters"
        case .siteIPadCheck: "whether Macs that may be iPads get a page"
        case .siteCustomSchemeCodes: "whether codes may go into the custom scheme"
        case .siteAndroidFallbackPage: "whether a page follows if no app opened"
        case .sitePageHost: "the host of the site's pages"
        }
    }

    /// A condition with the fact that is true for some clicks and false for others. A fact without one does not compile.
    private var example: String {
        switch self {
        case .linkForm: #"link.form == "short_link""#
        case .linkGeneration: #"link.generation == "hosting""#
        case .linkHost: #"link.host == "links.example.com""#
        case .linkPath: #"link.path.startsWith("/go/")"#
        case .linkCode: #"link.code in ["SHOP", "SALE"]"#
        case .linkQuery: #"link.query["ref"] == "qr""#
        case .linkPayload: #"link.payload == "https://www.example.com/wallet""#
        case .linkPayloadHost: #"link.payload_host == "www.example.com""#
        case .linkPayloadPath: #"link.payload_path == "/wallet" || link.payload_path.startsWith("/wallet/")"#
        case .linkPayloadQuery: #"link.payload_query["screen"] == "scan""#
        case .linkPayloadIsAction: #"link.payload_is_action"#
        case .linkMode: #"link.mode == "resetPassword""#
        case .linkHandleCodeInApp: #"link.handle_code_in_app"#
        case .linkInstall: #"link.install"#
        case .linkMinimumVersion: #"has(link.minimum_version)"#
        case .linkContinueURL: #"link.continue_url.startsWith("https://www.example.com/")"#
        case .linkAPN: #"link.apn == "com.example.android""#
        case .linkAL: #"has(link.al)"#
        case .linkAFL: #"has(link.afl)"#
        case .linkIBI: #"link.ibi == "com.example.ios""#
        case .linkIPBI: #"has(link.ipbi)"#
        case .linkIFL: #"has(link.ifl)"#
        case .linkIPFL: #"has(link.ipfl)"#
        case .linkISI: #"has(link.isi)"#
        case .linkIMV: #"has(link.imv)"#
        case .linkOFL: #"has(link.ofl)"#
        case .linkEFR: #"link.efr == "1""#
        case .linkD: #"link.d == "1""#
        case .linkST: #"has(link.st)"#
        case .linkSD: #"has(link.sd)"#
        case .linkSI: #"has(link.si)"#
        case .linkUTMSource: #"link.utm_source == "newsletter""#
        case .linkUTMMedium: #"link.utm_medium == "email""#
        case .linkUTMCampaign: #"link.utm_campaign == "diwali""#
        case .devicePlatform: #"device.platform in ["ios", "ipados"]"#
        case .deviceOSVersion: #"version(device.os_version) < version("15")"#
        case .deviceFormFactor: #"device.form_factor == "desktop""#
        case .deviceInApp: #"device.in_app in ["facebook", "instagram"]"#
        case .deviceBot: #"device.bot"#
        case .deviceBotKind: #"device.bot_kind == "preview""#
        case .deviceLanguages: #"device.languages.exists(tag, tag.startsWith("de"))"#
        case .deviceMayBeIPad: #"device.may_be_ipad"#
        case .deviceStore: #"device.store == "huawei""#
        case .deviceBrowser: #"device.browser == "firefox""#
        case .deviceBrowserVersion: #"version(device.browser_version) < version("100")"#
        case .deviceAppName: #"device.app_name == "example-app""#
        case .appID: #"app.id == "com.example.android""#
        case .appState: #"app.state in ["absent", "outdated"]"#
        case .appVersion: #"version(app.version) < version("12.3")"#
        case .appRegistered: #"app.registered"#
        case .appIPadRegistered: #"app.ipad_registered"#
        case .requestStage: #"request.stage == "continue""#
        case .requestIP: #"cidr("203.0.113.0/24").containsIP(request.ip)"#
        case .requestCountry: #"request.country in ["IN", "BR"]"#
        case .requestRegion: #"request.country == "GB" && request.region == "ENG""#
        case .requestCity: #"request.city == "London""#
        case .requestASN: #"request.asn == 64500"#
        case .requestTime: #"request.time >= timestamp("2026-11-27T00:00:00Z")"#
        case .requestReferer: #"request.referer.startsWith("https://www.example.com/")"#
        case .requestHeaders: #"request.headers["x-beta"] == "1""#
        case .requestReturnedFrom: #"request.returned_from == "intent""#
        case .siteName: #"site.name == "example""#
        case .siteDebugPages: #"site.options.debug_pages"#
        case .siteEnforceStoreSemantics: #"site.options.enforce_store_semantics"#
        case .sitePassThrough: #"site.options.pass_through"#
        case .siteIPadCheck: #"site.options.ipad_check"#
        case .siteCustomSchemeCodes: #"site.options.custom_scheme_codes"#
        case .siteAndroidFallbackPage: #"site.options.android_fallback_page"#
        case .sitePageHost: #"has(site.page_host)"#
        }
    }
}

extension FactType {
    /// The type as named in the reference.
    fileprivate var word: String {
        switch self {
        case .bool: "bool"
        case .int: "int"
        case .text: "string"
        case .version: "version"
        case .timestamp: "timestamp"
        case .list: "list(string)"
        case .map: "map(string, string)"
        case .symbols: "enum"
        }
    }
}
