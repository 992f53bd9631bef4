import ByteText
import Links
import Routing
import Rules
import TestSupport
import Testing

/// A composed link contains everything that the settings contained: the loop is closed.
@Suite("Composed links")
struct ComposePropertyTests {
    static let devices: [JSONValue] = [
        ["platform": "android", "app": ["state": "current", "version": "99"]],
        ["platform": "android", "app": ["version": "11"]], ["platform": "android", "app": ["version": "12"]],
        ["platform": "android", "app": ["version": "5.115.9"]], ["platform": "android", "app": ["state": "outdated"]],
        ["platform": "android", "app": ["state": "absent"]], ["platform": "android"],
        ["platform": "android", "in_app": "instagram"], ["platform": "ios", "app": ["state": "current"]],
        ["platform": "ios", "app": ["state": "outdated"]], ["platform": "ios", "app": ["state": "absent"]],
        ["platform": "ios"], ["platform": "ipados", "app": ["state": "current"]],
        ["platform": "ipados", "app": ["state": "absent"]], ["platform": "macos"], ["platform": "windows"],
        ["bot": true, "bot_kind": "scanner"], [:],
    ]

    @Test("the link alone decides as the link with its settings, on every device")
    func loop() throws {
        let seed = UInt64.random(in: 0 ... .max)
        print("ComposePropertyTests seed \(seed)")
        var random = SplitMix64(seed: seed)
        let composer = try LinkComposer(Checkout.ruleSet)
        let resolver = try RequestResolver(Checkout.ruleSet)
        for turn in 0..<150 {
            let mail = GeneratedMail(using: &random)
            let note: Comment = "seed \(seed), turn \(turn): \(mail.settings.text) \(mail.actionLink) \(mail.site.text)"
            let outcome = try composer.compose([
                "settings": mail.settings, "action_link": .string(mail.actionLink), "site": mail.site,
            ])
            guard case .link(let link, let warnings) = outcome else {
                Issue.record("\(outcome) \(note)")
                continue
            }
            #expect(!warnings.contains(.settingsNotCarried) || mail.asksForMoreThanApps, note)
            try Self.checkParts(of: link, mail, note)
            for device in Self.devices {
                for (link, stage, keys) in Self.clicks(link, mail) {
                    let request = Self.request(link, stage, device, mail)
                    let alone = try resolver.resolve(.object(request), now: nil)
                    var stated = request
                    stated.append("settings", mail.settings)
                    let together = try resolver.resolve(.object(stated), now: nil)
                    #expect(alone["decision"] != "error", "\(alone.text) \(note)")
                    for key in keys where alone[key] != together[key] {
                        Issue.record("\(key): \(alone.text) \(together.text) \(device.text) \(note)")
                    }
                }
            }
        }
    }

    /// The members of a decision that describe its target.
    private static let outcome = ["decision", "location", "target", "payload", "page", "status", "fallback", "error"]
    /// All members in which two decisions on one link can differ.
    private static let everything = outcome + ["app", "rule", "reason", "undecided", "warnings", "meta"]

    /// The clicks of a mail's lifetime, and the members of their decisions that must be equal.
    ///
    /// A bare link names no app: the decision's `app` is then the site's. If no app is named, the link's shape means
    /// that the code is not for the app: another rule, but an equal outcome.
    private static func clicks(_ link: String, _ mail: GeneratedMail) -> [(String, String, [String])] {
        if mail.undoes { return [(link, "click", outcome)] }
        guard mail.namesApp else { return [(link, "click", outcome), (link, "continue", outcome)] }
        guard mail.handleCodeInApp else {
            return [(link, "click", outcome + ["rule"]), (link, "continue", everything)]
        }
        let actionLink = inspect(link)["payload"]?.string ?? ""
        return [(link, "click", everything), (actionLink, "continue", outcome + ["rule"])]
    }

    private static func request(_ link: String, _ stage: String, _ device: JSONValue, _ mail: GeneratedMail)
        -> JSONObject
    {
        var request = JSONObject()
        request.append("link", .string(link))
        request.append("stage", .string(stage))
        request.append("device", device)
        request.append("site", mail.site)
        return request
    }

    /// The action comes back complete, and the continue URL from wherever it was stored.
    private static func checkParts(of link: String, _ mail: GeneratedMail, _ note: Comment) throws {
        let inspection = inspect(link)
        #expect(inspection["error"] == .null, note)
        let isMobile = mail.namesApp && !mail.undoes
        #expect((inspection["form"]?.string != "action_link") == (isMobile && mail.handleCodeInApp), note)
        let action = try #require(inspection["action"], note)
        for name in ["mode", "oob_code", "api_key", "lang", "tenant_id"] {
            #expect(action[name]?.string == mail.action[name], "\(name) \(note)")
        }
        let continueURL = action["continue_url"]?.string
        if mail.undoes {
            #expect(continueURL == nil, note)
        } else if isMobile, !mail.handleCodeInApp {
            let wrapped = inspect(try #require(continueURL, note))
            #expect(["dynamic_link", "hosting_link"].contains(wrapped["form"]?.string), note)
            #expect(wrapped["parameters"]?["link"]?.string == mail.url, note)
        } else {
            #expect(continueURL == mail.url, note)
        }
    }

    private static func inspect(_ link: String) -> JSONValue {
        var arena = ByteArena()
        let range = arena.append(link)
        let inspection = LinkInspection(range, in: &arena)
        var output: [UInt8] = []
        JSONWriter.append(to: &output) { writer in inspection.write(range, in: &arena, to: &writer) }
        return (try? JSONValue(parsing: output.span)) ?? .null
    }
}

extension GeneratedMail {
    /// Whether the settings require an installation or a minimum version, which Hosting links don't contain.
    fileprivate var asksForMoreThanApps: Bool {
        settings.text.contains("12\"") || settings.text.contains("5.116.0") || settings.text.contains("nstall")
    }
}
