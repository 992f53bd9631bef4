import Configuration
import Routing

extension RuleReference {
    /// The keys of a rule and of `then`, derived from the decoders' keys.
    static var keys: [ReferenceEntry] {
        RuleKey.allCases.map(\.reference)
            + ActionKey.allCases.flatMap { key in [key.reference] + key.nested }
    }
}

/// The prose of a key.
private struct KeyWords {
    var type: String
    var values: [String] = []
    var summary: String
    var detail = ""
    var example: String

    func entry(_ name: String, _ group: ReferenceGroup) -> ReferenceEntry {
        ReferenceEntry(
            kind: .key, name: name, group: group, type: type, values: values, summary: summary, detail: detail,
            example: example)
    }
}

private let apps = "the package or bundle ID of one of the site's apps"

// MARK: - Rule keys

extension RuleKey {
    fileprivate var reference: ReferenceEntry { words.entry("rule.\(rawValue)", .rule) }

    private var words: KeyWords {
        switch self {
        case .name:
            KeyWords(
                type: "name", summary: "the rule's name, unique in its file",
                detail:
                    "Lower-case words joined by hyphens; decisions contain it with the file: `sites/example/wallet`.",
                example: "name: wallet-needs-12")
        case .when:
            KeyWords(
                type: "condition", summary: "the condition in CEL; without it the rule always matches",
                detail:
                    "A rule matches if the condition is true. A condition that depends on an unknown fact is undecided, and "
                    + "the next rule is tried.",
                example: "when: device.platform == \"android\" && request.country == \"IN\"")
        case .then:
            KeyWords(
                type: "action", summary: "the action if the condition is true",
                detail:
                    "A decision by its name, or a mapping with at most one decision and any of `page`, `status` and `cache`. "
                    + "Without a decision, later rules decide.",
                example: "then: web_widget")
        case .because:
            KeyWords(
                type: "text", summary: "one sentence that explains the decision",
                detail: "It is the `reason` of decisions.",
                example: "because: The app is not in the Indian store yet.")
        case .source:
            KeyWords(
                type: "text", summary: "the document that the rule follows; `explain` shows it",
                example: "source: Ticket SHOP-311")
        }
    }
}

// MARK: - Keys of `then`

extension ActionKey {
    fileprivate var reference: ReferenceEntry { words.entry("then.\(rawValue)", .then) }

    /// The entries of the nested keys.
    fileprivate var nested: [ReferenceEntry] {
        func entries<Key: CaseIterable & RawRepresentable<String>>(
            _ keys: [Key], _ words: (Key) -> KeyWords
        ) -> [ReferenceEntry] {
            keys.map { words($0).entry("then.\(rawValue).\($0.rawValue)", .then) }
        }
        return switch self {
        case .appOpen: entries(AppOpenKey.allCases, \.words)
        case .storeInstall: entries(StoreInstallKey.allCases, \.words)
        case .continueRedirect: entries(ContinueRedirectKey.allCases, \.words)
        case .error: entries(ErrorKey.allCases, \.words)
        case .webWidget, .page, .status, .cache: []
        }
    }

    private var words: KeyWords {
        switch self {
        case .appOpen:
            KeyWords(
                type: "decision", summary: "opens the app",
                detail: "The link's app for the device, unless `app` is set. Omitted keys follow from the link.",
                example: "then: {app_open: {fallback: store_install}}")
        case .storeInstall:
            KeyWords(
                type: "decision", summary: "leads to the app's page in the device's store",
                detail: "Devices without the app's store get the web page.", example: "then: store_install")
        case .webWidget:
            KeyWords(
                type: "decision", summary: "leads to the web action of a mail link",
                detail: "Only for links whose payload is an action.", example: "then: web_widget")
        case .continueRedirect:
            KeyWords(
                type: "decision", summary: "leads to a web page: the payload, or the address in `to`",
                example: "then: continue_redirect")
        case .error:
            KeyWords(
                type: "decision", summary: "refuses the click with an error page",
                example: "then: {error: {code: closed, status: 410, message: The offer has ended.}}")
        case .page:
            KeyWords(
                type: "enum", values: Page.allCases.map(\.rawValue), summary: "a page instead of a plain redirect",
                detail: "With or without a decision; without one, later rules decide and this page is shown.",
                example: "then: {page: interstitial}")
        case .status:
            KeyWords(
                type: "enum", values: ["302", "307"], summary: "the status of the redirect; 302 by default",
                example: "then: {continue_redirect: {}, status: 307}")
        case .cache:
            KeyWords(
                type: "seconds or `no-store`", summary: "how long caches may keep the response; by default not at all",
                detail:
                    "Up to 31536000. `Vary` names the fields that rules read; if one reads the address or the time, the "
                    + "response is `no-store` anyway.",
                example: "then: {continue_redirect: {}, cache: 300}")
        }
    }
}

