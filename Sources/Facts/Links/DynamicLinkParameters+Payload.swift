public import ByteText
public import WebAddress

/// Unwrapping of payloads, one level at a time (Firebase, `ActionCodeURL` of the web SDK).
extension DynamicLinkParameters {
    /// The address in `link` or `deep_link_id`, unwrapped recursively, and the result of scanning its query for an action
    /// link.
    ///
    /// A `link` may wrap an action link in a `deep_link_id`, and a `deep_link_id`, as in the hand-off to an iOS app,
    /// may wrap another in `link`. A link with both is rejected, because the server used `link` and the SDKs use `deep_link_id`.
    public func payload(in arena: inout ByteArena) throws(LinkFault) -> (address: WebAddress, query: ActionQuery) {
        let deepLink = nonEmpty(.deepLinkID)
        if let wrapped = nonEmpty(.link) {
            guard deepLink == nil else { throw LinkFault(.malformedURL, parameter: .deepLinkID) }
            let payload = try Self.parse(wrapped, .link, in: &arena)
            let query = ActionQuery(payload.query, in: &arena)
            guard query.traces.contains(.wrapped),
                let action = try Self.actionLink(inDeepLinkOf: payload, in: &arena)
            else { return (payload, query) }
            return (action, ActionQuery(action.query, in: &arena))
        }
        guard let deepLink else {
            var fault = LinkFault(.missingLink)
            fault.isOfAddress = !hasRouting
            throw fault
        }
        let payload = try Self.parse(deepLink, .deepLinkID, in: &arena)
        let inner = try DynamicLinkParameters(query: payload.query, in: &arena)
        guard let wrapped = inner.nonEmpty(.link) else {
            return (payload, ActionQuery(payload.query, in: &arena))
        }
        let address = try Self.parse(wrapped, .link, in: &arena)
        return (address, ActionQuery(address.query, in: &arena))
    }

    /// The action link in the `deep_link_id` of a payload. Any other content of the parameter is ignored.
    private static func actionLink(
        inDeepLinkOf payload: WebAddress, in arena: inout ByteArena
    ) throws(LinkFault) -> WebAddress? {
        var pairs = QueryParameters(payload.query)
        var found: WebAddress?
        var count = 0
        while let pair = pairs.next(in: arena) {
            guard ActionTraces(pair.name, in: &arena) == .wrapped else { continue }
            let isPlain = arena[pair.name].equals("deep_link_id")
            guard isPlain || arena[pair.name].firstIndex(of: UInt8(ascii: "%")) != nil else { continue }
            count += 1
            guard let text = try? pair.decodedValue(of: .deepLinkID, in: &arena),
                let inner = try? WebAddress.parse(text, in: &arena)
            else { continue }
            guard try ActionLink(inner, in: &arena).isComplete else { continue }
            // The SDKs decode names; a parser that does not would find a different payload.
            guard isPlain else { throw LinkFault(.malformedURL, parameter: .deepLinkID) }
            found = inner
        }
        // If there are two, the SDKs use the last.
        if count > 1, found != nil { throw LinkFault(.malformedURL, parameter: .deepLinkID) }
        return found
    }

    private static func parse(
        _ text: TextRange, _ parameter: LinkParameter, in arena: inout ByteArena
    ) throws(LinkFault) -> WebAddress {
        do { return try WebAddress.parse(text, in: &arena) } catch { throw LinkFault(error, parameter: parameter) }
    }
}
