import ByteText
import Links
import WebAddress

/// An unwrapped link: its site, its form, its parameters, and every address it could send a click to, parsed and
/// allowed.
///
/// Large: it is passed by reference and copied only into the link cache.
struct LinkReading {
    var address: WebAddress
    var site: Int
    var form: ClickedLinkForm
    /// As determined by the shape of the link; `nil` if the shape does not determine it.
    var generation: Generation?
    var code: TextRange?
    /// The length of the link domain's prefix within the path.
    var prefixCount: Int
    var parameters = DynamicLinkParameters()
    /// The wrapped address; the link itself if it wraps none.
    var payload: WebAddress
    /// The parameters that the click adds to addresses, in query form; empty if the site passes none on.
    var passed = TextRange.empty
    /// The parts of an action link that the payload's query may contain.
    var traces: ActionTraces = []
    /// The action, if the payload is an action URL.
    var action: ActionLink?
    /// The address to go to when the web action is done.
    var continueURL: WebAddress?
    /// The accepted `al`, `afl`, `ifl`, `ipfl` and `ofl`, in the order of ``LinkParameter/destinations``.
    var destinations: InlineArray<5, WebAddress?> = .init(repeating: nil)
    var stage: Stage = .click
    var handleCodeInApp = false
    var returnedFrom: ReturnedFrom = .none
    var warnings: Warnings = []
    var apps = LinkApps()

    /// Creates an empty value, into which a link can be read.
    init() {
        address = .empty
        payload = .empty
        (site, form, prefixCount) = (0, .other, 0)
    }

    init(address: WebAddress, match: HostIndex.Match) {
        self.init()
        begin(address, match)
    }

    /// Resets the value to the link of an address that has not been read further. A test compares this with the fields,
    /// so that nothing of a previous link remains.
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

    /// Calls `body` with each range in the arena, to move it. This is the only list of the ranges; a test compares it
    /// with the fields.
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

    /// The accepted address in a parameter.
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

/// The site's apps that the parameters of a link name, by index; `nil` if the link names none, or one that the site
/// does not register.
struct LinkApps {
    /// Of `apn`.
    var android: Int?
    /// Of `ibi`.
    var phone: Int?
    /// Of `ipbi`.
    var tablet: Int?
}