extension AppOpenKey {
    fileprivate var words: KeyWords {
        switch self {
        case .app:
            KeyWords(
                type: "app", summary: apps, detail: "For another app than the link's.",
                example: "then: {app_open: {app: com.example.android}}")
        case .url:
            KeyWords(
                type: "template", summary: "the address that the app gets instead of the payload",
                detail: RuleReference.templates,
                example: "then: {app_open: {url: \"https://www.example.com/open?from={link.code}\"}}")
        case .minimumVersion:
            KeyWords(
                type: "version", summary: "the lowest version that opens; the store updates an older one (Android)",
                detail: "In quotes: YAML reads 1.10 as 1.1. For this rule, it replaces the link's and the app's.",
                example: "then: {app_open: {minimum_version: \"12\", fallback: store_install}}")
        case .fallback:
            KeyWords(
                type: "fallback", values: FallbackKey.names, summary: "what happens if the app does not open",
                detail: "One of these decisions, by its name or with its keys. The default is the web page.",
                example: "then: {app_open: {fallback: {continue_redirect: {to: \"{link.afl}\"}}}}")
        }
    }
}

extension StoreInstallKey {
    fileprivate var words: KeyWords {
        switch self {
        case .app:
            KeyWords(
                type: "app", summary: apps, detail: "For another app than the link's.",
                example: "then: {store_install: {app: com.example.android}}")
        case .minimumVersion:
            KeyWords(
                type: "version", summary: "Google Play offers an update to users with an older version",
                detail: "In quotes: YAML reads 1.10 as 1.1.",
                example: "then: {store_install: {minimum_version: \"12\"}}")
        case .referrer:
            KeyWords(
                type: "template", summary: "the referrer that the installed app receives (Google Play only)",
                detail: "It replaces the link's `utm_` parameters. Facts in it are percent-encoded.",
                example: "then: {store_install: {referrer: \"utm_source=router&utm_content={link.code}\"}}")
        }
    }
}

extension ContinueRedirectKey {
    fileprivate var words: KeyWords {
        switch self {
        case .to:
            KeyWords(
                type: "template", summary: "the address of the page", detail: RuleReference.templates,
                example: "then: {continue_redirect: {to: \"https://www.example.com/in?from={link.code}\"}}")
        }
    }
}

extension ErrorKey {
    fileprivate var words: KeyWords {
        switch self {
        case .code:
            KeyWords(
                type: "name", summary: "the name of the error; required",
                example: "then: {error: {code: maintenance}}")
        case .status:
            KeyWords(
                type: "400 to 599", summary: "the status of the response; 400 by default",
                example: "then: {error: {code: maintenance, status: 503}}")
        case .message:
            KeyWords(
                type: "text", summary: "a sentence for users; by default the rule's `because`",
                example: "then: {error: {code: maintenance, message: We will be back at six.}}")
        }
    }
}

extension RuleReference {
    /// The syntax of templates.
    static let templates =
        "Text with `{fact}`, which is percent-encoded when inserted; `{{` and `}}` are literal braces. The address must "
        + "match the site's `url_patterns`. A fact that is an address, such as `{link.payload}`, may be the whole "
        + "template, and a path keeps its slashes in the path of an address: "
        + "`https://www.example.com/de{link.payload_path}`. A rule whose fact is unknown does not match."
}
