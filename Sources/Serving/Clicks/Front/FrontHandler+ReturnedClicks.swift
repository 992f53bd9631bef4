import ByteText
import HTTP
import OpenSSL
import Pages
import Routing

/// Clicks that arrive again, marked. A page on another host has the clicked link itself on its button: if the system opens
/// the app, no further request arrives. And an `intent:` URI has it as its fallback, for phones without the app.
extension FrontHandler {
    /// A link with its mark.
    func marked(_ link: TextRange) -> TextRange {
        Self.marked(link, by: tokens, sealer, now: decider.now, in: &decider.arena)
    }

    private static func marked(
        _ link: TextRange, by tokens: PageTokens, _ sealer: Sealer, now: Int64, in arena: inout ByteArena
    ) -> TextRange {
        let sealed = tokens.sealMark(of: link, at: .button, now: now, by: sealer, in: &arena)
        let hasQuery = arena[link].firstIndex(of: UInt8(ascii: "?")) != nil
        let mark = arena.count
        arena.append(copyOf: link)
        arena.append(ReturnMark.separator(after: hasQuery))
        arena.append(ReturnMark.name)
        tokens.appendToken(sealed, to: &arena)
        return arena.piece(from: mark)
    }

    /// The page of a longer link would not fit into the request line.
    private static var longestOpenLink: Int { 12_000 }

    /// Removes the mark from the click's link, and flags the click as returned if the mark is valid for this link. An expired
    /// mark, or that of another link, is only removed.
    func readMark() {
        let count = PageTokens.markCount
        decider.withClick { click, arena in
            guard let link = ReturnMark.unmarked(click.link, valueCount: count, in: arena) else { return }
            let mark = click.link[(Int(click.link.count) - count)..<Int(click.link.count)]
            let place = tokens.place(ofMark: mark, of: link, now: decider.now, by: sealer, in: &arena)
            click.link = link
            switch place {
            case .button: click.returnedFrom = .button
            case .fallback:
                click.returnedFrom = .intent
                // As part of the link, the mark also gets into the address of the page.
                click.link = ReturnMark.append(toFallback: link, in: &arena)
            case nil: break
            }
        }
    }

    /// Seals the mark of the fallback in the outcome's `intent:` URI if the link has a maximum of clicks: a click that returns by
    /// it was counted before. The count of other links is no limit, so their mark needs no seal.
    func sealFallback(of outcome: inout Outcome) {
        guard let location = outcome.decision.location, decider.hasMaximum(outcome.linkID) else { return }
        let link = decider.request.link
        decider.withArena { arena in
            guard arena[location].ends(with: ReturnMark.endOfIntent) else { return }
            let sealed = tokens.sealMark(of: link, at: .fallback, now: decider.now, by: sealer, in: &arena)
            let mark = arena.count
            arena.append(copyOf: location[0..<(Int(location.count) - Self.sealedEnd.utf8CodeUnitCount)])
            tokens.appendToken(sealed, to: &arena)
            arena.append(";end")
            outcome.decision.location = arena.piece(from: mark)
        }
    }

    /// The end of an `intent:` URI that a sealed mark replaces.
    private static var sealedEnd: StaticString { "page;end" }

    /// The address of the outcome's page if it must not be on the link's host; otherwise `nil`.
    ///
    /// Only for clicks: requests for a page are served on any host, since otherwise a proxy that changes `Host` would cause a
    /// redirect loop.
    func pageElsewhere(_ outcome: inout Outcome) -> TextRange? {
        guard outcome.decision.page == .interstitial, outcome.decision.opensByLink,
            case .other(let other) = decider.pageHost(of: outcome, for: decider.linkHost)
        else { return nil }
        return pageAddress(of: &outcome, profile: .empty) { decider.appendOrigin(onHost: other) }
    }

    /// The address of the click's page; `nil` if the link is too long.
    ///
    /// It contains the link itself and remains valid, so that people can return to the page, reload and share it, unless the
    /// link contains a secret, has a maximum of clicks, or the browser would not send what the decision depends on. Then it is
    /// sealed, and valid for a few minutes.
    ///
    /// - Parameters:
    ///   - profile: The device profile from a trusted proxy, which would not be sent with the page's request.
    ///   - appendOrigin: Appends scheme, host and port of the page.
    func pageAddress(of outcome: inout Outcome, profile: TextRange, _ appendOrigin: () -> Void) -> TextRange? {
        let request = (link: decider.request.link, country: decider.request.country)
        let isOpen =
            profile.isEmpty && !outcome.decision.carriesAction
            && (request.country == nil || !outcome.decision.variance.readsCountry)
            && request.link.count < Self.longestOpenLink && !decider.hidesAnything(in: request.link)
            && !decider.hasMaximum(outcome.linkID)
        if isOpen {
            let mark = decider.arena.count
            appendOrigin()
            decider.appendPagePath()
            return decider.arena.piece(from: mark)
        }
        let click = PageTokens.Click(link: request.link, profile: profile, country: request.country ?? .empty)
        guard let sealed = tokens.seal(click, now: decider.now, by: sealer, in: &decider.arena) else { return nil }
        let mark = decider.arena.count
        appendOrigin()
        decider.arena.append(ReservedPath.pages)
        tokens.appendToken(sealed, to: &decider.arena)
        return decider.arena.piece(from: mark)
    }
}

extension Decider {
    /// The host that serves the page of an outcome, for a host among the texts of the click.
    func pageHost(of outcome: borrowing Outcome, for host: TextRange) -> RuleSet.PageHost? {
        Self.pageHost(of: outcome, for: host, by: evaluator.ruleSet, in: arena)
    }

    private static func pageHost(
        of outcome: borrowing Outcome, for host: TextRange, by ruleSet: RuleSet, in arena: borrowing ByteArena
    ) -> RuleSet.PageHost? {
        ruleSet.pageHost(of: outcome, for: arena[host])
    }
}
