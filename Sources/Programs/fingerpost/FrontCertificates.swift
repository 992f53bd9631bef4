import Configuration
import Daemon
import Server
import Settings
import Glibc
import OpenSSL
import Routing
import Rules

/// What the front's TLS listeners show, and how it is read again while they serve.
struct FrontCertificates: Sendable {
    private struct Listener: Sendable {
        var address: ListenAddress
        var files: [CertificateFiles]
        var identity: TLSIdentity
    }

    private var listeners: [Listener] = []
    /// They outlive reloads, so that clients resume their sessions.
    private let tickets = TicketKeys()

    /// Certificates that can't be used; each line says why.
    struct Fault: Error {
        var lines: [String]
    }

    /// Reads the files that the settings name. Warnings are said at once.
    init(_ settings: DaemonSettings, _ loaded: LoadedRules) throws(Fault) {
        for listener in settings.front {
            guard let files = listener.certificates else { continue }
            let context = try Self.read(files, loaded, tickets)
            listeners.append(Listener(address: listener.address, files: files, identity: TLSIdentity(context)))
        }
    }

    /// What the listener of an address shows; nil where it speaks no TLS.
    func identity(of address: ListenAddress) -> TLSIdentity? {
        listeners.first { $0.address == address }?.identity
    }

    /// Reads the files again, those of new settings where they have the same listener. All are shown, or none: where one can't
    /// be used, everything stays as it was.
    func reload(_ settings: DaemonSettings, _ loaded: LoadedRules) throws(Fault) {
        var contexts: [TLSContext] = []
        for listener in listeners {
            let new = settings.front.first { $0.address == listener.address }?.certificates
            contexts.append(try Self.read(new ?? listener.files, loaded, tickets))
        }
        for (listener, context) in zip(listeners, contexts) { listener.identity.replace(with: context) }
    }

    private static func read(
        _ files: [CertificateFiles], _ loaded: LoadedRules, _ tickets: TicketKeys
    ) throws(Fault) -> TLSContext {
        for file in files {
            do { try SecretFile.examine(file.key) } catch {
                throw Fault(lines: [(error as? Failure)?.message ?? "\(error)"])
            }
        }
        let read = ListenerCertificates(files, tickets: tickets, now: Int64(time(nil)), sites: loaded.sites)
        guard let context = read.context else {
            throw Fault(lines: read.diagnostics.filter { $0.severity == .error }.map(\.rendered))
        }
        read.diagnostics.map(\.rendered).forEach(Output.error)
        return context
    }
}
