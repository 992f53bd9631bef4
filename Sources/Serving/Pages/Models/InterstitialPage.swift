public import ByteText
import PageDesign

/// The page with the button that opens the app: tapping it is the user gesture that systems require before leaving the
/// browser. If nothing can open the app, the alternative becomes the button.
public struct InterstitialPage: Sendable {
    /// The target of the alternative link, which determines its label.
    public enum OtherWay: Sendable, Equatable {
        /// The app is not installed: the store.
        case getApp(PageTarget)
        /// The app is installed, but too old: the store.
        case updateApp(PageTarget)
        /// The page in the browser.
        case web(PageTarget)

        var target: PageTarget {
            switch self {
            case .getApp(let target), .updateApp(let target), .web(let target): target
            }
        }

        var word: PageWord {
            switch self {
            case .getApp: .getApp
            case .updateApp: .updateApp
            case .web: .continueWeb
            }
        }
    }

    /// The state of the app on the device, which the page shows above its buttons.
    public enum AppSituation: Sendable, CaseIterable {
        /// The app may be installed.
        case unknown
        /// The app is not installed.
        case missing
        /// The app is installed, but too old for the link.
        case tooOld
        /// The person has come back from an attempt to open the app.
        case didNotOpen
        /// The app is not available in the device's store.
        case notInStore

        func word(canOpen: Bool) -> PageText {
            switch self {
            case .unknown: canOpen ? .word(.tapButton) : .none
            case .missing: .word(.appMissing)
            case .tooOld: .word(.appTooOld)
            case .didNotOpen: .word(.appDidNotOpen)
            case .notInStore: .word(.noStore)
            }
        }
    }

    /// Opens the app: the clicked link on its own host, an `intent:` address or a custom scheme. `nil` if nothing can
    /// open it.
    public var open: PageTarget?
    /// The alternative for people without the app.
    public var otherWay: OtherWay?
    /// The state of the app.
    public var app: AppSituation
    /// Set when the page is shown inside another app.
    public var inAppBrowser: InAppBrowser?
    /// Whether the app is offered on touch screens only: the browser reports a Mac, but may run on an iPad.
    ///
    /// The style sheet decides, since pages run no scripts. It uses `any-pointer: coarse`: a Mac has no coarse pointer,
    /// while an iPad always has one, even if a trackpad is its primary pointer.
    public var needsTouch: Bool
    /// The QR code of the link, as SVG generated here; empty for none.
    public var codeForPhone: TextRange = .empty

    /// The HTML that copies a token on a tap on the App Store link, generated here (``PageEdition/copying(_:in:)``);
    /// empty for none.
    public var copying: TextRange = .empty

    /// The element of a Smart App Banner, generated here (``SmartAppBanner``); empty for none.
    public var banner: TextRange = .empty

    /// Creates a page that offers the app, and nothing else by default.
    public init(
        open: PageTarget?, otherWay: OtherWay? = nil, app: AppSituation = .unknown,
        inAppBrowser: InAppBrowser? = nil, needsTouch: Bool = false
    ) {
        self.needsTouch = needsTouch
        self.open = open
        self.otherWay = otherWay
        self.app = app
        self.inAppBrowser = inAppBrowser
    }
}

extension InterstitialPage: FlatPage {
    static var kind: PageKind { .interstitial }

    static var slots: [PageSlot] {
        [
            .always("main"), .always("words"), .optional("open"), .optional("state"), .optional("other"),
            .optional("inside"), .always("browser"), .always("leave"), .always("menu"), .always("entry"),
            .optional("exit"), .optional("address"), .optional("touch"), .optional("code"), .always("copying"),
            .always("banner"),
        ]
    }

    func fill(_ texts: inout PageTexts) {
        texts.add(PageText(otherWay?.target ?? open))
        texts.add(otherWay.map { .word($0.word) } ?? .word(.openApp))
        texts.add(PageText(open))
        texts.add(app.word(canOpen: open != nil))
        texts.add(PageText(open == nil ? nil : otherWay?.target))
        texts.add(inAppBrowser.map { .word($0.name.isPresent ? .insideBrowser : .insideApp) } ?? .none)
        texts.add(inAppBrowser?.name ?? .none)
        texts.add(inAppBrowser.map { .word($0.wayOut.word) } ?? .none)
        texts.add(inAppBrowser.map { .words($0.wayOut.menu) } ?? .none)
        texts.add(inAppBrowser.map { .word($0.wayOut.entry) } ?? .none)
        texts.add(PageText(inAppBrowser?.exit))
        texts.add(PageText(inAppBrowser?.address))
        texts.add(needsTouch ? .words("touch") : .none)
        texts.add(.markup(codeForPhone))
        texts.add(.markup(copying))
        texts.add(.markup(banner))
    }

    static var head: String { PageLayout.unindexed + "\n{{banner}}" }

    static let title = """
        {{#touch}}{{say.continue}}{{/touch}}{{^touch}}{{#open}}{{say.open_app}}{{/open}}{{^open}}{{#exit}}{{say.entry_browser}}{{/exit}}{{^exit}}{{words}}{{/exit}}{{/open}}{{/touch}}
        """

    static let body = """
        <main>
        {{{brand}}}
        {{#touch}}<h1 class="no-touch">{{say.continue_in_browser}}</h1>
        <div class="{{touch}}">{{/touch}}
        <h1>{{#open}}{{say.open_app}}{{/open}}{{^open}}{{#exit}}{{say.entry_browser}}{{/exit}}{{^exit}}{{words}}{{/exit}}{{/open}}</h1>
        {{#state}}<p>{{state}}</p>{{/state}}
        {{#open}}<a class="button" href="{{open}}">{{say.open_app}}</a>{{/open}}
        {{^open}}{{#exit}}<a class="button" href="{{exit}}">{{say.entry_browser}}</a>
        <a class="other" href="{{main}}">{{words}}</a>{{/exit}}{{^exit}}<a class="button" href="{{main}}">{{words}}</a>{{/exit}}{{/open}}
        {{#touch}}</div>{{/touch}}
        {{#other}}<a class="other" href="{{other}}">{{words}}</a>{{/other}}
        {{copying}}
        {{#code}}<figure{{#touch}} class="no-touch"{{/touch}}>{{code}}<figcaption>{{say.scan_code}}</figcaption></figure>{{/code}}
        {{#inside}}<section class="note">
        <p>{{inside}} {{leave}}</p>
        {{#open}}{{#exit}}<a class="other" href="{{exit}}">{{say.entry_browser}}</a>{{/exit}}{{/open}}
        {{#address}}<label for="address">{{say.copy_link}}</label>
        <input id="address" type="text" dir="ltr" readonly value="{{address}}">{{/address}}
        </section>{{/inside}}
        {{{contact}}}
        </main>
        """
}
