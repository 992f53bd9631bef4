public import ByteText
public import PageDesign

/// The problem with a link, as far as it matters to the person who tapped it.
public enum LinkSituation: Sendable, CaseIterable {
    /// The link is malformed or incomplete.
    case invalid
    /// The site does not allow the target.
    case refused
    /// There is no link at this address.
    case notFound
    /// The link is not active yet.
    case notStarted
    /// The link has expired.
    case expired
    /// The link has reached its maximum number of uses.
    case usedUp
    /// The link is paused.
    case paused
    /// The link was deleted permanently.
    case deleted
    /// The target is potentially harmful.
    case unsafe
    /// The link requires a password.
    case locked
    /// The page has expired, which happens after some minutes; the link is still valid.
    case pageExpired
    /// The client, or another one at the same address, exceeds the rate limit.
    case tooMany
    /// The server is temporarily unavailable.
    case unavailable
    /// The site's rules lead to no target.
    case failed

    /// The title of the page.
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
        case .locked: .passwordTitle
        case .pageExpired: .pageExpiredTitle
        case .tooMany: .tooManyTitle
        case .unavailable: .unavailableTitle
        case .failed: .failedTitle
        }
    }

    /// The explanation, and what to do.
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
        case .locked: .passwordText
        case .pageExpired: .pageExpiredText
        case .tooMany: .tooManyText
        case .unavailable: .unavailableText
        case .failed: .failedText
        }
    }

    /// The situation for a status, if no more is known (RFC 9110, section 15).
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

/// The page shown for a link that does not work.
public struct ErrorPage: Sendable {
    /// The HTTP status of the response.
    public var status: Int
    /// The problem, which the page describes in its language.
    public var situation: LinkSituation
    /// The text of the site's rules, in any language, which replaces the page's own sentence. Contains no secrets.
    public var statement: TextRange
    /// Details for the authors of the link, in English. Contains no secrets: no codes, keys or email addresses.
    public var detail: TextRange

    /// Creates a page for a situation. `statement` and `detail` must not contain secrets.
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
