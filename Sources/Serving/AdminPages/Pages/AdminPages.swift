package import Telemetry
public import Access
public import HTTP

/// Serves those paths of the admin listener that are not operations of its JSON API, such as the web console.
///
/// The listener has already checked host, origin, session and form token; a page only has to check the permissions of the
/// visitor's ``Credential``.
public protocol AdminPages: Sendable {
    /// Whether a path is accessible without signing in: the sign-in form and its resources.
    func isPublic(_ path: String) -> Bool

    /// Responds to a request. Called on a worker's thread and must not block. `answer` is called once, there or later on any
    /// thread.
    func answer(_ request: AdminPageRequest, _ answer: @escaping @Sendable (AdminPageAnswer) -> Void)

    /// Whether a path is that of a stream, which updates a page for signed-in visitors.
    func isStream(_ path: String) -> Bool

    /// Creates the next event of a stream: text with any line endings, or `nil` to end the stream. Called about once a second
    /// for each reader, on any thread; must not block. `answer` is called once, there or later on any thread.
    func event(_ request: AdminPageRequest, _ answer: @escaping @Sendable ([UInt8]?) -> Void)
}

extension AdminPages {
    /// Returns `false`: there are no streams.
    public func isStream(_ path: String) -> Bool { false }

    /// Ends the stream.
    public func event(_ request: AdminPageRequest, _ answer: @escaping @Sendable ([UInt8]?) -> Void) { answer(nil) }
}

/// A page request, as a value that can be sent to other threads.
public struct AdminPageRequest: Sendable {
    /// Whether the request submits a form. Otherwise it only reads.
    public var isPost = false
    /// The path as sent.
    public var path: String
    /// The decoded query parameters; of repeated ones the first. `to` is a path of this listener, or omitted.
    public var query: [String: String] = [:]
    /// The decoded form fields; of repeated ones the first. Without the form token and any access token.
    public var form: [String: String] = [:]
    /// The visitor; `nil` before they have signed in.
    public var visitor: AdminVisitor?
    /// Whether a page of another site led here. Browsers then send no cookie, even if the visitor has signed in.
    public var isFromElsewhere = false
    /// The host of the identity provider for signing in, or `nil` if there is none.
    public var provider: String?
    /// The state of a sign-in at the identity provider, if the request is a step of one.
    public var federated: FederatedSignIn?
    /// Why the request was refused, for the page to show.
    public var refusal: AdminPageRefusal?
    /// The entity tag of the browser's cached copy.
    public var knownTag: String?
    /// The wall-clock time, in seconds since the epoch.
    public var now: Int64
    /// Whether the response is still awaited, as far as known: the browser may have disconnected, or the request may have
    /// timed out. Asks the worker: don't call it on an event loop's thread.
    public var isAwaited: @Sendable () -> Bool = { true }
    /// The audit record of the resulting changes; the code that makes them sets the operation.
    package var audited: AuditedRequest?

    /// A request that reads a path.
    public init(path: String, now: Int64) { (self.path, self.now) = (path, now) }
}

/// The state of a sign-in at the identity provider.
public enum FederatedSignIn: Sendable, Equatable {
    /// The user continues at that absolute address of the provider.
    case leadsOut(String)
    /// The user has signed in; the response starts their session, which continues at that path. It must be a page of this
    /// listener: browsers send the session's cookie only with requests from its pages, and not after a redirect from the provider.
    case signedIn(to: String)
    /// The sign-in failed, with that reason, in sentences, and status.
    case refused(String, Status)
}

/// A signed-in user.
public struct AdminVisitor: Sendable {
    /// The permissions and the name.
    public var credential: Credential
    /// A text that is equal for all sessions of one person or token, and unique to them.
    public var owner: String { credential.holder.text }
    /// The value that forms must send as `form_token`.
    public var formToken: String

    /// Creates a visitor.
    public init(credential: Credential, formToken: String) {
        (self.credential, self.formToken) = (credential, formToken)
    }
}

/// Why a page request is refused before it is passed to the page.
public enum AdminPageRefusal: Sendable, Equatable {
    /// The token is not on any list.
    case wrongToken
    /// Too many wrong tokens came from this address; it may retry after that many seconds.
    case tooManyTries(seconds: Int64)
    /// The form is of another session, or the browser did not report that it comes from a page of this listener.
    case strayForm
    /// The body is not a form.
    case noForm

    /// The response's status.
    public var status: Status {
        switch self {
        case .wrongToken, .strayForm: .forbidden
        case .tooManyTries: .tooManyRequests
        case .noForm: .badRequest
        }
    }
}

/// A response for a browser.
public struct AdminPageAnswer: Sendable {
    /// The status.
    public var status = Status.ok
    /// The media type of the body.
    public var contentType: String
    /// The Content Security Policy. The default forbids everything, for files that are opened directly: an SVG picture is a
    /// document.
    public var policy: String = "default-src 'none'; sandbox"
    /// Additional header fields, whose values contain no control characters.
    public var fields: [(name: StaticString, value: String)] = []
    /// Whether the body never changes, for example because its path contains its hash. Otherwise it is not cached.
    public var isImmutable = false
    /// Whether requests from the page may send its address as referrer; `false` if the address contains a secret.
    var isNamedAsReferrer = true
    /// The body.
    public var body: [UInt8]

    /// A response with a body.
    public init(_ contentType: String, _ body: [UInt8]) { (self.contentType, self.body) = (contentType, body) }

    /// Redirects the browser to another page with GET (RFC 9110, section 15.4.4).
    public init(seeOther path: String) {
        self.init("text/plain; charset=utf-8", [])
        status = Status(303)
        fields = [("Location", path)]
    }

    package func write(to response: inout ResponseWriter) {
        response.begin(status)
        for (name, value) in fields { response.field(name, value.utf8.span) }
        response.field("Cache-Control", isImmutable ? "public, max-age=31536000, immutable" : "no-store")
        // With `no-referrer`, browsers don't send the origin of a form.
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
