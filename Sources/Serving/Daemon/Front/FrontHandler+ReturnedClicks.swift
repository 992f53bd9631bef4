import ByteText
import HTTP
import Pages
import Routing

/// Universal links: a page on another host has the clicked link itself on its button, with a mark at its end. If the system
/// opens the app, nobody asks us again; if it does not, the same click arrives here, marked.
extension FrontHandler {
    /// A link with its mark.
    func marked(_ link: TextRange) -> String {
        var text = decider.bytes(link)
        let mark = tokens.mark(of: text.span, now: decider.now)
        text.append(ReturnMark.separator(after: text.contains(UInt8(ascii: "?"))))
        text += Array(ReturnMark.name.description.utf8) + mark
        return String(decoding: text, as: UTF8.self)
    }

    /// Takes the mark off the click's link, and lets the click be one that has returned if the mark is this link's. An old
    /// mark, or one of another link, only goes.
    func readMark() {
        let count = PageTokens.markCount
        decider.withClick { click, arena in
            guard let link = ReturnMark.unmarked(click.link, valueCount: count, in: arena) else { return }
            let mark = click.link[(Int(click.link.count) - count)..<Int(click.link.count)]
            if tokens.isMark(arena[mark], of: arena[link], now: decider.now) { click.returnedFrom = .button }
            click.link = link
        }
    }

    /// The address of the outcome's page, where that must not be on the link's host; nil where it may.
    ///
    /// For clicks alone: who has come to a page gets it on whatever host that was, or a proxy that changes `Host` would send
    /// clients round in circles.
    func pageElsewhere(_ outcome: Outcome) -> [UInt8]? {
        guard outcome.decision.page == .interstitial, outcome.decision.opensByLink,
            case .other(let other) = decider.evaluator.ruleSet.pageHost(of: outcome, for: decider.linkHost.span)
        else { return nil }
        return pageAddress(on: decider.origin(onHost: other), profile: [])
    }

    /// The address of the click's page, good for some minutes; nil if the link is too long for one.
    ///
    /// - Parameters:
    ///   - origin: Scheme, host and port of the page.
    ///   - profile: What a trusted proxy states about the device, and would not state of the page.
    func pageAddress(on origin: [UInt8], profile: [UInt8]) -> [UInt8]? {
        var click = PageTokens.Click(link: decider.bytes(decider.request.link), profile: profile)
        if let country = decider.request.country { click.country = decider.bytes(country) }
        guard let token = tokens.token(for: click, now: decider.now) else { return nil }
        return origin + Array(ReservedPath.pages.description.utf8) + token
    }
}
