public import ByteText
public import WebAddress

extension ActionLink {
    /// The two formats of action links in Firebase's mails.
    public enum Style: Sendable {
        /// For codes handled in an app: `apiKey` first, the continue URL escaped minimally like a wrapped link.
        case inApp
        /// For the web: `mode` first, the continue URL escaped like a form value.
        case web
    }

    /// Appends the action link in Firebase's format: the known parameters in its order, followed by all others.
    ///
    /// - Parameters:
    ///   - address: The address that the action was parsed from.
    ///   - continueURL: Replaces the action's own.
    public func compose(
        at address: WebAddress, continuing continueURL: TextRange?, style: Style, in arena: inout ByteArena
    ) -> TextRange {
        guard let mode else { return address.text }
        let mark = arena.count
        arena.append(copyOf: TextRange(offset: address.text.start, count: address.path.end - address.text.start))
        switch style {
        case .inApp:
            append("?apiKey=", apiKey, style, &arena)
            arena.append("&mode=")
            arena.append(mode.name)
            append("&oobCode=", oobCode, style, &arena)
        case .web:
            arena.append("?mode=")
            arena.append(mode.name)
            append("&oobCode=", oobCode, style, &arena)
            append("&apiKey=", apiKey, style, &arena)
        }
        append("&continueUrl=", continueURL, style, &arena)
        append("&lang=", lang, style, &arena)
        append("&tenantId=", tenantID, style, &arena)
        appendOthers(address.query, &arena)
        if let fragment = address.fragment {
            arena.append("#")
            arena.append(copyOf: fragment)
        }
        return arena.piece(from: mark)
    }

    private func append(_ name: StaticString, _ value: TextRange?, _ style: Style, _ arena: inout ByteArena) {
        guard let value else { return }
        arena.append(name)
        switch style {
        case .inApp: QueryParameters.wrap(value, in: &arena)
        case .web: PercentCoding.encodeComponent(value, in: &arena)
        }
    }

    /// Appends the handler's own parameters unchanged.
    private func appendOthers(_ query: TextRange?, _ arena: inout ByteArena) {
        var pairs = QueryParameters(query)
        while let pair = pairs.next(in: arena) {
            if ActionParameter.named(arena[pair.name]) != nil { continue }
            arena.append("&")
            let end = pair.value?.end ?? pair.name.end
            arena.append(copyOf: TextRange(offset: pair.name.start, count: end - pair.name.start))
        }
    }
}
