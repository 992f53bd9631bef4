public import ByteText
import PageDesign

/// The page for unfurlers: the preview data of the link (Open Graph protocol; Twitter cards).
public struct SocialPage: Sendable {
    /// The target of the link, as a plain link for people who see the page.
    public var target: PageTarget
    /// The title of the link (`st`).
    public var title: TextRange?
    /// The description of the link (`sd`).
    public var description: TextRange?
    /// The image of the link (`si`); omitted unless its address is https.
    public var image: PageTarget?
    /// Creates a page with the values of the link.
    public init(
        target: PageTarget, title: TextRange? = nil, description: TextRange? = nil, image: PageTarget? = nil
    ) {
        self.target = target
        self.title = title
        self.description = description
        self.image = image
    }
}

extension SocialPage: FlatPage {
    static var kind: PageKind { .social }

    static var slots: [PageSlot] {
        [.always("target"), .always("title"), .optional("description"), .optional("image")]
    }

    func fill(_ texts: inout PageTexts) {
        texts.add(PageText(target))
        texts.add(PageText(title).or(.word(.link)))
        texts.add(PageText(description))
        texts.add(PageText(image.flatMap { $0.isSecureWeb ? $0 : nil }))
    }

    static let title = "{{title}}"

    static let head = """
        <meta property="og:type" content="website">
        <meta property="og:title" content="{{title}}">
        {{#description}}<meta property="og:description" content="{{description}}">
        <meta name="description" content="{{description}}">{{/description}}
        {{{site}}}
        {{#image}}<meta property="og:image" content="{{image}}">
        <meta name="twitter:image" content="{{image}}">
        <meta name="twitter:card" content="summary_large_image">{{/image}}
        {{^image}}<meta name="twitter:card" content="summary">{{/image}}
        <meta name="twitter:title" content="{{title}}">
        {{#description}}<meta name="twitter:description" content="{{description}}">{{/description}}
        """

    static let body = """
        <main>
        {{{brand}}}
        {{#image}}<img src="{{image}}" alt="">{{/image}}
        <h1 dir="auto">{{title}}</h1>
        {{#description}}<p dir="auto">{{description}}</p>{{/description}}
        <a class="button" href="{{target}}">{{say.continue}}</a>
        {{{contact}}}
        </main>
        """
}
