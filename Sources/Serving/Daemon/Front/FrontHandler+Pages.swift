import ByteText
import Devices
import HTTP
import Pages
import Routing

/// Decisions as pages.
extension FrontHandler {
    /// The page with the button: it opens the app, and the decision's target is the other way.
    func showInterstitial(_ outcome: Outcome, _ response: inout ResponseWriter) {
        let decision = outcome.decision
        let target = (decision.fallback?.target ?? decision.target).flatMap { decider.target($0) }
        let open = opening(outcome)
        guard open != nil || target != nil else {
            let page = ErrorPage(status: 500, fault: decider.arena.append("The decision leads nowhere."))
            return writePage(.interstitial, &response) { pages.append(page, from: decider.arena, to: &$0) }
        }
        var page = InterstitialPage(open: open, inAppBrowser: inAppBrowser(decision), needsTouch: decision.needsTouch)
        if let target, open.map({ decider.areEqual($0.address, target.address) }) != true {
            page.otherWay = Self.otherWay(decision, target)
        }
        writePage(.interstitial, &response) { pages.append(page, from: decider.arena, to: &$0) }
    }

    /// What opens the app: the link itself, marked, or another address.
    private func opening(_ outcome: Outcome) -> PageTarget? {
        guard let app = outcome.decision.appLocation else { return nil }
        let scheme = decider.evaluator.ruleSet.appScheme(of: outcome, in: decider.arena)
        return decider.target(outcome.decision.opensByLink ? marked(app) : app, customScheme: scheme)
    }

    private static func otherWay(_ decision: Decision, _ target: PageTarget) -> InterstitialPage.OtherWay {
        guard (decision.fallback?.kind ?? decision.kind) == .storeInstall else { return .web(target) }
        return decision.app?.state.description == "outdated" ? .updateApp(target) : .getApp(target)
    }

    /// How to leave an app's own browser: the address to copy.
    private func inAppBrowser(_ decision: Decision) -> InterstitialPage.InAppBrowser? {
        guard decision.inApp != .none, decision.inApp != .unknown else { return nil }
        return InterstitialPage.InAppBrowser(name: name(of: decision.inApp), exit: nil, address: decision.location)
    }

    private func name(of app: InApp) -> PageText {
        switch app {
        case .none, .unknown, .other, .androidWebView, .iosWebView: .none
        case .gsa: .words("Google")
        case .kakaotalk: .words("KakaoTalk")
        case .linkedin: .words("LinkedIn")
        case .tiktok: .words("TikTok")
        case .wechat: .words("WeChat")
        case .whatsapp: .words("WhatsApp")
        default: .piece(decider.arena.append(capitalizing: app.name))
        }
    }

    func showSocial(_ decision: Decision, _ response: inout ResponseWriter) {
        guard let target = decision.target.flatMap({ decider.target($0) }) else {
            return writePage(.social, &response) { pages.append(StaticPage(), from: decider.arena, to: &$0) }
        }
        let page = SocialPage(
            target: target, title: decision.meta?.title, description: decision.meta?.description,
            image: decision.meta?.image.flatMap { decider.target($0) })
        writePage(.social, &response) { pages.append(page, from: decider.arena, to: &$0) }
    }

    func showStatic(_ response: inout ResponseWriter) {
        writePage(.static, &response) { pages.append(StaticPage(), from: decider.arena, to: &$0) }
    }
}

extension Decider {
    /// An address of the arena as a target of a page; nil where it may not be one.
    fileprivate func target(_ address: TextRange, customScheme: String? = nil) -> PageTarget? {
        PageTarget(address, customScheme: customScheme, in: arena)
    }
}

extension ByteArena {
    /// Appends a word with a capital at its beginning.
    fileprivate mutating func append(capitalizing word: StaticString) -> TextRange {
        let mark = count
        word.withUTF8Buffer { letters in
            for index in letters.indices {
                // Safe: the buffer is read within the call only.
                let letter = unsafe letters[index]
                append(index == 0 && letter.isAlpha ? letter & ~0x20 : letter)
            }
        }
        return piece(from: mark)
    }
}
