/// The page for mail scanners and for previews of an action link.
///
/// It contains nothing of the link: no code to use up, no address to follow. A person who ends up here reads how to
/// continue.
public struct StaticPage: Sendable {
    /// The page, which is the same for all links of a site.
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
