import ByteText
import Links
import WebAddress

/// A link unwrapped: its site, its form, its parameters, and every address it could send a click to, accepted and allowed.
///
/// Large: it is passed on as it is, and copied only where it is remembered.
struct LinkReading {
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
    /// What the click adds to addresses, as a query has it; empty where the site passes nothing on.
    var passed = TextRange.empty
    /// What of an action link the payload's query may hold.
    var traces: ActionTraces = []
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
    var apps = LinkApps()

    /// No link: what a place holds before one is read into it.
    init() {
        address = .empty
        payload = .empty
        (site, form, prefixCount) = (0, .other, 0)
    }

    init(address: WebAddress, match: HostIndex.Match) {
        self.init()
        begin(address, match)
    }

    /// Becomes the link of an address, of which nothing more has been read; nothing of another link is left. A test holds it
    /// against the fields that there are.
    mutating func begin(_ address: WebAddress, _ match: HostIndex.Match) {
        self.address = address
        site = match.site
        form = match.form
        switch match.form {
        case .dynamicLink, .shortLink: generation = .fdl
        case .hostingLink: generation = .hosting
        case .actionLink, .other: generation = nil
        }
        code = nil
        prefixCount = match.prefixCount
        parameters.removeAll()
        payload = address
        passed = .empty
        traces = []
        action = nil
        continueURL = nil
        for index in destinations.indices { destinations[index] = nil }
        stage = .click
        handleCodeInApp = false
        returnedFrom = .none
        warnings = []
        apps = LinkApps()
    }

    /// Calls `body` with the place of everything that lies in the arena, to move it: the one list of it. A test holds it
    /// against the fields that there are.
    mutating func forEachText(_ body: (inout TextRange) -> Void) {
        address.forEachText(body)
        payload.forEachText(body)
        if !passed.isEmpty { body(&passed) }
        parameters.forEachText(body)
        if let text = code { code = Self.moved(text, body) }
        if action != nil { action?.forEachText(body) }
        if continueURL != nil { continueURL?.forEachText(body) }
        for index in destinations.indices where destinations[index] != nil { destinations[index]?.forEachText(body) }
    }

    private static func moved(_ text: TextRange, _ body: (inout TextRange) -> Void) -> TextRange {
        var text = text
        body(&text)
        return text
    }

    /// The accepted address of a parameter that names one.
    @inline(__always)
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

/// The site's apps that the parameters of a link name, by their index; nil where it names none, or one that is not the site's.
struct LinkApps {
    /// Of `apn`.
    var android: Int?
    /// Of `ibi`.
    var phone: Int?
    /// Of `ipbi`.
    var tablet: Int?
}
