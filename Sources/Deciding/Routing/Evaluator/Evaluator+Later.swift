public import ByteText
import Devices
public import Links
import WebAddress

/// Where a link leads that has expired or is used up, as the link states it.
struct LaterTarget {
    /// The link's site, by its index.
    var site: Int
    var address: TextRange
}

/// Clicks that come too late for a link which says where they go on.
extension Evaluator {
    /// Throws unless later clicks on links of a site may be sent to an address: https, allowed by the site, not denied, and not
    /// itself below a link domain, whose link might lead back.
    ///
    /// - Parameter site: By its name, which is one of the rule set's.
    public func checkLaterTarget(
        _ text: TextRange, of site: String, in arena: inout ByteArena
    ) throws(LinkFault) {
        guard let index = ruleSet.sites.firstIndex(where: { $0.name == site }) else { throw LinkFault(.unknownSite) }
        _ = try address(of: LaterTarget(site: index, address: text), in: &arena)
    }

    /// Decides a click that comes too late; nil if the site does not allow the address any more, or the operator denies it
    /// now, so that the refusal stays. No rule decides it, and an app that asks is told the refusal.
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
