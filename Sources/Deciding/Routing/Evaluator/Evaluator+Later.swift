public import ByteText
import Devices
public import Links
import WebAddress

/// The target of a link that has expired or is used up, as specified by the link.
struct LaterTarget {
    /// The index of the link's site.
    var site: Int
    var address: TextRange
}

/// Late clicks on links that specify a target for them.
extension Evaluator {
    /// Throws unless late clicks on links of a site may be sent to an address. It must be https, allowed by the site,
    /// not denied, and not below a link domain, where another link might lead back.
    ///
    /// - Parameter site: The name of a site of the rule set.
    public func checkLaterTarget(
        _ text: TextRange, of site: String, in arena: inout ByteArena
    ) throws(LinkFault) {
        guard let index = ruleSet.sites.firstIndex(where: { $0.name == site }) else { throw LinkFault(.unknownSite) }
        _ = try address(of: LaterTarget(site: index, address: text), in: &arena)
    }

    /// Decides a late click; `nil` if the site no longer allows the address or the operator denies it, so that the
    /// refusal applies. No rule is involved, and an app that requests the decision gets the refusal.
    func decide(
        _ later: LaterTarget, refusedFor fault: LinkFault, _ request: borrowing ClickRequest, from known: Device?,
        in arena: inout ByteArena
    ) -> Decision? {
        let target: TextRange
        do throws(LinkFault) { target = try address(of: later, in: &arena).text } catch { return nil }
        let device = findDevice(request, on: later.site, from: known, in: &arena)
        var decision = Decision(kind: .continueRedirect, status: 302)
        decision.target = target
        decision.location = target
        decision.inApp = device.inApp
        decision.refusal = fault
        return decision
    }

    private func address(of later: LaterTarget, in arena: inout ByteArena) throws(LinkFault) -> WebAddress {
        let address: WebAddress
        do throws(WebAddressFault) { address = try WebAddress.parse(later.address, in: &arena) } catch {
            throw LinkFault(error)
        }
        guard isSecure(address, in: arena) else { throw LinkFault(.invalidLinkScheme) }
        let form = ruleSet.hosts.find(address, in: arena)?.form
        guard !DynamicLinkDomain.isFirebase(arena[address.host]), form != .dynamicLink, form != .shortLink else {
            throw LinkFault(.linkIsDynamicLink)
        }
        try admit(address, site: later.site, in: &arena)
        return address
    }
}
