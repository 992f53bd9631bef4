import ByteText
import Devices
import Links
import WebAddress

/// A click that matches none of a site's links and is redirected by the site (`root`, `not_found`).
struct Stray {
    /// The index of the site.
    var site: Int
    /// The site's redirect, by its index among the rules.
    var rule: Int
}

/// Clicks that match none of a site's links: the bare link domain, and unknown codes.
extension Evaluator {
    /// The site's redirect for the requested link; `nil` if the refusal applies.
    ///
    /// A link domain with a routing parameter is a broken Dynamic Link, and its author must see the error. Reserved
    /// paths, which systems fetch, are not redirected.
    func stray(_ link: inout LinkReading, refusedFor fault: LinkFault, in arena: borrowing ByteArena) -> Stray? {
        let strays = ruleSet.compiledSites[link.site].strays
        let rule: Int?
        switch link.form {
        case .dynamicLink:
            let hasRouting = link.parameters.hasRouting
            rule = fault.code == .missingLink && !hasRouting ? strays.forRoot : nil
        case .shortLink:
            rule = ReservedPath.contains(arena[link.address.path]) ? nil : strays.replacing(fault.code)
        case .hostingLink, .actionLink, .other:
            rule = nil
        }
        guard let rule else { return nil }
        return Stray(site: link.site, rule: rule)
    }

    /// Decides a click whose link is refused: by the link's own redirect, or the site's, or the refusal.
    ///
    /// The redirect's address is checked against the site's policy like the targets of rules.
    func decide(
        refusedFor fault: LinkFault, _ request: borrowing ClickRequest, from known: Device?, in arena: inout ByteArena
    ) -> Decision {
        if let corrected = findings.corrected { return decide(corrected, request, from: known, in: &arena) }
        if let later = findings.later, let decision = decide(later, refusedFor: fault, request, from: known, in: &arena)
        {
            return decision
        }
        guard let stray = findings.stray, case .continueRedirect(let to?) = ruleSet.rules[stray.rule].action.outcome
        else { return Decision(refusing: fault) }
        let device = findDevice(request, on: stray.site, from: known, in: &arena)
        let address: WebAddress
        do throws(LinkFault) { address = try self.address(of: to, site: stray.site, in: &arena) } catch {
            return Decision(refusing: error)
        }
        var decision = Decision(
            kind: .continueRedirect, status: UInt16(ruleSet.rules[stray.rule].action.status ?? 302))
        decision.rule = stray.rule
        decision.target = address.text
        decision.location = address.text
        decision.inApp = device.inApp
        decision.refusal = fault
        return decision
    }

    /// Records the site and the device of a click that is decided without its link.
    func findDevice(
        _ request: borrowing ClickRequest, on site: Int, from known: Device?, in arena: inout ByteArena
    ) -> Device {
        findings.site = site
        let device =
            known ?? findings.device ?? classify(request, by: ruleSet.compiledSites[site].corrections, in: &arena)
        findings.device = device
        return device
    }
}
