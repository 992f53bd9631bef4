import ServiceFiles
import ByteText
import Libevent
import LinkSource
import LinkStore
import OpenSSL
import Pages
import Settings
import Threads

/// The secrets that a node shares with the other nodes of its source.
extension DaemonLoader {
    /// The shared secrets, without those that are set by a file, which takes precedence.
    func sharedSecrets(_ store: LinkStore) -> [SharedSecret] {
        let pageKeys = pageKeys
        var shared = [
            SharedSecret(.lists),
            SharedSecret(.pages, adopt: ring(.pages) { pageKeys.share(secrets: $0.secrets(at: $1), at: $1) }),
        ]
        if let directory = store.directory, settings.maskKeyFile == nil {
            let file = SharedMaskKey(directory: directory, current, report: report)
            shared.append(SharedSecret(.masks, isKept: false, own: file.own, adopt: file.adopt))
        }
        if certificates.areUsed {
            // Not kept: past connections stay confidential once the source has dropped their keys, and for a node that starts
            // without the source, the only cost is full handshakes.
            let tickets = certificates.tickets
            shared.append(
                SharedSecret(.tickets, isKept: false, adopt: ring(.tickets) { tickets.share($0.secrets(at: $1)) }))
        }
        return shared
    }

    /// Seals pages with the latest shared keys that this node received.
    func adoptKeptPageKeys(_ store: LinkStore) {
        guard let bytes = try? store.secret(SharedSecretName.pages.rawValue), let ring = KeyRing(bytes) else { return }
        let now = WallClock.now.seconds
        pageKeys.share(secrets: ring.secrets(at: now), at: now)
    }

    /// A closure that adopts a key ring, with the current time. A ring of a newer program version is ignored and reported once.
    private func ring(
        _ name: SharedSecretName, _ use: @escaping @Sendable (KeyRing, Int64) -> Void
    ) -> @Sendable ([UInt8]) -> Void {
        let isReported = Locked(false)
        return { [report] bytes in
            if let ring = KeyRing(bytes) { return use(ring, WallClock.now.seconds) }
            let isNews = isReported.withLock { isReported in
                defer { isReported = true }
                return !isReported
            }
            if isNews { report("source: \(name.rawValue) has an unknown format; using this node's own") }
        }
    }
}

/// The mask key shared by all nodes, stored in the file next to the links, where commands and the next start find it.
private struct SharedMaskKey: Sendable {
    private let directory: String
    private let settings: CurrentSettings
    private let report: @Sendable (String) -> Void
    private let last = Locked<[UInt8]?>(nil)

    init(directory: String, _ settings: CurrentSettings, report: @escaping @Sendable (String) -> Void) {
        (self.directory, self.settings, self.report) = (directory, settings, report)
    }

    func own() -> [UInt8]? { MaskKeyFile.secret(in: directory) }

    func adopt(_ secret: [UInt8]) {
        let isNews = last.withLock { last in
            defer { last = secret }
            return last != secret
        }
        // A reload may have set a file since startup.
        guard isNews, settings.value.maskKeyFile == nil else { return }
        do { try MaskKeyFile.replace(in: directory, with: secret) } catch {
            report("source: the shared mask key can't be stored: \(error); it is used until the next start")
        }
    }
}
