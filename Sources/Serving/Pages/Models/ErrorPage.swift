public import ByteText
public import PageDesign

/// What is wrong with a link, as far as it matters to the person who tapped it.
public enum LinkSituation: Sendable, CaseIterable {
    /// Not well-formed, or incomplete.
    case invalid
    /// It leads where the site does not allow.
    case refused
    /// No link at the address.
    case notFound
    /// It works later.
    case notStarted
    /// It worked for some time.
    case expired
    /// It worked a number of times.
    case usedUp
    /// It is switched off for now.
    case paused
    /// It was taken away for good.
    case deleted
    /// It leads to what may do harm.
    case unsafe
    /// The page is only good for some minutes; the link is fine.
    case pageExpired
    /// The person, or someone at the same address, asks too often.
    case tooMany
    /// The server can't answer now.
    case unavailable
    /// The site's rules don't lead anywhere.
    case failed

    /// What it is called.
    public var title: PageWord {
        switch self {
        case .invalid: .invalidTitle
        case .refused: .refusedTitle
        case .notFound: .notFoundTitle
        case .notStarted: .notStartedTitle
        case .expired: .expiredTitle
        case .usedUp: .usedUpTitle
        case .paused: .pausedTitle
        case .deleted: .deletedTitle
        case .unsafe: .unsafeTitle
        case .pageExpired: .pageExpiredTitle
        case .tooMany: .tooManyTitle
        case .unavailable: .unavailableTitle
        case .failed: .failedTitle
        }
    }

    /// What it means, and what to do.
    public var text: PageWord {
        switch self {
        case .invalid: .invalidText
        case .refused: .refusedText
        case .notFound: .notFoundText
        case .notStarted: .notStartedText
        case .expired: .expiredText
        case .usedUp: .usedUpText
        case .paused: .pausedText
        case .deleted: .deletedText
        case .unsafe: .unsafeText
        case .pageExpired: .pageExpiredText
        case .tooMany: .tooManyText
        case .unavailable: .unavailableText
        case .failed: .failedText
        }
    }

    /// The situation that a status stands for, where no more is known (RFC 9110, section 15).
    public init(status: Int) {
        self =
            switch status {
            case 401, 403, 451: .refused
            case 404: .notFound
            case 410: .expired
            case 429: .tooMany
            case 502, 503, 504: .unavailable
            case 500...: .failed
            default: .invalid
            }
    }
}

/// The page of a link that does not work.
public struct ErrorPage: Sendable {
    /// The HTTP status of the response.
    public var status: Int
    /// What is wrong, which the page says in its language.
    public var situation: LinkSituation
    /// What the site's rules say of it, in whatever language, in place of the page's own sentence. Holds nothing secret.
    public var statement: TextRange
    /// What is wrong in detail, in English, for those who made the link. It holds nothing secret: no code, no key, no mail
    /// address.
    public var detail: TextRange

    /// A page of a situation; `statement` and `detail` must hold nothing secret.
    public init(status: Int, _ situation: LinkSituation, statement: TextRange = .empty, detail: TextRange = .empty) {
        (self.status, self.situation) = (status, situation)
        (self.statement, self.detail) = (statement, detail)
    }
}

extension ErrorPage: FlatPage {
    static var kind: PageKind { .error }

    static var slots: [PageSlot] {
        [.always("status"), .always("title"), .optional("text"), .optional("statement"), .optional("detail")]
    }

    func fill(_ texts: inout PageTexts) {
        texts.add(.number(status))
        texts.add(.word(situation.title))
        texts.add(statement.isEmpty ? .word(situation.text) : .none)
        texts.add(.piece(statement))
        texts.add(.piece(detail))
    }

    static let title = "{{title}}"

    static let body = """
        <main>
        {{{brand}}}
        <h1>{{title}}</h1>
        {{#text}}<p>{{text}}</p>{{/text}}
        {{#statement}}<p dir="auto">{{statement}}</p>{{/statement}}
        <p class="soft">{{say.error_number}}</p>
        {{#detail}}<p class="soft" lang="en" dir="ltr">{{detail}}</p>{{/detail}}
        {{{contact}}}
        </main>
        """
}
