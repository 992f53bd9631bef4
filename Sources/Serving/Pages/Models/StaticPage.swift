/// The page for mail scanners and previews of an action link.
///
/// It contains nothing from the link: no code that could be used up, no address to follow. A person who sees it is told
/// how to continue.
public struct StaticPage: Sendable {
    /// Creates the page, which is identical for all links of a site.
    public init() {}
}

extension StaticPage: FlatPage {
    static var kind: PageKind { .static }
    static var slots: [PageSlot] { [] }
    func fill(_ texts: inout PageTexts) {}

    static let title = "{{say.personal_title}}"

    static let body = """
        <main>
        {{{brand}}}
        <h1>{{say.personal_title}}</h1>
        <p>{{say.personal_text}}</p>
        <p>{{say.personal_unused}}</p>
        <p class="soft">{{say.personal_how}}</p>
        {{{contact}}}
        </main>
        """
}
