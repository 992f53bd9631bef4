import ByteText
import Links
import WebAddress

/// A link unwrapped: its site, its form, its parameters, and every address it could send a click to, accepted and allowed.
///
/// Not copyable: it is large, and a click has one.
struct LinkReading: ~Copyable {
    var address: WebAddress
    var site: Int
    var form: LinkForm
    /// By the shape of the link; nil where the shape does not say.
    var generation: Generation?
    var code: TextRange?
    /// How much of the path is the link domain's prefix.
    var prefixCount: Int
    var parameters = DynamicLinkParameters()
    /// What the link wraps; the link itself where it wraps nothing.
    var payload: WebAddress
    /// What the payload carries, where it is an action URL.
    var action: ActionLink?
    /// Where to go when the web action is done.
    var continueURL: WebAddress?
    /// The accepted `al`, `afl`, `ifl`, `ipfl` and `ofl`, in the order of ``LinkParameter/destinations``.
    var destinations: InlineArray<5, WebAddress?> = .init(repeating: nil)
    var stage: Stage = .click
    var handleCodeInApp = false
    var returnedFrom: ReturnedFrom = .none
    var warnings: Warnings = []

    init(address: WebAddress, match: HostIndex.Match) {
        self.address = address
        site = match.site
        form = match.form
        prefixCount = match.prefixCount
        payload = address
        switch match.form {
        case .dynamicLink, .shortLink: generation = .fdl
        case .hostingLink: generation = .hosting
        case .actionLink, .other: generation = nil
        }
    }

    /// The accepted address of a parameter that names one.
    func destination(_ parameter: LinkParameter) -> WebAddress? {
        switch parameter {
        case .al: destinations[0]
        case .afl: destinations[1]
        case .ifl: destinations[2]
        case .ipfl: destinations[3]
        case .ofl: destinations[4]
        default: nil
        }
    }
}
