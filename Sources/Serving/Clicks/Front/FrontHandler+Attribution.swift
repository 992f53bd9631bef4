import Access
import ByteText
import Devices
import HTTP
import Links
import Routing

/// `installAttribution` and `reopenAttribution` of the Firebase Dynamic Links API, for apps that still contain its SDK and
/// send their requests here.
///
/// A token or a link of this service is a unique match. Nothing else matches: the device data sent by the SDK is ignored, so
/// there are no weak matches. Without a match, the response has no `deepLink`, which the SDK treats as no match.
extension FrontHandler {
    /// Resolves a link that the SDK found on the clipboard, or that opened the app.
    /// `nil` if it leads nowhere.
    func attribution(of link: [UInt8], _ form: ResolveForm) -> APIAnswer? {
        let text = decider.withArena { $0.append(link.span) }
        return led(by: text, on: .ios).map { attribution(of: $0, form) }
    }

    /// The outcome of the link that was decided last, in Firebase's format.
    func attribution(of outcome: Outcome, _ form: ResolveForm) -> APIAnswer {
        APIAnswer { json in
            json.beginObject()
            write("deepLink", outcome.decision.opened, to: &json)
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

    /// Writes a member unless it has no value: the SDK distinguishes a missing member from a null one.
    private func write(_ name: StaticString, _ text: TextRange?, to json: inout JSONWriter) {
        if let text { json.member(name, text, in: decider.arena) }
    }

    /// The response without a match, which has no `deepLink`.
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
