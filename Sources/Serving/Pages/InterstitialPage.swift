public import ByteText

/// The page with the button that opens the app: a tap on it is the gesture that systems require before they leave the
/// browser. Where nothing can open the app, the other way is the button.
public struct InterstitialPage: Sendable {
    /// Where the other link leads, which decides its words.
    public enum OtherWay: Sendable, Equatable {
        /// The app is not here: to the store.
        case getApp(PageTarget)
        /// The app is here, but too old: to the store.
        case updateApp(PageTarget)
        /// To the page in the browser.
        case web(PageTarget)

        var target: PageTarget {
            switch self {
            case .getApp(let target), .updateApp(let target), .web(let target): target
            }
        }

        var words: StaticString {
            switch self {
            case .getApp: "Get the app"
            case .updateApp: "Update the app"
            case .web: "Continue on the web"
            }
        }
    }

    /// The app that shows this page in its own browser, where links to other apps do nothing.
    public struct InAppBrowser: Sendable {
        /// Its name for people ("Instagram"); none if only the fact is known.
        public var name: PageText
        /// An address that opens this page in the system's browser (an `intent:` or `x-safari-https:` address).
        public var exit: PageTarget?
        /// The link as text, for copying into a browser. A text only: it never becomes an `href`.
        public var address: TextRange?

        /// What is known of the app; each may be missing.
        public init(name: PageText = .none, exit: PageTarget? = nil, address: TextRange? = nil) {
            self.name = name
            self.exit = exit
            self.address = address
        }
    }

    /// Opens the app: the clicked link on its own host, an `intent:` address or a custom scheme; nil where nothing can.
    public var open: PageTarget?
    /// The way for people without the app.
    public var otherWay: OtherWay?
    /// The app's name for people; nil uses "the app".
    public var appName: TextRange?
    /// Title of the link (`st`); any text.
    public var title: TextRange?
    /// Description of the link (`sd`); any text.
    public var description: TextRange?
    /// Set when the page is shown inside another app.
    public var inAppBrowser: InAppBrowser?
    /// Whether the app is offered on touch screens only: the browser says Mac, and may run on an iPad.
    ///
    /// A style sheet decides, as pages run no scripts. It asks for any coarse pointer: a Mac has none, and an iPad has one
    /// even with a trackpad, where its main pointer may be fine.
    public var needsTouch: Bool

    /// A page that offers the app, and nothing else unless stated.
    public init(
        open: PageTarget?, otherWay: OtherWay? = nil, appName: TextRange? = nil, title: TextRange? = nil,
        description: TextRange? = nil, inAppBrowser: InAppBrowser? = nil, needsTouch: Bool = false
    ) {
        self.needsTouch = needsTouch
        self.open = open
        self.otherWay = otherWay
        self.appName = appName
        self.title = title
        self.description = description
        self.inAppBrowser = inAppBrowser
    }
}

extension InterstitialPage: FlatPage {
    static var kind: PageKind { .interstitial }

    static var slots: [PageSlot] {
        [
            .always("main"), .always("words"), .always("app"), .optional("open"), .optional("title"),
            .optional("description"), .optional("other"), .optional("browser"), .optional("exit"),
            .optional("address"), .optional("touch"),
        ]
    }

    func fill(_ texts: inout PageTexts) {
        texts.add(PageText(otherWay?.target ?? open))
        texts.add(otherWay.map { .words($0.words) } ?? .none)
        texts.add(PageText(appName).otherwise("the app"))
        texts.add(PageText(open))
        texts.add(PageText(title))
        texts.add(PageText(description))
        texts.add(PageText(open == nil ? nil : otherWay?.target))
        texts.add(inAppBrowser.map { $0.name.otherwise("another app") } ?? .none)
        texts.add(PageText(inAppBrowser?.exit))
        texts.add(PageText(inAppBrowser?.address))
        texts.add(needsTouch ? .words("touch") : .none)
    }

    static let template = """
        {{<layout}}
        {{$title}}{{#title}}{{title}}{{/title}}{{^title}}{{#touch}}Continue{{/touch}}{{^touch}}{{#open}}Open {{app}}{{/open}}{{^open}}{{words}}{{/open}}{{/touch}}{{/title}}{{/title}}
        {{$body}}
        <main>
        {{#touch}}<h1 class="no-touch">Continue in your browser</h1>
        <div class="{{touch}}">{{/touch}}
        <h1 dir="auto">{{#title}}{{title}}{{/title}}{{^title}}{{#open}}Open {{app}}{{/open}}{{^open}}{{words}}{{/open}}{{/title}}</h1>
        {{#description}}<p dir="auto">{{description}}</p>{{/description}}
        {{^description}}{{#open}}<p>Tap the button to continue in {{app}}.</p>{{/open}}{{/description}}
        {{#open}}<a class="button" href="{{open}}">Open {{app}}</a>{{/open}}
        {{^open}}<a class="button" href="{{main}}">{{words}}</a>{{/open}}
        {{#touch}}</div>{{/touch}}
        {{#other}}<a class="other" href="{{other}}">{{words}}</a>{{/other}}
        {{#browser}}<section class="note">
        <p>This page is shown inside {{browser}}. {{#open}}If the button does nothing, open{{/open}}{{^open}}To continue in \
        {{app}}, open{{/open}} the menu (⋯&nbsp;or&nbsp;⋮) and choose “Open in browser”.</p>
        {{#exit}}<a class="other" href="{{exit}}">Open in the browser</a>{{/exit}}
        {{#address}}<label for="address">Or copy the link into your browser:</label>
        <input id="address" type="text" readonly value="{{address}}">{{/address}}
        </section>{{/browser}}
        </main>
        {{/body}}
        {{/layout}}
        """
}
