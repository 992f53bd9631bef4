import Routing

/// Notes on facts, in addition to their one-line summaries.
extension FactName {
    /// When a request leaves the fact unknown, as a sentence, or `nil` for facts that are always known.
    var unknown: String? {
        switch self {
        case .deviceOSVersion:
            "Neither the user agent nor the client hints state one."
        case .deviceBrowserVersion: "The user agent names no browser that the table knows, or no version of it."
        case .deviceLanguages: "The request has no `Accept-Language`, as from bots and in most logs."
        case .appVersion: "Nobody stated it: browsers never do, so only apps and callers with a device profile can."
        case .requestIP:
            "The connection is over a Unix socket or through a trusted proxy that did not say who asked; most questions on the "
                + "command line state none."
        case .requestCountry:
            "No trusted proxy stated it (`country_header` in `fingerpost.yaml` names the field, such as `CF-IPCountry`), and no file "
                + "of `geo` knows the address."
        case .requestRegion, .requestCity, .requestASN:
            "No file of `geo` in `fingerpost.yaml` knows the address, or there is none."
        case .requestTime: "Never for a click; a case in `*.cases.yaml` that states no `time`."
        case .requestReferer: "The request has no `Referer`: apps, mail programs and private pages send none."
        case .requestHeaders:
            "For a click all fields are known, and one that it does not have fails the test. A field that a JSON request or a log "
                + "does not state is unknown, unless the request states `headers`: then those are all."
        default: nil
        }
    }

    /// Details that users need about the fact, as sentences. Empty for most facts.
    var detail: String {
        switch self {
        case .linkGeneration:
            "By the link's shape; where that does not say, by the settings' domain, then by the site's `mobile_links`."
        case .linkPath: "As it is in the address, escapes included, and with the path prefix of the link domain."
        case .linkCode:
            "Only of links with the form `short_link`; the code as the address has it, also where it was found in another case (`codes: any_case`)."
        case .linkQuery:
            "Of a short link, what was added to it; what the long link has is not in it. Of a name that occurs twice, the first."
        case .linkPayload:
            "The whole address, checked against `url_patterns`. Compare its parts with `link.payload_host` and `link.payload_path`."
        case .linkPayloadPath:
            "Also of short links. `/wallet` alone has no slash at its end, so both are tested in the example; it starts with `/`."
        case .linkPayloadQuery:
            "Of a name that occurs twice, the first. A key that is not there fails the test, and the rule does not match."
        case .linkMinimumVersion: "`amv` of the link, else `minimum_version` of the settings or of the site's app."
        case .linkAPN, .linkIBI, .linkIPBI:
            "As the link says; `app.id` is the app that it means on this device, and `app.registered` whether the site has it."
        case .linkISI: "Absent where the device is not Apple's, or the app is not the site's."
        case .linkUTMSource, .linkUTMMedium, .linkUTMCampaign:
            "Of the Dynamic Link, also where it is behind a short link; those of the page are in `link.payload_query`."
        case .linkHandleCodeInApp: "By the settings, else by the link's shape: a wrapped action is for the app."
        case .devicePlatform:
            "`ipados` where an iPad says that it is one; Safari on an iPad says Mac: see `device.may_be_ipad`."
        case .deviceOSVersion: "Numbers separated by dots. Compare it inside `version()`."
        case .deviceInApp:
            "`none` is a browser of its own; `other` an in-app browser without a name here. A site can add more under `devices`."
        case .deviceBotKind: "`preview` are unfurlers of links, `scanner` mail filters; `none` is a person."
        case .deviceLanguages: "Tags as `Accept-Language` writes them, such as `de-DE`, by their weights."
        case .deviceStore:
            "`play` where an Android device says nothing else; `none`: no store that links lead to, as on desktops and Meta's Quest."
        case .appState:
            "`outdated` is installed and older than the minimum. Browsers don't tell, so it is `unknown` for nearly all clicks."
        case .appVersion: "Compare it inside `version()`."
        case .requestStage: "`continue`: the web action is done and the person goes on."
        case .requestIP:
            "IPv4 as `203.0.113.9`, IPv6 in its short form. Behind a proxy that `trusted_peers` names, the address that the proxy saw."
        case .requestCountry:
            "Two letters (ISO 3166-1 alpha-2) as the proxy or the file writes them, which is in capitals: `IN`."
        case .requestRegion:
            "What ISO 3166-2 has behind the hyphen, so that it means something with the country only: `ENG` of `GB-ENG`."
        case .requestCity: "The name in English, which may change with a new file: `request.region` is steadier."
        case .requestASN: "An autonomous system (RFC 6793): `64500` of `AS64500`. It tells data centres from people."
        case .requestTime:
            "To the second. `getHours`, `getDayOfWeek` and the others take a time zone; without one they are UTC."
        case .requestReturnedFrom: "`intent`: Android did not open the app; `button`: the button of our page did not."
        case .siteName: "For rules that are tried for all sites."
        case .sitePageHost: "`page_host` of the site or of `fingerpost.yaml`."
        default: ""
        }
    }
}
