import ByteText
import Links
import WebAddress

/// Click identifiers and campaign parameters: the parameters of a click's own query that its site lists
/// (`pass_parameters`) are passed on to the web, to Google Play's referrer, and to events.
///
/// Sites that list none pay a single check. Everything follows from the link, which is part of every cache key.
extension Evaluator {
    /// The maximum number of parameters passed on.
    private static let mostParameters = 32

    /// Adds the listed parameters of the click's query to the payload, and stores them. Links with an action are not
    /// changed: mail links stay as they are.
    func passParameters(_ link: inout LinkReading, in arena: inout ByteArena) {
        guard let listed = ruleSet.compiledSites[link.site].passedParameters, link.action == nil,
            link.form == .shortLink || link.form == .dynamicLink, let query = link.address.query
        else { return }
        link.passed = Self.listed(listed, of: query, in: &arena)
        guard !link.passed.isEmpty, let payload = adding(link.passed, to: link.payload, site: link.site, in: &arena)
        else { return }
        link.payload = payload
        link.traces = ActionQuery(payload.query, in: &arena).traces
    }

    /// Adds them to the link's other web addresses.
    func passParametersToDestinations(_ link: inout LinkReading, in arena: inout ByteArena) {
        guard !link.passed.isEmpty else { return }
        for index in link.destinations.indices {
            guard let address = link.destinations[index],
                let added = adding(link.passed, to: address, site: link.site, in: &arena)
            else { continue }
            link.destinations[index] = added
        }
    }

    /// The listed parameters of a query in their original encoding, joined by `&`, each name once. Leaves out routing
    /// parameters and those that can't be decoded.
    private static func listed(
        _ listed: PassedParameters, of query: TextRange, in arena: inout ByteArena
    ) -> TextRange {
        var pieces = InlineArray<32, TextRange>(repeating: .empty)
        var names = InlineArray<32, TextRange>(repeating: .empty)
        var count = 0
        var pairs = QueryParameters(query)
        while count < mostParameters, let pair = pairs.next(in: arena) {
            guard let name = try? PercentCoding.decode(pair.name, in: &arena), listed.contains(arena[name]),
                LinkParameter.isPassedThrough(arena[name]),
                (try? PercentCoding.decode(pair.value ?? .empty, in: &arena)) != nil
            else { continue }
            var isRepeated = false
            for index in 0..<count where arena[names[index]].equals(arena[name]) { isRepeated = true }
            if isRepeated { continue }
            names[count] = name
            pieces[count] = TextRange(
                offset: pair.name.start, count: (pair.value ?? pair.name).end - pair.name.start)
            count += 1
        }
        // The canonical empty range, because ranges of a link without passed parameters are not moved.
        guard count > 0 else { return .empty }
        let mark = arena.count
        for index in 0..<count {
            if index > 0 { arena.append(UInt8(ascii: "&")) }
            arena.append(copyOf: pieces[index])
        }
        return arena.piece(from: mark)
    }

    /// An address with those parameters added that it lacks, before its fragment; `nil` if it lacks none, or if the
    /// site would not allow the result.
    private func adding(
        _ passed: TextRange, to address: WebAddress, site: Int, in arena: inout ByteArena
    ) -> WebAddress? {
        var missing = InlineArray<32, TextRange>(repeating: .empty)
        var (count, looks) = (0, 0)
        var pairs = QueryParameters(passed)
        while count < Self.mostParameters, looks < Self.mostLooks, let pair = pairs.next(in: arena) {
            guard let name = try? PercentCoding.decode(pair.name, in: &arena),
                passes(name, of: address, &looks, in: &arena)
            else { continue }
            missing[count] = TextRange(
                offset: pair.name.start, count: (pair.value ?? pair.name).end - pair.name.start)
            count += 1
        }
        guard count > 0 else { return nil }
        let text = append(missing, count, to: address, in: &arena)
        guard let added = try? WebAddress.parse(text, in: &arena), admits(added, site: site, in: &arena) else {
            return nil
        }
        return added
    }
}
