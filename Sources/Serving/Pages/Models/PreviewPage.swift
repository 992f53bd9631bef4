public import ByteText
import PageDesign

/// The page that shows the target of a short link, for people who want to check it before they follow it.
public struct PreviewPage: Sendable {
    /// The short link, which the button opens.
    public var link: PageTarget
    /// The host of the target, in the form used for DNS lookups.
    public var host: TextRange
    /// The full address, with all secrets masked.
    public var address: TextRange

    /// Creates the page for a link. `address` must not contain secrets.
    public init(link: PageTarget, host: TextRange, address: TextRange) {
        (self.link, self.host, self.address) = (link, host, address)
    }
}

extension PreviewPage: FlatPage {
    static var kind: PageKind { .preview }
    static var slots: [PageSlot] { [.always("link"), .always("host"), .always("address")] }

    func fill(_ texts: inout PageTexts) {
        texts.add(PageText(link))
        texts.add(.piece(host))
        texts.add(.piece(address))
    }

    static let title = "{{say.preview_title}}"

    static let body = """
        <main>
        {{{brand}}}
        <h1>{{say.preview_title}}</h1>
        <p>{{say.preview_text}}</p>
        <p dir="ltr"><strong>{{host}}</strong></p>
        <p class="soft" dir="ltr">{{address}}</p>
        <a class="button" href="{{link}}">{{say.continue}}</a>
        {{{contact}}}
        </main>
        """
}
