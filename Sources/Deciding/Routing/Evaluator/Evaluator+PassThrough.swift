import ByteText
import Links
import WebAddress

/// Pass-through: parameters that a click adds to a short link are appended to the payload, on sites that enable it
/// (`pass_through`).
///
/// `https://example.page.link/WXYZ?utm_source=x&foo=1` opens the payload with `utm_source=x&foo=1` after its own query.
/// Anyone who shares the link can write these parameters, so they must not affect the target: see ``passes(_:of:in:)``.
/// A fragment is not passed on, because no browser sends one. After a redirect the browser appends it itself (RFC 9110,
/// section 10.2.2).
extension Evaluator {
    /// The maximum number of parameters passed on. Links that people share have a few.
    private static let passedParameters = 32
    /// The maximum number of comparisons with the payload's parameters, so that a click with thousands of parameters
    /// does not compare each of them with each of the payload's.
    static let mostLooks = 4_096

    /// Appends the extra parameters of a short link to its payload, in their order and original encoding.
    ///
    /// If the site would not allow the resulting payload, it stays unchanged: parameters added by others must not break
    /// the link.
    func passThrough(_ link: inout LinkReading, in arena: inout ByteArena) {
        var extras = InlineArray<32, TextRange>(repeating: .empty)
        var count = 0
        var looks = 0
        var tracking = DynamicLinkParameters()
        var pairs = QueryParameters(link.address.query)
        while let pair = pairs.next(in: arena) {
            guard looks < Self.mostLooks else {
                link.warnings.insert(.passThroughDropped)
                return
            }
            guard let name = try? PercentCoding.decode(pair.name, in: &arena) else {
                link.warnings.insert(.passThroughDropped)
                continue
            }
            guard passes(name, of: link.payload, &looks, in: &arena) else { continue }
            guard isWellFormed(pair, name, &tracking, in: &arena) else {
                link.warnings.insert(.passThroughDropped)
                continue
            }
            guard count < Self.passedParameters else {
                link.warnings.insert(.passThroughDropped)
                return
            }
            extras[count] = TextRange(offset: pair.name.start, count: (pair.value ?? pair.name).end - pair.name.start)
            count += 1
        }
        guard count > 0 else { return }
        let text = append(extras, count, to: link.payload, in: &arena)
        if let payload = try? WebAddress.parse(text, in: &arena), admits(payload, site: link.site, in: &arena) {
            link.payload = payload
            link.traces = ActionQuery(payload.query, in: &arena).traces
        } else {
            link.warnings.insert(.passThroughDropped)
        }
    }

    /// Whether a parameter can be decoded and is not a repeated Firebase parameter; those have one value each.
    private func isWellFormed(
        _ pair: QueryParameters.Parameter, _ name: TextRange, _ seen: inout DynamicLinkParameters,
        in arena: inout ByteArena
    ) -> Bool {
        guard (try? PercentCoding.decode(pair.value ?? .empty, in: &arena)) != nil else { return false }
        guard let parameter = LinkParameter.named(arena[name]) else { return true }
        guard seen[parameter] == nil else { return false }
        seen[parameter] = name
        return true
    }

    /// Whether a parameter, given by its decoded name, is passed on: it has a name, does not route, carries no action,
    /// is not a mark of ours, and does not occur in the payload. Adds the number of comparisons to `looks`.
    func passes(
        _ decoded: TextRange, of payload: WebAddress, _ looks: inout Int, in arena: inout ByteArena
    ) -> Bool {
        guard !decoded.isEmpty, LinkParameter.isPassedThrough(arena[decoded]), !arena[decoded].equals("_fp") else {
            return false
        }
        var pairs = QueryParameters(payload.query)
        while let pair = pairs.next(in: arena) {
            looks += 1
            guard let own = try? PercentCoding.decode(pair.name, in: &arena) else { return false }
            if arena[own].equals(arena[decoded]) { return false }
        }
        return true
    }

    /// The payload with parameters inserted after its query and before its fragment.
    func append(
        _ extras: InlineArray<32, TextRange>, _ count: Int, to payload: WebAddress, in arena: inout ByteArena
    ) -> TextRange {
        let mark = arena.count
        arena.append(copyOf: payload.textWithoutFragment)
        var needsSeparator = !(payload.query?.isEmpty ?? true)
        if payload.query == nil { arena.append(UInt8(ascii: "?")) }
        for index in 0..<count {
            if needsSeparator { arena.append(UInt8(ascii: "&")) }
            arena.append(copyOf: extras[index])
            needsSeparator = true
        }
        if let fragment = payload.fragment {
            arena.append(UInt8(ascii: "#"))
            arena.append(copyOf: fragment)
        }
        return arena.piece(from: mark)
    }
}
