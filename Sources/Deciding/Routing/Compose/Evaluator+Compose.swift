public import ByteText
public import Links
import WebAddress

/// A link for a mail, with warnings.
public struct ComposedLink: Sendable {
    /// The whole link, in the arena that was passed to ``Evaluator/compose``.
    public var link: TextRange
    /// The warnings, each once.
    public var warnings: [ComposeWarning]
}

/// Composes the links that go into mails. Not on the click path.
///
/// Composing is part of the evaluator because both check each other: a composed link is read back as a click would be,
/// so that no mail is sent with a link that would be refused.
extension Evaluator {
    /// Composes the link for a mail from settings and the action link.
    ///
    /// The site is the one whose web widget the action link leads to, otherwise the one that lists the settings'
    /// domain. A domain in the settings must be one of that site's. If only one domain is named, it also selects the
    /// generation. Otherwise the site's `mobile_links` does, with the generation's default domain.
    public func compose(
        _ settings: ActionCodeSettings, action: TextRange, in arena: inout ByteArena
    ) throws(SettingsFault) -> ComposedLink {
        begin(at: nil)
        let continueURL = try named { () throws(LinkFault) in try settings.validate(needsURL: true, in: &arena) }
        let mail = try readMail(settings, action, in: &arena)
        let domains = LinkDomains(settings, in: arena)
        let site = try site(of: mail, domains, in: arena)
        if let continueURL {
            try named { () throws(LinkFault) in try checkContinuation(to: continueURL, site: site, in: &arena) }
        }
        try admit(mail, site: site, in: &arena)
        try named { () throws(LinkFault) in try checkActions(in: mail.address, site: site, in: &arena) }
        try domains.check(in: ruleSet.sites[site])
        let generation = ruleSet.compiledSites[site].mobileLinks
        let mobile =
            mail.hasMobileLink ? try domains.mobileLink(in: ruleSet.sites[site], default: generation) : nil
        let link = mail.compose(on: mobile, in: &arena)
        try readBack(link, of: mail, on: mobile, in: &arena)
        let warnings = ComposeWarnings(mail, mobile, ruleSet.compiledSites[site])
        return ComposedLink(link: link, warnings: warnings.all(in: arena))
    }

    private func admit(_ mail: MailLink, site: Int, in arena: inout ByteArena) throws(SettingsFault) {
        do throws(LinkFault) { try admit(mail.address, site: site, in: &arena) } catch {
            guard error.code == .urlPatternMismatch else { throw SettingsFault(error) }
            throw SettingsFault(
                .urlPatternMismatch,
                problem: "The action link is neither the site's web widget (handler) nor allowed by its url_patterns.")
        }
    }

    /// Runs a check that may refuse a link, and reports its fault as one of the settings.
    private func named<Value>(_ body: () throws(LinkFault) -> Value) throws(SettingsFault) -> Value {
        do throws(LinkFault) { return try body() } catch { throw SettingsFault(error) }
    }

    // MARK: The action link

    private func readMail(
        _ settings: ActionCodeSettings, _ text: TextRange, in arena: inout ByteArena
    ) throws(SettingsFault) -> MailLink {
        let (address, action) = try Self.readAction(text, in: &arena)
        guard action.isComplete else { throw Self.incomplete(address, in: &arena) }
        let mail = MailLink(settings, action, at: address)
        if mail.undoes { return mail }
        if let own = action.continueURL, !own.isEmpty, let url = settings.url, !arena[own].equals(arena[url]) {
            throw SettingsFault(
                .argumentError,
                problem: "The action link's continueUrl is not the settings' URL; leave it out of the action link.")
        }
        return mail
    }

    private static func readAction(
        _ text: TextRange, in arena: inout ByteArena
    ) throws(SettingsFault) -> (WebAddress, ActionLink) {
        do throws(LinkFault) {
            let address: WebAddress
            do { address = try WebAddress.parse(text, in: &arena) } catch { throw LinkFault(error) }
            return (address, try ActionLink(address, in: &arena))
        } catch {
            throw SettingsFault(error.code, problem: "The action link is refused: \(error.message)")
        }
    }

    private static func incomplete(_ address: WebAddress, in arena: inout ByteArena) -> SettingsFault {
        let parameters = try? DynamicLinkParameters(query: address.query, in: &arena)
        let problem =
            parameters?.nonEmpty(.link) == nil
            ? "The action link needs a known mode, an oobCode and an apiKey."
            : "The action link is already wrapped; use the action link in its parameter \"link\"."
        return SettingsFault(.argumentError, problem: problem)
    }

    // MARK: The site

    private func site(
        of mail: MailLink, _ domains: LinkDomains, in arena: borrowing ByteArena
    ) throws(SettingsFault) -> Int {
        if let match = ruleSet.hosts.find(mail.address, in: arena), match.form == .actionLink { return match.site }
        if let site = ruleSet.sites.firstIndex(where: domains.areNamed) { return site }
        throw SettingsFault(
            .unknownSite,
            problem: "The action link is not on the web widget (handler) of any site"
                + (domains.isEmpty ? "." : ", and no site lists the settings' domain."))
    }

    // MARK: Reading it back

    /// Reads the composed link as a click would be, and a wrapped continue URL as the web widget would follow it.
    private func readBack(
        _ link: TextRange, of mail: MailLink, on mobile: MobileLink?, in arena: inout ByteArena
    ) throws(SettingsFault) {
        do throws(LinkFault) {
            do { _ = try WebAddress.parse(link, in: &arena) } catch { throw LinkFault(error) }
            guard let mobile, let url = mail.settings.url else { return }
            var request = ClickRequest()
            if mail.settings.handleCodeInApp {
                request.link = link
            } else {
                request.link = mobile.wrap(url, for: mail.settings, in: &arena)
                request.stage = .continue
            }
            var reading = LinkReading()
            try readLink(&reading, request, in: &arena)
        } catch {
            throw SettingsFault(error.code, problem: "The site would refuse the resulting link: \(error.message)")
        }
    }
}
