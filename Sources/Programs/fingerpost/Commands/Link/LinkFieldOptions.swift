import ArgumentParser
import ByteText
import Glibc
import LinkCatalog
import LinkStore
import Links

/// The link fields of `link create` and `link update`.
struct LinkFieldOptions: ParsableArguments {
    @Option(help: "A name, shown in lists.")
    var name: String?

    @Option(help: "A note.")
    var note: String?

    @Option(name: .customLong("tag"), help: "A tag; repeatable.")
    var tags: [String] = []

    @Option(help: "The time when the link starts working: 2026-11-20T12:00Z, a date (UTC), 12h or 30d from now.")
    var starts: String?

    @Option(help: "The time when the link stops working: 2026-12-31T00:00Z, a date (UTC), 12h or 30d from now.")
    var expires: String?

    @Option(help: "The maximum number of clicks.")
    var maxClicks: UInt64?

    @Option(help: "The target of clicks after expiry: an https address that the site allows.")
    var expiredTarget: String?

    @Option(help: "The target of clicks beyond --max-clicks: an https address that the site allows.")
    var usedUpTarget: String?

    @Option(help: "The click limit per second and worker, instead of the site's; 0 for the site's.")
    var maxClicksPerSecond: Int?

    @Option(help: "The seconds for which caches may keep the redirect; 0 for none, an empty text to unset.")
    var cache: String?

    /// The patch given by the options. An empty text removes a field.
    func patch() throws -> LinkPatch {
        var patch = LinkPatch()
        patch.name = name
        patch.note = note
        if !tags.isEmpty { patch.tags = tags.filter { !$0.isEmpty } }
        if let starts { patch.starts = .some(try Self.time(starts, "--starts")) }
        if let expires { patch.expires = .some(try Self.time(expires, "--expires")) }
        if let maxClicks { patch.maximumClicks = .some(maxClicks == 0 ? nil : maxClicks) }
        if let expiredTarget { patch.expiredTarget = .some(expiredTarget.isEmpty ? nil : expiredTarget) }
        if let usedUpTarget { patch.usedUpTarget = .some(usedUpTarget.isEmpty ? nil : usedUpTarget) }
        if let maxClicksPerSecond {
            let most = LinkRecord.maximumClicksPerSecond
            guard (0...most).contains(maxClicksPerSecond) else {
                throw Failure("--max-clicks-per-second: \(maxClicksPerSecond) is not from 0 to \(most)")
            }
            patch.clicksPerSecond = .some(maxClicksPerSecond == 0 ? nil : maxClicksPerSecond)
        }
        if let cache { patch.cacheSeconds = .some(try Self.seconds(cache)) }
        return patch
    }

    private static func seconds(_ text: String) throws -> Int? {
        if text.isEmpty { return nil }
        let most = LinkRecord.maximumCacheSeconds
        guard let seconds = Int(text), (0...most).contains(seconds) else {
            throw Failure("--cache: \(text) is not a number of seconds from 0 to \(most)")
        }
        return seconds
    }

    private static func time(_ text: String, _ option: String) throws -> Int64? {
        if text.isEmpty { return nil }
        guard let seconds = Timestamp.seconds(typed: text, now: Int64(Glibc.time(nil))) else {
            throw Failure("\(option): \(text) is not a time with its zone; write it as \(Timestamp.typedForms)")
        }
        return seconds
    }
}
