extension SiteDefinition {
    /// Whether a host has the site's links, mail links or web widget.
    public func answers(for host: String) -> Bool {
        hosts.contains { $0.prefix { $0 != "/" } == host } || hosting.contains(host)
            || handler.flatMap(HandlerAddress.init)?.host == host
    }
}
