public import ByteText

/// The page that names a fault.
public struct ErrorPage: Sendable {
    /// The HTTP status of the response.
    public var status: Int
    /// One sentence for people. It names the fault and holds nothing secret: no code, no key, no mail address.
    public var fault: TextRange
    /// A few words above the sentence; nil uses those of the status.
    public var title: TextRange?
    /// The number to quote when asking the operator.
    public var requestID: TextRange?

    /// A page for a status; `fault` and `title` must hold nothing secret.
    public init(status: Int, fault: TextRange = .empty, title: TextRange? = nil, requestID: TextRange? = nil) {
        self.status = status
        self.fault = fault
        self.title = title
        self.requestID = requestID
    }

    /// What a status means to a person who tapped a link (RFC 9110, section 15).
    static func title(of status: Int) -> StaticString {
        switch status {
        case 400: "This link is not valid"
        case 403: "This link is not allowed"
        case 404: "Link not found"
        case 405: "This is not possible with a link"
        case 410: "This link has expired"
        case 414, 431: "This link is too long"
        case 421: "This link leads back to itself"
        case 429: "Too many requests"
        case 503: "Temporarily unavailable"
        case 500...: "Something went wrong"
        default: "This link did not work"
        }
    }
}

extension ErrorPage: FlatPage {
    static var kind: PageKind { .error }

    static var slots: [PageSlot] { [.always("status"), .always("title"), .optional("fault"), .optional("request")] }

    func fill(_ texts: inout PageTexts) {
        texts.add(.number(status))
        texts.add(PageText(title).otherwise(Self.title(of: status)))
        texts.add(.piece(fault))
        texts.add(PageText(requestID))
    }

    static let template = """
        {{<layout}}
        {{$title}}{{title}}{{/title}}
        {{$body}}
        <main>
        <h1>{{title}}</h1>
        {{#fault}}<p>{{fault}}</p>{{/fault}}
        <p class="soft">Error {{status}}{{#request}} · Request {{request}}{{/request}}</p>
        </main>
        {{/body}}
        {{/layout}}
        """
}
