import ByteText
import Devices
import Links
import Pages
import Routing

/// Decisions as pages.
extension FrontHandler {
    /// The page with the button: it opens the app, and the decision's target is the other way.
    func interstitial(_ outcome: Outcome) -> [UInt8] {
        let decision = outcome.decision
        let target = decider.string(decision.fallback?.target ?? decision.target).flatMap { PageTarget($0) }
        let other = target.map { target in otherWay(decision, target) }
        let scheme = decider.evaluator.ruleSet.appScheme(of: outcome, in: decider.arena)
        let open = decision.appLocation.flatMap { app in
            PageTarget(decision.opensByLink ? marked(app) : decider.arena.string(app), customScheme: scheme)
        }
        guard open != nil || other != nil else {
            return pages.error(ErrorPage(status: 500, fault: "The decision leads nowhere."))
        }
        return pages.interstitial(
            InterstitialPage(
                open: open, otherWay: open == target ? nil : other, inAppBrowser: inAppBrowser(decision),
                needsTouch: decision.needsTouch))
    }

    private func otherWay(_ decision: Decision, _ target: PageTarget) -> InterstitialPage.OtherWay {
        guard (decision.fallback?.kind ?? decision.kind) == .storeInstall else { return .web(target) }
        return decision.app?.state.description == "outdated" ? .updateApp(target) : .getApp(target)
    }

    /// How to leave an app's own browser: the address to copy.
    private func inAppBrowser(_ decision: Decision) -> InterstitialPage.InAppBrowser? {
        guard decision.inApp != .none, decision.inApp != .unknown else { return nil }
        return InterstitialPage.InAppBrowser(
            name: Self.name(of: decision.inApp), exit: nil, address: decider.string(decision.location))
    }

    private static func name(of app: InApp) -> String? {
        switch app {
        case .none, .unknown, .other, .androidWebView, .iosWebView: nil
        case .gsa: "Google"
        case .kakaotalk: "KakaoTalk"
        case .linkedin: "LinkedIn"
        case .tiktok: "TikTok"
        case .wechat: "WeChat"
        case .whatsapp: "WhatsApp"
        default: app.name.description.prefix(1).uppercased() + app.name.description.dropFirst()
        }
    }

    func social(_ decision: Decision) -> [UInt8] {
        guard let target = decider.string(decision.target).flatMap({ PageTarget($0) }) else {
            return pages.static(StaticPage())
        }
        return pages.social(
            SocialPage(
                target: target, title: decider.string(decision.meta?.title),
                description: decider.string(decision.meta?.description),
                image: decider.string(decision.meta?.image).flatMap { PageTarget($0) }))
    }
}
