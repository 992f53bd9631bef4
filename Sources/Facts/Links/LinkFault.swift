public import ByteText
public import WebAddress

/// The reason why a link is rejected: a machine-readable code, a sentence, and the invalid parameter.
///
/// Contains nothing of the link except for a single character, so that it can be displayed and logged: links may contain
/// one-time codes.
public struct LinkFault: Error, Equatable, Sendable {
    /// The codes, in order of precedence.
    public enum Code: UInt8, Sendable, CaseIterable {
        case malformedURL
        case malformedPercentEncoding
        case invalidLinkScheme
        case missingLink
        case linkIsDynamicLink
        case linkUnderOwnPrefix
        case tooManyURLPatterns
        case urlPatternMismatch
        case deniedTarget
        case unauthorizedContinueURI
        case invalidContinueURI
        case missingContinueURI
        case missingAndroidPackageName
        case missingIOSBundleID
        case invalidDynamicLinkDomain
        case dynamicLinkNotActivated
        case invalidHostingLinkDomain
        case argumentError
        case invalidSite
        case unknownSite
        case unknownLink
        case linkNotStarted
        case linkExpired
        case linkUsedUp
        case linkDisabled
        case linkDeleted
        case storeUnavailable
        case noRuleMatched
        case siteDisabled
        case linkUnsafe
        case tooManyClicks
        case passwordRequired
    }

    /// The error code, which determines the status and text of the response.
    public var code: Code
    /// The error in the URL itself, if known.
    public var cause: WebAddressFault?
    /// The error in the continue URL, if the code is ``Code/unauthorizedContinueURI``.
    public var continueURL: ContinueURLFault?
    /// The invalid parameter; `nil` for the link as a whole.
    public var parameter: LinkParameter?
    /// The invalid character in a malformed continue URL, if there is a single one.
    public var place: CharacterPlace?

    /// Whether the address itself cannot be that of a link, whatever its target, so that another server may have a page there.
    public var isOfAddress = false

    /// A continue URL that must not be followed.
    public init(_ continueURL: ContinueURLFault) {
        self.init(.unauthorizedContinueURI)
        self.continueURL = continueURL
    }

    /// Creates a fault. Without `parameter`, the link as a whole is invalid.
    public init(_ code: Code, cause: WebAddressFault? = nil, parameter: LinkParameter? = nil) {
        self.code = code
        self.cause = cause
        self.parameter = parameter
    }
}

extension LinkFault.Code {
    /// The code in responses: Firebase's code if there is one, as spelled by the web SDK.
    public var name: StaticString {
        switch self {
        case .malformedURL: "malformed-url"
        case .malformedPercentEncoding: "malformed-percent-encoding"
        case .invalidLinkScheme: "invalid-link-scheme"
        case .missingLink: "missing-link"
        case .linkIsDynamicLink: "link-is-dynamic-link"
        case .linkUnderOwnPrefix: "link-under-own-prefix"
        case .tooManyURLPatterns: "too-many-url-patterns"
        case .urlPatternMismatch: "url-pattern-mismatch"
        case .deniedTarget: "denied-target"
        case .unauthorizedContinueURI: "auth/unauthorized-continue-uri"
        case .invalidContinueURI: "auth/invalid-continue-uri"
        case .missingContinueURI: "auth/missing-continue-uri"
        case .missingAndroidPackageName: "auth/missing-android-pkg-name"
        case .missingIOSBundleID: "auth/missing-ios-bundle-id"
        case .invalidDynamicLinkDomain: "auth/invalid-dynamic-link-domain"
        case .dynamicLinkNotActivated: "auth/dynamic-link-not-activated"
        case .invalidHostingLinkDomain: "auth/invalid-hosting-link-domain"
        case .argumentError: "auth/argument-error"
        case .invalidSite: "invalid-site"
        case .unknownSite: "unknown-site"
        case .unknownLink: "unknown-link"
        case .linkNotStarted: "link-not-started"
        case .linkExpired: "link-expired"
        case .linkUsedUp: "link-used-up"
        case .linkDisabled: "link-disabled"
        case .linkDeleted: "link-deleted"
        case .siteDisabled: "site-disabled"
        case .linkUnsafe: "link-unsafe"
        case .tooManyClicks: "too-many-clicks"
        case .passwordRequired: "password-required"
        case .storeUnavailable: "store-unavailable"
        case .noRuleMatched: "no-rule-matched"
        }
    }

    /// The HTTP status of the response.
    public var status: UInt16 {
        switch self {
        case .deniedTarget: 403
        case .unknownSite, .unknownLink, .linkNotStarted: 404
        case .linkUnsafe, .passwordRequired: 403
        case .linkExpired, .linkUsedUp, .linkDisabled, .linkDeleted, .siteDisabled: 410
        case .tooManyClicks: 429
        case .storeUnavailable: 503
        case .noRuleMatched: 500
        default: 400
        }
    }

