import ByteText
import Devices
import PageDesign
import Pages
import Routing
import WebAddress

/// Ways out of in-app browsers.
///
/// No app documents where its menu is, and each moves it from time to time. The places are those on which published guides
/// agree; otherwise the page names the menu without its place. The entries are the apps' own terms.
extension FrontHandler {
    /// How to leave the browser that shows the page: its menu, the address to copy, and an exit address if it has one.
    func inAppBrowser(_ outcome: Outcome) -> InAppBrowser? {
        let decision = outcome.decision
        guard decision.inApp != .none, decision.inApp != .unknown else { return nil }
        let platform = outcome.device?.platform
        let isApple = platform == .ios || platform == .ipados
        return InAppBrowser(
            name: Self.name(of: decision.inApp), wayOut: Self.wayOut(of: decision.inApp, isApple: isApple),
            exit: exit(of: decision.inApp, decision), address: decision.location)
    }

    private static func name(of app: InApp) -> PageText {
        switch app {
        case .none, .unknown, .other, .androidWebView, .iosWebView: .none
        case .facebook: .words("Facebook")
        case .gmail: .words("Gmail")
        case .gsa: .words("Google")
        case .instagram: .words("Instagram")
        case .kakaotalk: .words("KakaoTalk")
        case .line: .words("LINE")
        case .linkedin: .words("LinkedIn")
        case .messenger: .words("Messenger")
        case .pinterest: .words("Pinterest")
        case .snapchat: .words("Snapchat")
        case .telegram: .words("Telegram")
        case .tiktok: .words("TikTok")
        case .twitter: .words("X")
        case .wechat: .words("WeChat")
        case .whatsapp: .words("WhatsApp")
        }
    }

    private static func wayOut(of app: InApp, isApple: Bool) -> InAppBrowser.WayOut {
        let dots: StaticString = isApple ? "⋯" : "⋮"
        return switch app {
        case .instagram: .init(.top, menu: dots, entry: .entryExternal)
        case .facebook, .messenger: .init(isApple ? .bottom : .top, menu: dots, entry: .entryExternal)
        case .tiktok: .init(.top, menu: "⋯")
        case .wechat: .init(.top, menu: "⋯", entry: isApple ? .entryDefault : .entryBrowser)
        case .linkedin: .init(.top, menu: dots)
        case .line: .init(.somewhere, menu: dots, entry: .entryDefault)
        case .kakaotalk: .init(.somewhere, menu: dots, entry: .entryOther)
        case .gmail: .init(isApple ? .somewhere : .top, menu: dots, entry: isApple ? .entrySafari : .entryChrome)
        case .telegram: .init(.somewhere, menu: dots, entry: isApple ? .entrySafari : .entryBrowser)
        case .gsa, .twitter, .snapchat, .pinterest, .whatsapp: .init(.somewhere, menu: dots)
        case .none, .unknown, .other, .androidWebView, .iosWebView: .init()
        }
    }

    /// An address by which an app opens the link in the system's browser; `nil` if none is known.
    ///
    /// LINE documents its parameter ("Using the LINE URL scheme"). The others are observed to work on both systems
    /// (Instagram: shalanah/inapp-debugger 22, 23). In case they fail, the menu is named below.
    private func exit(of app: InApp, _ decision: Decision) -> PageTarget? {
        guard let location = decision.location else { return nil }
        switch app {
        case .instagram: return exit(scheme: "instagram", "instagram://extbrowser/?url=", location)
        case .kakaotalk: return exit(scheme: "kakaotalk", "kakaotalk://web/openExternal?url=", location)
        case .line:
            // With the parameter this browser has shown the link already: the exit failed.
            guard decider.withArena({ !Self.hasLineExit($0[location]) }) else { return nil }
            return decider.target(decider.withArena { Self.appendLineExit(location, to: &$0) })
        default: return nil
        }
    }

    private func exit(scheme: String, _ address: StaticString, _ location: TextRange) -> PageTarget? {
        let mark = decider.arena.count
        decider.arena.append(address)
        PercentCoding.encodeComponent(location, in: &decider.arena)
        return decider.target(decider.arena.piece(from: mark), customScheme: scheme)
    }

    private static let lineExit: StaticString = "openExternalBrowser=1"

    private static func hasLineExit(_ link: Span<UInt8>) -> Bool {
        guard let mark = link.firstIndex(of: UInt8(ascii: "?")) else { return false }
        var pairs = QueryPairs(from: mark + 1, to: link.count)
        while let pair = pairs.next(in: link) {
            if link.extracting(pair.start..<pair.end).equals(lineExit) { return true }
        }
        return false
    }

    private static func appendLineExit(_ location: TextRange, to arena: inout ByteArena) -> TextRange {
        let hasQuery = arena[location].firstIndex(of: UInt8(ascii: "?")) != nil
        let mark = arena.count
        arena.append(copyOf: location)
        arena.append(ReturnMark.separator(after: hasQuery))
        arena.append(lineExit)
        return arena.piece(from: mark)
    }
}
