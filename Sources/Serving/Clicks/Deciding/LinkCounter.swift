import ByteText
import Devices
import Libevent
import LinkStore
import LogFormats
import Routing
package import Server

/// Counts one worker's clicks on the store's links, and writes the counts about once a second: including the time of the
/// disk, a crash loses at most the last second.
///
/// Only clicks by people are counted, since a link may allow a limited number. Not counted are requests by bots, for pages or
/// JSON, by HEAD or prefetches (``RequestPurpose``), pages for programs, refused links, and the debug page (`d=1`).
package final class LinkCounter {
    private let links: StoredLinks
    private var timer: Timer?

    package init(_ links: StoredLinks, worker: Worker) {
        self.links = links
        timer = try? Timer(base: worker.base, repeats: true) { [unowned self] in
            self.links.flush()
            self.links.rest()
        }
        // The timer releases the view, so that an idle worker does not keep the file from reusing its pages.
        links.keepsView = (try? timer?.start(after: .milliseconds(900))) != nil
    }

    /// Writes the remaining counts.
    deinit {
        links.flush()
        links.keepsView = false
        links.rest()
    }

    /// Counts later clicks under the names of a rule set.
    func use(_ ruleSet: RuleSet) { links.use(ClickNames(ruleSet)) }

    /// Counts a decided click. Does not change the outcome and the request, which are `inout` because borrowed ones would be
    /// copied.
    ///
    /// - Parameters:
    ///   - traits: The traits of the link's site.
    ///   - opensApp: Whether an app reports that the link has opened it.
    func count(
        _ outcome: inout Outcome, of request: inout ClickRequest, _ traits: SiteTraits, opensApp: Bool,
        isScan: Bool, in arena: borrowing ByteArena, at time: Int64
    ) {
        guard let asked = outcome.shortLink, let click = Self.countable(&outcome) else { return }
        let event = opensApp ? .appOpen : Self.event(of: &outcome.decision, in: arena)
        var host = TextRange.empty
        if let referer = request.referer, !traits.contains(.omits(.referrer)) {
            host = ReferrerHost.find(in: referer, in: arena)
        }
        links.countClick(
            id: click.id, event, click.platform, isScan: isScan, at: time,
            ClickDetail(of: &outcome, &request, omitting: traits, in: arena), host: arena[host], key: arena[asked.key])
    }

    /// The link and platform of a countable click; `nil` for any other. Does not change the outcome.
    private static func countable(_ outcome: inout Outcome) -> (id: UInt64, platform: LinkCount.Platform)? {
        guard outcome.decision.kind != .error, let id = outcome.linkID, let device = outcome.device, !device.bot
        else { return nil }
        switch outcome.decision.page {
        case .debug, .static, .social: return nil
        case .interstitial, .error, nil: return (id, platform(of: device))
        }
    }

    /// The event that the click led to; `nil` if none. Does not change the decision.
    private static func event(of decision: inout Decision, in arena: borrowing ByteArena) -> LinkCount.Event? {
        switch decision.kind {
        case .appOpen: return .appOpen
        case .storeInstall: return .storeVisit
        case .webWidget: return .webFallback
        case .continueRedirect:
            // A link's own fallback link differs from its payload.
            guard let target = decision.target, let payload = decision.payload else { return .redirect }
            return arena[target].equals(arena[payload]) ? .redirect : .webFallback
        case .error: return nil
        }
    }

    private static func platform(of device: Device) -> LinkCount.Platform {
        switch device.platform {
        case .android: .android
        case .ios, .ipados: .ios
        case .macos, .windows, .linux, .chromeos: .desktop
        case .harmonyos, .other, .unknown: .other
        }
    }
}

extension Decider {
    /// Counts the decided click, if it was on a link of the store and is not a returned one. Does not change the outcome.
    ///
    /// Anyone can write the mark of a fallback, so of a link with a maximum of clicks only sealed ones are believed.
    func countClick(_ outcome: inout Outcome) {
        guard request.purpose == .click,
            outcome.returnedFrom == .none || (request.returnedFrom == .none && hasMaximum(outcome.linkID))
        else { return }
        count(&outcome, opensApp: false)
    }

    /// Counts the decided click, which opened the app.
    func countAppOpen(_ outcome: inout Outcome) {
        guard request.purpose == .click else { return }
        count(&outcome, opensApp: true)
    }

    private func count(_ outcome: inout Outcome, opensApp: Bool) {
        let traits = outcome.site.map(traits(of:)) ?? []
        let isScan = isScan
        withLinkCounter { counter in
            withClick { request, arena in
                counter.count(&outcome, of: &request, traits, opensApp: opensApp, isScan: isScan, in: arena, at: now)
            }
        }
    }

    /// Whether the clicked link came from a QR code.
    private var isScan: Bool { Self.isScan(request.link, in: arena) }

    private static func isScan(_ link: TextRange, in arena: borrowing ByteArena) -> Bool {
        ScanMark.isOn(link, in: arena)
    }
}
