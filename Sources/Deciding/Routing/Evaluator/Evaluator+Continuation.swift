import ByteText
import Links
import WebAddress

/// Checks all continue URLs in a link: no client is redirected to an unauthorized domain.
extension Evaluator {
    /// The maximum nesting of wrapped links. A mail's link has three levels.
    private static let deepestWrapping = 6

    /// Reads the continue URL from the settings or the action link, and checks it and every other one in the link
    /// against the authorized domains.
    func checkContinuation(
        _ link: inout LinkReading, _ request: borrowing ClickRequest, in arena: inout ByteArena
    ) throws(LinkFault) {
        if let settings = request.settings {
            // The mail has been sent: its link contains the URL if the settings omit it.
            link.continueURL = try settings.validate(needsURL: false, in: &arena)
            if let url = link.continueURL {
                try checkContinuation(to: url, site: link.site, in: &arena)
                try checkActions(in: url, site: link.site, in: &arena)
            }
        }
        var ownURL: WebAddress?
        if let url = link.action?.continueURL, !url.isEmpty {
            let address = try continuation(url, site: link.site, in: &arena)
            ownURL = address
            if link.continueURL == nil { link.continueURL = address }
        }
        if link.stage == .continue {
            _ = try continuation(to: link.payload, site: link.site, in: &arena)
            if link.continueURL == nil { link.continueURL = link.payload }
        }
        try checkCarriedActions(&link, ownURL, in: &arena)
    }

    /// Checks the action links in every address that a click, an app or the web widget may be sent to.
    ///
    /// - Parameter ownURL: The continue URL of the payload's own action, which the authorized domains allow.
    private func checkCarriedActions(
        _ link: inout LinkReading, _ ownURL: WebAddress?, in arena: inout ByteArena
    ) throws(LinkFault) {
        if link.action != nil, link.traces.isDisjoint(with: [.wrapped, .encoded]) {
            // Parsed strictly, the payload has that one continue URL, and a lenient parser finds no other.
            if let ownURL {
                try checkActions(in: ownURL, site: link.site, levels: Self.deepestWrapping - 1, in: &arena)
            }
        } else if !link.traces.isEmpty {
            try checkActions(in: link.payload, site: link.site, in: &arena)
        }
        let parameters = LinkParameter.destinations
        for index in parameters.indices {
            guard let address = link.destinations[index] else { continue }
            do throws(LinkFault) {
                try checkActions(in: address, site: link.site, in: &arena)
            } catch {
                var fault = error
                fault.parameter = parameters[index]
                throw fault
            }
        }
    }

    /// Checks the continue URLs of all action links in an address against the authorized domains: its own if it is an
    /// action link, and those of wrapped links.
    ///
    /// Parsing is lenient: names are decoded, repeated values are all checked, and a wrapped value need not be a web
    /// address. No browser, app or SDK can therefore find an unchecked continue URL.
    func checkActions(in address: WebAddress, site: Int, in arena: inout ByteArena) throws(LinkFault) {
        try checkActions(in: address, site: site, levels: Self.deepestWrapping, in: &arena)
    }

    private func checkActions(
        in address: WebAddress, site: Int, levels: Int, in arena: inout ByteArena
    ) throws(LinkFault) {
        guard let query = address.query else { return }
        try checkActions(inQuery: query, of: address, site: site, levels: levels, in: &arena)
    }

    /// - Parameter address: The address that contains the query; `nil` if the query is not part of an address.
    private func checkActions(
        inQuery query: TextRange, of address: WebAddress?, site: Int, levels: Int, in arena: inout ByteArena
    ) throws(LinkFault) {
        var found: ActionTraces = []
        var pairs = QueryParameters(query)
        while let pair = pairs.next(in: arena) {
            let trace = ActionTraces(pair, in: &arena)
            found.formUnion(trace)
            guard trace == .wrapped, let wrapped = Self.decoded(pair.value, in: &arena) else { continue }
            try checkActions(inWrapped: wrapped, site: site, levels: levels, in: &arena)
        }
        guard found.contains(.continueURL) else { return }
        guard found.isSuperset(of: .complete) || isHandler(address, site: site, in: arena) else { return }
        pairs = QueryParameters(query)
        while let pair = pairs.next(in: arena) {
            guard ActionTraces(pair, in: &arena) == .continueURL,
                let url = Self.decoded(pair.value, in: &arena)
            else { continue }
            let address = try continuation(url, site: site, in: &arena)
            try descend(levels)
            try checkActions(in: address, site: site, levels: levels - 1, in: &arena)
        }
    }

    private func checkActions(
        inWrapped text: TextRange, site: Int, levels: Int, in arena: inout ByteArena
    ) throws(LinkFault) {
        try descend(levels)
        if let address = try? WebAddress.parse(text, in: &arena) {
            return try checkActions(in: address, site: site, levels: levels - 1, in: &arena)
        }
        let query = Self.query(ofAnything: text, in: arena)
        try checkActions(inQuery: query, of: nil, site: site, levels: levels - 1, in: &arena)
    }

    private func isHandler(_ address: WebAddress?, site: Int, in arena: borrowing ByteArena) -> Bool {
        guard let address else { return false }
        return withSite(site) { $0.isHandler(address, in: arena) }
    }

    /// The query as Firebase's SDKs find it: after the `?`, whatever precedes it. A text without a `?` is read as a
    /// query.
    private static func query(ofAnything text: TextRange, in arena: borrowing ByteArena) -> TextRange {
        let bytes = arena[text]
        let start = bytes.firstIndex(of: UInt8(ascii: "?")).map { $0 + 1 } ?? 0
        return text[start..<(bytes.firstIndex(of: UInt8(ascii: "#"), from: start) ?? bytes.count)]
    }

    /// Legitimate links are never nested so deeply, and each level requires parsing the rest again.
    private func descend(_ levels: Int) throws(LinkFault) {
        guard levels > 0 else { throw LinkFault(.malformedURL) }
    }

    /// A value decoded once; `nil` if it is missing, empty or can't be decoded.
    private static func decoded(_ value: TextRange?, in arena: inout ByteArena) -> TextRange? {
        guard let value, !value.isEmpty else { return nil }
        return try? PercentCoding.decode(value, in: &arena)
    }

    private func continuation(
        _ text: TextRange, site: Int, in arena: inout ByteArena
    ) throws(LinkFault) -> WebAddress {
        let address: WebAddress
        do { address = try WebAddress.parse(text, in: &arena) } catch {
            throw LinkFault(malformedContinueURL: error, in: arena[text])
        }
        try checkContinuation(to: address, site: site, in: &arena)
        return address
    }

    /// Checks a continue URL and, if it is a link of the site, the address that it wraps, because that is where people
    /// end up. Short links are expanded only when they are clicked, because they may change.
    func checkContinuation(to address: WebAddress, site: Int, in arena: inout ByteArena) throws(LinkFault) {
        let match = try continuation(to: address, site: site, in: &arena)
        guard match.form == .dynamicLink || match.form == .hostingLink else { return }
        var link = LinkReading(address: address, match: match)
        link.stage = .continue
        try unwrap(&link, in: &arena)
        try checkDestinations(&link, in: &arena)
        _ = try continuation(to: link.payload, site: site, in: &arena)
    }
}
