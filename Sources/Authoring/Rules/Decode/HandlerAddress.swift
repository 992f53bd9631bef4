/// Validates the address of the web widget.
enum HandlerAddress {
    /// The problem, or `nil`: https, or http on this machine, with a host and a path, without query, fragment and user.
    static func fault(in text: String) -> String? {
        let isHTTPS = text.hasPrefix("https://")
        guard isHTTPS || text.hasPrefix("http://") else { return "the handler must be an absolute URL: `https://…`" }
        guard text.utf8.allSatisfy({ (0x21...0x7E).contains($0) }), !text.contains("\\") else {
            return "the handler contains a character that is not allowed in a URL"
        }
        if text.contains("?") || text.contains("#") { return "the handler must not have a query or a fragment" }
        let rest = text.dropFirst(isHTTPS ? 8 : 7)
        let authority = rest.prefix { $0 != "/" }
        if authority.contains("@") { return "the handler must not have a user name" }
        if rest.count == authority.count { return "the handler needs a path: `/__/auth/action`" }
        guard let host = host(of: authority) else { return "`\(authority)` is not a valid host" }
        if !host.hasPrefix("["), let fault = HostName.fault(in: host) { return fault }
        let isLocal = host == "localhost" || host.hasPrefix("127.") || host == "[::1]"
        return isHTTPS || isLocal ? nil : "the handler must be https; http is allowed for localhost only"
    }

    /// The host without its port.
    private static func host(of authority: Substring) -> Substring? {
        if authority.hasPrefix("["), let end = authority.firstIndex(of: "]") { return authority[...end] }
        let parts = authority.split(separator: ":", omittingEmptySubsequences: false)
        guard let host = parts.first, !host.isEmpty, parts.count <= 2 else { return nil }
        if parts.count == 2, UInt16(parts[1]) == nil { return nil }
        return host
    }
}
