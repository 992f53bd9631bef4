import ByteText
import Denials
import Links
import WebAddress

/// The check that all targets of clicks must pass: the site allows them, and the operator does not deny them.
extension Evaluator {
    /// Throws unless clicks on a site's links may be sent to an address, wherever it comes from: a link, a rule or the
    /// site's file.
    ///
    /// The site's own web widget is always allowed. Pages of the site's apps in their stores are allowed as fallbacks
    /// of a link, because otherwise the site would have to allow every address of the store.
    ///
    /// - Parameters:
    ///   - parameter: The link's parameter that contains the address, for the fault.
    ///   - goingOn: Whether it is a continue URL, which may be http if the site allows that.
    func admit(
        _ address: WebAddress, parameter: LinkParameter? = nil, site: Int, goingOn: Bool = false,
        in arena: inout ByteArena
    ) throws(LinkFault) {
        if withSite(site, { $0.isHandler(address, in: arena) }) { return }
        guard
            allows(address, site: site, goingOn: goingOn, in: &arena)
                || parameter?.isFallback ?? false && isOwnStorePage(address, site: site, in: &arena)
        else {
            throw LinkFault(.urlPatternMismatch, parameter: parameter)
        }
        try refuseDenied(address, parameter: parameter, in: &arena)
    }

    /// Whether clicks on links of a site may be sent to an address; see ``admit(_:parameter:site:goingOn:in:)``.
    func admits(_ address: WebAddress, site: Int, in arena: inout ByteArena) -> Bool {
        do throws(LinkFault) { try admit(address, site: site, in: &arena) } catch { return false }
        return true
    }

    /// Throws if the operator denies the address to the links of all sites.
    func refuseDenied(
        _ address: WebAddress, parameter: LinkParameter? = nil, in arena: inout ByteArena
    ) throws(LinkFault) {
        guard let denied = ruleSet.denied, denied.denies(address, in: &arena) else { return }
        throw LinkFault(.deniedTarget, parameter: parameter)
    }
}
