import ByteText

extension LinkComponent {
    /// Whether a link matches all patterns of the component.
    public func matches(_ link: LinkAddress) -> Bool {
        matches(path, link.path) && matches(link.query) && matches(fragment, link.fragment)
    }

    private func matches(_ pattern: WildcardPattern?, _ text: String) -> Bool {
        pattern?.matches(prepared(text), isCaseSensitive: isCaseSensitive) ?? true
    }

    private func matches(_ text: String) -> Bool {
        switch query {
        case nil: true
        case .whole(let pattern): matches(pattern, text)
        case .items(let items): items.allSatisfy { matches($0, in: text) }
        }
    }

    private func matches(_ item: Item, in text: String) -> Bool {
        let values = text.split(separator: "&").compactMap { pair -> Substring? in
            let name = pair.prefix { $0 != "=" }
            return prepared(String(name)) == item.name ? pair.dropFirst(name.count + 1) : nil
        }
        return (values.isEmpty ? [""] : values).allSatisfy { matches(item.value, String($0)) }
    }

    private func prepared(_ text: String) -> String {
        isPercentEncoded ? text : Self.decoded(text)
    }

    /// The text percent-decoded; malformed escapes are kept.
    private static func decoded(_ text: String) -> String {
        var decoded: [UInt8] = []
        text.utf8.span.forEachPercentDecoded { decoded.append($0) }
        return String(decoding: decoded, as: UTF8.self)
    }
}

extension [LinkComponent] {
    /// Whether a link opens the app with these components. The first match decides.
    public func open(_ link: LinkAddress) -> Bool {
        first { $0.matches(link) }.map { !$0.isExcluded } ?? false
    }
}
