public import ByteText
public import PageDesign

/// The app that shows a page in its own browser, where links to other apps do nothing.
public struct InAppBrowser: Sendable {
    /// Its name for people ("Instagram"); none if only the fact is known.
    public var name: PageText
    /// The way into the system's browser by hand.
    public var wayOut: WayOut
    /// An address that opens the link in the system's browser, where the app has one.
    public var exit: PageTarget?
    /// The link as text, for copying into a browser. A text only: it never becomes an `href`.
    public var address: TextRange?

    /// What is known of the app; each may be missing.
    public init(
        name: PageText = .none, wayOut: WayOut = WayOut(), exit: PageTarget? = nil, address: TextRange? = nil
    ) {
        (self.name, self.wayOut) = (name, wayOut)
        (self.exit, self.address) = (exit, address)
    }

    /// Where an app has the menu with the entry that leaves it, and what the entry is called.
    public struct WayOut: Sendable {
        /// Where on the screen the menu is.
        public enum Place: Sendable {
            case top, bottom
            /// It depends on the version, or is not known.
            case somewhere
        }

        /// Where the menu is.
        public var place: Place
        /// Its sign: `⋯` or `⋮`; both where it is not known.
        public var menu: StaticString
        /// What the entry is called.
        public var entry: PageWord

        /// A way out; without more, the one that most apps have.
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
