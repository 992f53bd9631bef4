import Configuration
import Glibc
import OpenSSL
import Routing
import Server
import Settings

/// The certificates of the public TLS listeners, of the front and of the API for apps, and how they are reloaded while the listeners serve.
struct FrontCertificates: Sendable {
    private struct Listener: Sendable {
        var address: ListenAddress
        var files: [CertificateFiles]
        var identity: TLSIdentity
    }

    private var listeners: [Listener] = []
    /// They survive reloads, so that clients can resume their sessions.
    let tickets = TicketKeys()

    /// No listener speaks TLS.
    init() {}

    /// Reads the files that the settings name.
    ///
    /// - Parameters:
    ///   - sites: The sites whose hosts the certificates should cover.
    ///   - report: Receives a line for each warning.
    init(_ settings: DaemonSettings, _ sites: [SiteDefinition], report: (String) -> Void) throws(StartupFault) {
        for listener in settings.front + settings.api {
            guard let files = listener.certificates else { continue }
            let context = try Self.read(files, sites, tickets, report)
            listeners.append(Listener(address: listener.address, files: files, identity: TLSIdentity(context)))
        }
    }

    /// Whether a listener speaks TLS.
    var areUsed: Bool { !listeners.isEmpty }

    /// The identity of the listener at an address; nil without TLS.
    func identity(of address: ListenAddress) -> TLSIdentity? {
        listeners.first { $0.address == address }?.identity
    }

    /// Reads the files again, including those of new settings for the same listeners. All are replaced, or none: if one
    /// can't be used, everything stays as it was.
    func reload(
        _ settings: DaemonSettings, _ sites: [SiteDefinition], report: (String) -> Void
    ) throws(StartupFault) {
        var contexts: [TLSContext] = []
        for listener in listeners {
            let new = (settings.front + settings.api).first { $0.address == listener.address }?.certificates
            contexts.append(try Self.read(new ?? listener.files, sites, tickets, report))
        }
        for (listener, context) in zip(listeners, contexts) { listener.identity.replace(with: context) }
    }

    private static func read(
        _ files: [CertificateFiles], _ sites: [SiteDefinition], _ tickets: TicketKeys, _ report: (String) -> Void
    ) throws(StartupFault) -> TLSContext {
        do throws(FileFault) {
            for file in files { try SecretFile.examine(file.key, report: report) }
        } catch {
            throw StartupFault(error.description)
        }
        let read = ListenerCertificates(files, tickets: tickets, now: Int64(time(nil)), sites: sites)
        guard let context = read.context else {
            throw StartupFault(lines: read.diagnostics.filter { $0.severity == .error }.map(\.rendered))
        }
        read.diagnostics.map(\.rendered).forEach(report)
        return context
    }
}
