import ByteText
import Devices
import HTTP
import Pages
import Routing

/// Responses to decisions as pages.
extension FrontHandler {
    /// The page with a button that opens the app; the decision's target is the alternative.
    func showInterstitial(_ outcome: Outcome, _ edition: PageEdition, _ response: inout ResponseWriter) {
        let decision = outcome.decision
        let target = (decision.fallback?.target ?? decision.target).flatMap { decider.target($0) }
        let open = opening(outcome)
        guard open != nil || target != nil else {
            let detail = decider.arena.append("The decision leads nowhere.")
            return write(ErrorPage(status: Int(decision.status), .failed, detail: detail), edition, &response)
        }
        var page = InterstitialPage(
            open: open, app: Self.appSituation(outcome), inAppBrowser: inAppBrowser(outcome),
            needsTouch: decision.needsTouch && open != nil)
        if let target, open.map({ decider.areEqual($0.address, target.address) }) != true {
            page.otherWay = Self.otherWay(decision, target)
        }
        if let copying = copying(outcome, edition) { page.copying = copying }
        page.banner = banner(outcome)
        // On a computer, show a code to scan with the phone.
        if let device = outcome.device, device.platform.isOfComputer, !device.bot, let code = inlineCode() {
            page.codeForPhone = decider.arena.append(code.span)
        }
        write(.interstitial, edition, &response) { edition.append(page, from: decider.arena, to: &$0) }
    }

    /// The address that opens the app: the marked link itself, or another address.
    private func opening(_ outcome: Outcome) -> PageTarget? {
        guard let app = outcome.decision.appLocation else { return nil }
        let scheme = decider.evaluator.ruleSet.appScheme(of: outcome, in: decider.arena)
        return decider.target(outcome.decision.opensByLink ? marked(app) : app, customScheme: scheme)
    }

    /// The Smart App Banner of a page for an iPhone or iPad; empty if the app is not in the App Store.
    private func banner(_ outcome: Outcome) -> TextRange {
        guard let platform = outcome.device?.platform, platform == .ios || platform == .ipados,
            let id = decider.evaluator.ruleSet.bannerID(of: outcome, in: decider.arena)
        else { return .empty }
        let link = decider.clickedLink
        return decider.withArena { SmartAppBanner.append(appStoreID: id, link: link, to: &$0) }
    }

    private static func otherWay(_ decision: Decision, _ target: PageTarget) -> InterstitialPage.OtherWay {
        guard (decision.fallback?.kind ?? decision.kind) == .storeInstall else { return .web(target) }
        return isApp(of: decision, .outdated) ? .updateApp(target) : .getApp(target)
    }

    /// The state of the app on this device, as far as the decision determined it.
    private static func appSituation(_ outcome: Outcome) -> InterstitialPage.AppSituation {
        if outcome.returnedFrom != .none { return .didNotOpen }
        if outcome.decision.warnings.contains(.noStoreForDevice) { return .notInStore }
        if isApp(of: outcome.decision, .absent) { return .missing }
        return isApp(of: outcome.decision, .outdated) ? .tooOld : .unknown
    }

    private static func isApp(of decision: Decision, _ state: AppState) -> Bool {
        decision.app?.state.description == state.name.description
    }

    func showSocial(_ decision: Decision, _ edition: PageEdition, _ response: inout ResponseWriter) {
        guard let target = decision.target.flatMap({ decider.target($0) }) else {
            return showStatic(edition, &response)
        }
        let page = SocialPage(
            target: target, title: decision.meta?.title, description: decision.meta?.description,
            image: decision.meta?.image.flatMap { decider.target($0) })
        write(.social, edition, &response) { edition.append(page, from: decider.arena, to: &$0) }
    }

    func showStatic(_ edition: PageEdition, _ response: inout ResponseWriter) {
        write(.static, edition, &response) { edition.append(StaticPage(), from: decider.arena, to: &$0) }
    }
}

extension Decider {
    /// An address of the arena as a target of a page; `nil` if it is not permitted.
    func target(_ address: TextRange, customScheme: String? = nil) -> PageTarget? {
        PageTarget(address, customScheme: customScheme, in: arena)
    }
}
