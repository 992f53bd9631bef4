public import WebAddress

/// Why a link is refused: a code for machines, a sentence, and the parameter at fault.
///
/// It holds no part of the link but a single character, so that it can be shown and logged: a link may carry one-time codes.
public struct LinkFault: Error, Equatable, Sendable {
    /// The codes, in the order in which one takes precedence over another.
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
    }

    /// What is wrong; decides the status and the text of the answer.
    public var code: Code
    /// What is wrong with the URL itself, where that is known.
    public var cause: WebAddressFault?
    /// What is wrong with the continue URL, where the code is ``Code/unauthorizedContinueURI``.
    public var continueURL: ContinueURLFault?
    /// The parameter at fault, where it is not the link as a whole.
    public var parameter: LinkParameter?
    /// The character at which a continue URL is malformed, if a single one is at fault.
    public var place: CharacterPlace?

    /// Whether no link has such an address, whatever it leads to: another server may have a page there.
    public var isOfAddress = false

    /// A continue URL that nobody may be sent on to.
    public init(_ continueURL: ContinueURLFault) {
        self.init(.unauthorizedContinueURI)
        self.continueURL = continueURL
    }

    /// Makes a fault; without `parameter` the link as a whole is at fault.
    public init(_ code: Code, cause: WebAddressFault? = nil, parameter: LinkParameter? = nil) {
        self.code = code
        self.cause = cause
        self.parameter = parameter
    }
}

extension LinkFault.Code {
    /// The code's spelling on the wire; Firebase's own where one exists, as the web SDK spells it.
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
        case .storeUnavailable: "store-unavailable"
        case .noRuleMatched: "no-rule-matched"
        }
    }

    /// The HTTP status of the answer.
    public var status: UInt16 {
        switch self {
        case .deniedTarget: 403
        case .unknownSite, .unknownLink, .linkNotStarted: 404
        case .linkUnsafe: 403
        case .linkExpired, .linkUsedUp, .linkDisabled, .linkDeleted, .siteDisabled: 410
        case .tooManyClicks: 429
        case .storeUnavailable: 503
        case .noRuleMatched: 500
        default: 400
        }
    }

    /// What is wrong, as a sentence.
    public var sentence: StaticString {
        switch self {
        case .malformedURL: "The link is not a well-formed URL."
        case .malformedPercentEncoding:
            "The link is not correctly percent-encoded: % must be followed by two hexadecimal digits."
        case .invalidLinkScheme: "The link must lead to an http or https address."
        case .missingLink: "The link lacks the parameter \"link\", its destination."
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
        case .tooManyClicks: "There are more clicks at the moment than the site or the link allows."
        case .storeUnavailable: "Short links are temporarily unavailable."
        case .noRuleMatched: "No rule decides this click."
        }
    }
}

extension LinkFault {
    /// A continue URL that is malformed.
    public init(malformedContinueURL cause: WebAddressFault, in text: Span<UInt8>) {
        self.init(.invalidContinueURI, cause: cause)
        place = cause.offset(in: text).flatMap { CharacterPlace(at: $0, in: text) }
    }

    /// The fault of a URL inside a link.
    public init(_ cause: WebAddressFault, parameter: LinkParameter? = nil) {
        self.init(Code(cause), cause: cause, parameter: parameter)
    }
}

extension LinkFault.Code {
    /// The code of a fault of a URL.
    init(_ cause: WebAddressFault) {
        self =
            switch cause.kind {
            case .notWebScheme: .invalidLinkScheme
            case .percentCoding: .malformedPercentEncoding
            case .malformed: .malformedURL
            }
    }
}
