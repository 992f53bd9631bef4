import ByteText
import Devices
import Libevent
import LinkStore
import Routing

/// Counts the clicks on the store's links of one worker, and writes the counts twice a second: with the time that the disk
/// takes, a crash loses no more than the last second of them.
///
/// Only what people do is counted, since a link may be good for so many clicks: nothing that bots ask, for a page or for
/// JSON, no page that is made for programs, no link that is refused, and no look at where it leads (`d=1`).
final class LinkCounter {
    private let links: StoredLinks
    private var timer: Timer?

    init(_ links: StoredLinks, worker: Worker) {
        self.links = links
        timer = try? Timer(base: worker.base, repeats: true) { [unowned self] in self.links.flush() }
        try? timer?.start(after: .milliseconds(500))
    }

    /// Writes what is left.
    deinit { links.flush() }

    /// Counts the click that the evaluator has just decided.
    func count(_ decision: Decision, by evaluator: Evaluator, in arena: borrowing ByteArena, at time: Int64) {
        guard let click = Self.countable(decision, by: evaluator) else { return }
        links.countClick(id: click.id, Self.outcome(of: decision, in: arena), click.platform, at: time)
    }

    /// Counts a link that the system has opened the app with.
    func countAppOpen(_ decision: Decision, by evaluator: Evaluator, at time: Int64) {
        guard let click = Self.countable(decision, by: evaluator) else { return }
        links.countClick(id: click.id, .appOpen, click.platform, at: time)
    }

    /// The link and the platform of a click that counts; nil for one that doesn't.
    private static func countable(
        _ decision: Decision, by evaluator: Evaluator
    ) -> (id: UInt64, platform: LinkCount.Platform)? {
        guard decision.kind != .error, let id = evaluator.lastLinkID, let device = evaluator.lastDevice, !device.bot
        else { return nil }
        switch decision.page {
        case .debug, .static, .social: return nil
        case .interstitial, .error, nil: return (id, platform(of: device))
        }
    }

    /// What the click has led to; nil where it has led nowhere.
    private static func outcome(of decision: Decision, in arena: borrowing ByteArena) -> LinkCount.Event? {
        switch decision.kind {
        case .appOpen: return .appOpen
        case .storeInstall: return .storeVisit
        case .webWidget: return .webFallback
        case .continueRedirect:
            // A fallback link of the link's own is not its payload.
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
        case .other, .unknown: .other
        }
    }
}

extension Decider {
    /// Counts the click that was decided, where it was one on a link of the store.
    func countClick(_ decision: Decision) {
        linkCounter?.count(decision, by: evaluator, in: arena, at: now)
    }

    /// Counts the click that was decided, whose link has opened the app.
    func countAppOpen(_ decision: Decision) {
        linkCounter?.countAppOpen(decision, by: evaluator, at: now)
    }
}
