import Devices

extension RuleSet {
    /// What the site of a click asks its client for; nil for clients that know no client hints.
    ///
    /// Browsers that know them send `Sec-CH-UA` with every request to a secure origin, and heed the answer only there.
    public func askedHints(of outcome: borrowing Outcome, for request: borrowing ClickRequest) -> AskedHints? {
        guard let site = outcome.site, request.hints.brands != nil else { return nil }
        return compiledSites[site].askedHints
    }
}
