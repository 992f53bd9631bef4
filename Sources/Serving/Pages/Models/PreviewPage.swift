public import ByteText
import PageDesign

/// The page that says where a short link leads, for people who look before they go.
public struct PreviewPage: Sendable {
    /// The short link, which the button follows.
    public var link: PageTarget
    /// The host that it leads to, as it is looked up.
    public var host: TextRange
    /// The whole address, in which everything secret is masked.
    public var address: TextRange

    /// A page of a link; `address` must hold nothing secret.
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
