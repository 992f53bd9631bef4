import Routing

/// Notes on facts, in addition to their one-line summaries.
extension FactName {
    /// When a request leaves the fact unknown, as a sentence, or `nil` for facts that are always known.
    var unknown: String? {
        switch self {
        case .deviceOSVersion:
            "Neither the user agent nor the client hints contain one."
        case .deviceBrowserVersion: "The user agent contains no known browser, or no version of it."
        case .deviceLanguages: "The request has no `Accept-Language`, as from bots and in most logs."
        case .appVersion: "The request contains none: only apps and callers with a device profile send one."
        case .requestIP:
            "The connection uses a Unix socket, or a trusted proxy that sent no client address; most requests on the "
                + "command line have none."
        case .requestCountry:
            "No trusted proxy sent it (`country_header` in `fingerpost.yaml` sets the field, such as `CF-IPCountry`), "
                + "and no file of `geo` contains the address."
        case .requestRegion, .requestCity, .requestASN:
            "No file of `geo` in `fingerpost.yaml` contains the address, or there is none."
        case .requestTime: "Only in cases of `*.cases.yaml` without a `time`; clicks always have one."
        case .requestReferer: "The request has no `Referer`: apps, mail programs and private pages send none."
        case .requestHeaders:
            "All fields of a click are known, and a missing one fails the test. A field that a JSON request or a log "
                + "lacks is unknown, unless the request has `headers`, which is then complete."
        default: nil
        }
    }

    /// Details that users need about the fact, as sentences. Empty for most facts.
    var detail: String {
        switch self {
        case .linkGeneration:
            "By the link's shape; if that does not decide, by the settings' domain, then by the site's `mobile_links`."
        case .linkPath: "As in the address, escapes included, and with the path prefix of the link domain."
        case .linkCode:
            "Only for links of the form `short_link`; the code as in the address, even if it was found in another case (`codes: any_case`)."
        case .linkQuery:
            "For a short link, the click's own parameters, without those of the long link. If a name occurs twice, the first value."
        case .linkPayload:
            "The whole address, checked against `url_patterns`. Compare its parts with `link.payload_host` and `link.payload_path`."
        case .linkPayloadPath:
            "Also for short links. It begins with `/`. `/wallet` alone has no slash at its end, so the example tests both."
        case .linkPayloadQuery:
            "If a name occurs twice, the first value. A missing key fails the test, and the rule does not match."
        case .linkMinimumVersion: "`amv` of the link, else `minimum_version` of the settings or of the site's app."
        case .linkAPN, .linkIBI, .linkIPBI:
            "As in the link; `app.id` is the app that it selects for this device, and `app.registered` whether the site registers it."
        case .linkISI: "Absent if the device is not Apple's, or the app is not the site's."
        case .linkUTMSource, .linkUTMMedium, .linkUTMCampaign:
            "That of the Dynamic Link, even behind a short link; those of the page are in `link.payload_query`."
        case .linkHandleCodeInApp: "From the settings, else from the link's shape: a wrapped action is for the app."
        case .devicePlatform:
            "`ipados` only if an iPad identifies itself as one; Safari on an iPad identifies itself as a Mac: see `device.may_be_ipad`."
        case .deviceOSVersion: "Numbers separated by dots. Compare it inside `version()`."
        case .deviceInApp:
            "`none` is a regular browser, `other` an in-app browser without a name here; `device.app_name` has names that sites and device corrections add."
        case .deviceAppName:
            "The value of `device.in_app`, or a name that device corrections add, for which `device.in_app` is `other`."
        case .deviceBotKind: "`preview` is a link unfurler, `scanner` a mail filter; `none` is not a bot."
        case .deviceLanguages: "Tags as in `Accept-Language`, such as `de-DE`, by their weights."
        case .deviceStore:
            "`play` for Android devices by default; `none`: no store that links lead to, as on desktops and Meta's Quest."
        case .appState:
            "`outdated` is installed but older than the minimum. Browsers don't report it, so it is `unknown` for nearly all clicks."
        case .appVersion: "Compare it inside `version()`."
        case .requestStage: "`continue`: the web action is done and the user goes on."
        case .requestIP:
            "IPv4 as `203.0.113.9`, IPv6 in its short form. Behind a proxy of `trusted_peers`, the address that the proxy reports."
        case .requestCountry:
            "Two uppercase letters (ISO 3166-1 alpha-2), as sent by the proxy or contained in the file: `IN`."
        case .requestRegion:
            "The part of ISO 3166-2 after the hyphen, only meaningful with the country: `ENG` of `GB-ENG`."
        case .requestCity: "The name in English, which may change with a new file: `request.region` is more stable."
        case .requestASN:
            "An autonomous system (RFC 6793): `64500` of `AS64500`. It distinguishes data centres from users."
        case .requestTime:
            "In whole seconds. `getHours`, `getDayOfWeek` and the others take a time zone; the default is UTC."
        case .requestReturnedFrom: "`intent`: Android did not open the app; `button`: the page's button did not."
        case .siteName: "For rules that are tried for all sites."
        case .sitePageHost: "`page_host` of the site or of `fingerpost.yaml`."
        default: ""
        }
    }
}
