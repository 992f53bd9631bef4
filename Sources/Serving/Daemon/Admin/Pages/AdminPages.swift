public import HTTP

/// What answers the paths of the admin listener that are not operations of its JSON API: a console for people.
///
/// The listener has checked host and origin, session and form token before; a page only has to check what the visitor's
/// ``Credential`` allows.
public protocol AdminPages: Sendable {
    /// Whether everybody may have a path: the form to sign in, and what it needs.
    func isPublic(_ path: String) -> Bool

    /// Answers a request. Called on a worker's thread, where it must not wait; `answer` may be called there, or later on any
    /// thread, once.
    func answer(_ request: AdminPageRequest, _ answer: @escaping @Sendable (AdminPageAnswer) -> Void)

    /// Whether a path is that of a stream: of what a page shows, as it changes, for those who have signed in.
    func isStream(_ path: String) -> Bool

    /// Makes the next event of a stream: text, whose line ends don't matter; nil ends the stream. Called about once a second for
    /// each reader, on any thread, where it must not wait; `answer` may be called there, or later on any thread, once.
    func event(_ request: AdminPageRequest, _ answer: @escaping @Sendable ([UInt8]?) -> Void)
}

extension AdminPages {
    /// No path is.
    public func isStream(_ path: String) -> Bool { false }

    /// Ends the stream.
    public func event(_ request: AdminPageRequest, _ answer: @escaping @Sendable ([UInt8]?) -> Void) { answer(nil) }
}

/// A request for a page, as a value for other threads.
public struct AdminPageRequest: Sendable {
    /// Whether it sends a form. Otherwise it only reads.
    public var isPost = false
    /// The path as it was sent.
    public var path: String
    /// The parameters of the query, decoded; of repeated ones the first. `to` is a path of this listener, or is left out.
    public var query: [String: String] = [:]
    /// The fields of the form, decoded; of repeated ones the first. Without the form token, and without a token.
    public var form: [String: String] = [:]
    /// Who asks; nil before they have signed in.
    public var visitor: AdminVisitor?
    /// Whether a page of another site has led here: browsers then send no cookie, though the person may have signed in.
    public var isFromElsewhere = false
    /// The host of the identity provider that people may sign in at; nil for none.
    public var provider: String?
    /// How far a sign-in at the identity provider is, where the request is a step of one.
    public var federated: FederatedSignIn?
    /// Why the request is not carried out; the page says so.
    public var refusal: AdminPageRefusal?
    /// The entity tag of the copy that the browser has.
    public var knownTag: String?
    /// The wall clock, in seconds since the epoch.
    public var now: Int64
    /// Whether the answer is still awaited, as far as that is known: a browser may have gone, or was told that it takes too long. Asks the worker: not for the thread of a loop.
    public var isAwaited: @Sendable () -> Bool = { true }
    /// What the audit log is to have of the changes that it leads to; their operations are stated where they are made.
    var asked: AuditedRequest?

    /// A request that reads a path.
    public init(path: String, now: Int64) { (self.path, self.now) = (path, now) }
}

/// How far a sign-in at the identity provider is.
public enum FederatedSignIn: Sendable, Equatable {
    /// The person goes on at that address, an absolute one of the provider.
    case leadsOut(String)
    /// They have signed in; their session begins with the answer, and goes on at that path. Browsers send its cookie only to what
    /// a page of this listener leads to, which a redirect from the provider is not.
    case signedIn(to: String)
    /// They could not sign in, for that reason, in sentences; with that status.
    case refused(String, Status)
}

/// A person who has signed in.
public struct AdminVisitor: Sendable {
    /// What the token allows, and its name.
    public var credential: Credential
    /// A text that is the same for all sessions of one person or token, and of no other.
    public var owner: String { credential.holder.text }
    /// What forms have to send as `form_token`.
    public var formToken: String

    /// A visitor.
    public init(credential: Credential, formToken: String) {
        (self.credential, self.formToken) = (credential, formToken)
    }
}

/// Why a request of a page is refused before the page has it.
public enum AdminPageRefusal: Sendable, Equatable {
    /// The token is on no list.
    case wrongToken
    /// Too many wrong tokens came from this address; it may try again in so many seconds.
    case tooManyTries(seconds: Int64)
    /// The form is of another session, or the browser did not say that it is of a page of ours.
    case strayForm
    /// The body is not a form.
    case noForm

    /// The answer's status.
    public var status: Status {
        switch self {
        case .wrongToken, .strayForm: .forbidden
        case .tooManyTries: .tooManyRequests
        case .noForm: .badRequest
        }
    }
}

/// An answer for a browser.
public struct AdminPageAnswer: Sendable {
    /// The status.
    public var status = Status.ok
    /// The media type of the body.
    public var contentType: String
    /// The Content Security Policy. Unless it is a page of ours, a file that is opened by itself runs and loads nothing: an SVG
    /// picture is a document.
    public var policy: String = "default-src 'none'; sandbox"
    /// More fields, whose values have no controls.
    public var fields: [(name: StaticString, value: String)] = []
    /// Whether the body never changes, as where its path has its hash. Otherwise it is never kept.
    public var isImmutable = false
    /// Whether requests that the page leads to may name its address. Not where there is something in it that is for nobody else.
    var isNamedAsReferrer = true
    /// The body.
    public var body: [UInt8]

    /// An answer with a body.
    public init(_ contentType: String, _ body: [UInt8]) { (self.contentType, self.body) = (contentType, body) }

    /// Sends the browser to another page with GET (RFC 9110, section 15.4.4).
    public init(seeOther path: String) {
        self.init("text/plain; charset=utf-8", [])
        status = Status(303)
        fields = [("Location", path)]
    }

    func write(to response: inout ResponseWriter) {
        response.begin(status)
        for (name, value) in fields { response.field(name, value.utf8.span) }
        response.field("Cache-Control", isImmutable ? "public, max-age=31536000, immutable" : "no-store")
        // With `no-referrer`, browsers say nothing of where a form comes from.
        response.field("Referrer-Policy", isNamedAsReferrer ? "same-origin" : "strict-origin")
        response.field("Cross-Origin-Opener-Policy", "same-origin")
        response.field("Cross-Origin-Resource-Policy", "same-origin")
        if body.isEmpty { return response.finish() }
        response.field("Content-Type", contentType.utf8.span)
        response.field("Content-Security-Policy", policy.utf8.span)
        response.append(body.span)
        response.finish()
    }
}
