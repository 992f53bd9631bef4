public import ByteText
public import PageDesign

/// An app that shows the page in its own browser, where links to other apps have no effect.
public struct InAppBrowser: Sendable {
    /// The name of the app ("Instagram"), or none if unknown.
    public var name: PageText
    /// How to open the page in the system's browser manually.
    public var wayOut: WayOut
    /// An address that opens the link in the system's browser, if the app supports one.
    public var exit: PageTarget?
    /// The link as text, for copying into a browser. Text only: it never becomes an `href`.
    public var address: TextRange?

    /// The known properties of the app; each is optional.
    public init(
        name: PageText = .none, wayOut: WayOut = WayOut(), exit: PageTarget? = nil, address: TextRange? = nil
    ) {
        (self.name, self.wayOut) = (name, wayOut)
        (self.exit, self.address) = (exit, address)
    }

    /// The position of the app's menu, and the menu entry that opens the page in another browser.
    public struct WayOut: Sendable {
        /// The position of the menu on the screen.
        public enum Place: Sendable {
            case top, bottom
            /// Depends on the version, or unknown.
            case somewhere
        }

        /// The position of the menu.
        public var place: Place
        /// The menu symbol: `⋯` or `⋮`; both if unknown.
        public var menu: StaticString
        /// The label of the menu entry.
        public var entry: PageWord

        /// Creates a way out. The defaults suit most apps.
        public init(_ place: Place = .somewhere, menu: StaticString = "⋯ / ⋮", entry: PageWord = .entryBrowser) {
            (self.place, self.menu, self.entry) = (place, menu, entry)
        }

        var word: PageWord {
            switch place {
            case .top: .leaveTop
            case .bottom: .leaveBottom
            case .somewhere: .leaveMenu
            }
        }
    }
}
