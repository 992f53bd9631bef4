public import ByteText

/// The page for mail scanners and for previews of an action link.
///
/// It contains nothing of the link: no code to use up, no address to follow. A person who ends up here reads how to
/// continue.
public struct StaticPage: Sendable {
    /// The site's name for people; nil omits it.
    public var siteName: TextRange?

    /// A page for a site.
    public init(siteName: TextRange? = nil) {
        self.siteName = siteName
    }
}

extension StaticPage: FlatPage {
    static var kind: PageKind { .static }
    static var slots: [PageSlot] { [.optional("site")] }
    func fill(_ texts: inout PageTexts) { texts.add(PageText(siteName)) }

    static let template = """
        {{<layout}}
        {{$title}}A link for one person{{/title}}
        {{$body}}
        <main>
        <h1>A link for one person</h1>
        <p>This link{{#site}} of {{site}}{{/site}} does something for the person it was sent to, such as signing in or \
        changing a password. It must be opened by that person, in a browser.</p>
        <p>Nothing has happened yet, and the link can still be used.</p>
        <p class="soft">Was it sent to you? Copy the link from the message and paste it into the address bar of your \
        browser.</p>
        </main>
        {{/body}}
        {{/layout}}
        """
}