    /// The error message, as a sentence.
    public var sentence: StaticString {
        switch self {
        case .malformedURL: "The link is not a well-formed URL."
        case .malformedPercentEncoding:
            "The link is not correctly percent-encoded: % must be followed by two hexadecimal digits."
        case .invalidLinkScheme: "The link must lead to an http or https address."
        case .missingLink: "The link has no \"link\" parameter (its destination)."
        case .linkIsDynamicLink: "A Dynamic Link must not lead to another Dynamic Link."
        case .linkUnderOwnPrefix: "The link leads back to its own link domain."
        case .tooManyURLPatterns: "The site has more than ten URL patterns."
        case .urlPatternMismatch: "The link leads to an address that this site does not allow."
        case .deniedTarget: "The link leads to an address that the operator of this service has denied."
        case .unauthorizedContinueURI: ContinueURLFault.unlisted.sentence
        case .invalidContinueURI:
            "The continue URL must be an absolute https URL in ASCII, with no & and no empty segment in its path."
        case .missingContinueURI: "The continue URL is missing."
        case .missingAndroidPackageName:
            "installApp and minimumVersion need an Android package name."
        case .missingIOSBundleID: "The iOS settings need a bundle ID."
        case .invalidDynamicLinkDomain: "The Dynamic Links domain is not one of the site's link domains."
        case .dynamicLinkNotActivated: "The site has no domain for Dynamic Links."
        case .invalidHostingLinkDomain: "The link domain is not one of the site's own Hosting domains."
        case .argumentError: "Firebase's SDKs don't accept these settings."
        case .invalidSite: "The site definition is not valid."
        case .unknownSite: "No site is configured for this address."
        case .unknownLink: "This link does not exist."
        case .linkNotStarted: "This link is not active yet."
        case .linkExpired: "This link has expired."
        case .linkUsedUp: "This link has reached its maximum number of clicks."
        case .linkDisabled: "This link is disabled."
        case .linkDeleted: "This link has been deleted."
        case .siteDisabled: "The links of this site are disabled."
        case .linkUnsafe: "This link may be unsafe, and was blocked."
        case .tooManyClicks: "The click rate limit of the site or link was exceeded."
        case .passwordRequired: "This link requires a password; open it in a browser."
        case .storeUnavailable: "Short links are temporarily unavailable."
        case .noRuleMatched: "No rule matches this click."
        }
    }
}

extension LinkFault {
    /// A malformed continue URL.
    public init(malformedContinueURL cause: WebAddressFault, in text: Span<UInt8>) {
        self.init(.invalidContinueURI, cause: cause)
        place = cause.offset(in: text).flatMap { CharacterPlace(at: $0, in: text) }
    }

    /// An invalid URL inside a link.
    public init(_ cause: WebAddressFault, parameter: LinkParameter? = nil) {
        self.init(Code(cause), cause: cause, parameter: parameter)
    }
}

extension LinkFault.Code {
    /// The code for an invalid URL.
    init(_ cause: WebAddressFault) {
        self =
            switch cause.kind {
            case .notWebScheme: .invalidLinkScheme
            case .percentCoding: .malformedPercentEncoding
            case .malformed: .malformedURL
            }
    }
}

/// The reason why a continue URL is rejected although it is a valid web address.
public enum ContinueURLFault: Sendable, Equatable, CaseIterable {
    /// Its domain is not on the list of authorized domains, and it is not a link of the site.
    case unlisted
    /// It is on one of the site's link domains, but outside of the domain's path prefixes.
    case besideLinks
    /// It uses http, on an authorized domain.
    case notHTTPS
    /// It leads to a loopback address.
    case loopback

    /// The error message, as a sentence.
    public var sentence: StaticString {
        switch self {
        case .unlisted: "The continue URL's domain is not on the site's list of authorized domains."
        case .besideLinks:
            "The continue URL is on a link domain of the site but is not one of its links, and the domain is not authorized."
        case .notHTTPS:
            "The continue URL's domain is authorized, but the URL is not https; the site option http_continue_urls allows http."
        case .loopback: "The continue URL leads to localhost, which is allowed in development only."
        }
    }
}

extension LinkFault {
    /// The error message: the parameter, the sentence for the code, the invalid character, and details. Allocates.
    public var message: String {
        var arena = ByteArena(capacity: 256)
        return arena.string(appendMessage(to: &arena))
    }

    /// Appends ``message``. Does not allocate if the arena has room.
    public func appendMessage(to arena: inout ByteArena) -> TextRange {
        let mark = arena.count
        if let parameter {
            arena.append(parameter.name)
            arena.append(": ")
        }
        arena.append(continueURL?.sentence ?? code.sentence)
        if let place {
            arena.append(" ")
            place.append(to: &arena)
        }
        if let cause {
            arena.append(" ")
            arena.append(cause.sentence)
        }
        return arena.piece(from: mark)
    }
}
