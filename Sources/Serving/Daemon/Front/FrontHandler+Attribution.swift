import ByteText
import Devices
import HTTP
import Links
import Routing

/// `installAttribution` and `reopenAttribution` of the Firebase Dynamic Links API, for apps that still have its SDK and send their
/// questions here.
///
/// A token or a link of ours is a unique match. Nothing else is one: what the SDK tells of the device is not looked at, so that
/// there is no weak match. Where there is none, the answer has no `deepLink`, which the SDK takes for none.
extension FrontHandler {
    /// Where a link leads that the SDK has found on the clipboard, or that the system opened the app with.
    func attribution(of link: [UInt8], _ form: ResolveForm) -> APIAnswer {
        let text = decider.withArena { $0.append(link.span) }
        guard let outcome = led(by: text, on: .ios) else { return Self.noAttribution(form) }
        return attribution(of: outcome, form)
    }

    /// The outcome of the link that was decided last, in Firebase's form.
    func attribution(of outcome: Outcome, _ form: ResolveForm) -> APIAnswer {
        APIAnswer { json in
            json.beginObject()
            write("deepLink", outcome.decision.payload, to: &json)
            writeParameters(form, to: &json)
            if form == .installAttribution {
                json.member("attributionConfidence", "UNIQUE" as StaticString)
                json.member("requestedLink", decider.request.link, in: decider.arena)
            }
            if case .found(let longLink, _, _)? = outcome.shortLink?.answer {
                write("resolvedLink", longLink, to: &json)
            }
            json.endObject()
        }
    }

    private func writeParameters(_ form: ResolveForm, to json: inout JSONWriter) {
        guard let parameters = decider.parameters() else { return }
        let minimum: StaticString = form == .installAttribution ? "appMinimumVersion" : "iosMinAppVersion"
        let names: [(StaticString, LinkParameter)] = [
            (minimum, .imv), ("utmSource", .utmSource), ("utmMedium", .utmMedium), ("utmCampaign", .utmCampaign),
            ("utmTerm", .utmTerm), ("utmContent", .utmContent),
        ]
        for (name, parameter) in names { write(name, parameters.nonEmpty(parameter), to: &json) }
    }

    /// The SDK tells a member that is missing from one that is null.
    private func write(_ name: StaticString, _ text: TextRange?, to json: inout JSONWriter) {
        if let text { json.member(name, text, in: decider.arena) }
    }

    /// No match, which has no `deepLink`.
    static func noAttribution(_ form: ResolveForm) -> APIAnswer {
        APIAnswer { json in
            json.beginObject()
            if form == .installAttribution {
                json.member("attributionConfidence", "UNKNOWN_ATTRIBUTION_CONFIDENCE" as StaticString)
                json.member("matchMessage", "No token and no link of this service was given." as StaticString)
            }
            json.endObject()
        }
    }
}
