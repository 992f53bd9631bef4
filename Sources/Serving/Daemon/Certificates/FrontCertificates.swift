import ServiceFiles
import Configuration
import Glibc
import OpenSSL
import Routing
import Server
import Settings

/// The certificates of the TLS listeners of clicks and the app API, which can be reloaded at run time.
struct FrontCertificates: Sendable {
    private struct Listener: Sendable {
        var address: ListenAddress
        var files: [CertificateFiles]
        var identity: TLSIdentity
    }

    private var listeners: [Listener] = []
    /// The session ticket keys. They survive reloads, so that clients can resume their sessions.
    let tickets = TicketKeys()

    /// No certificates: no listener uses TLS.
    init() {}

    /// Reads the files named by the settings.
    ///
    /// - Parameters:
    ///   - sites: The sites whose hosts the certificates should cover.
    ///   - report: Receives a line for each warning.
    init(_ settings: DaemonSettings, _ sites: [SiteDefinition], report: (String) -> Void) throws(StartupFault) {
        var made = MadeContexts(settings, sites, tickets)
        for listener in settings.front + settings.api {
            guard let files = listener.certificates else { continue }
            let context = try made.context(showing: files, report)
            listeners.append(Listener(address: listener.address, files: files, identity: TLSIdentity(context)))
        }
    }

    /// Whether a listener uses TLS.
    var areUsed: Bool { !listeners.isEmpty }

    /// The certificate of each listener that expires first.
    var firstToEnd: [(listener: String, name: String, end: Int64)] {
        listeners.map { listener in
            let (name, end) = listener.identity.firstToEnd
            return (listener.address.description, name, end)
        }
    }

    /// The identity of the listener at an address; `nil` without TLS.
    func identity(of address: ListenAddress) -> TLSIdentity? {
        listeners.first { $0.address == address }?.identity
    }

    /// Reads the files again, including those of new settings for the same listeners. All are replaced, or none: if one can't
    /// be used, nothing changes.
    func reload(
        _ settings: DaemonSettings, _ sites: [SiteDefinition], report: (String) -> Void
    ) throws(StartupFault) {
        var made = MadeContexts(settings, sites, tickets)
        var contexts: [TLSContext] = []
        for listener in listeners {
            let new = (settings.front + settings.api).first { $0.address == listener.address }?.certificates
            contexts.append(try made.context(showing: new ?? listener.files, report))
        }
        for (listener, context) in zip(listeners, contexts) { listener.identity.replace(with: context) }
    }
}

/// TLS contexts, created once for listeners with equal certificates, such as an IPv4 and an IPv6 address with a thousand
/// certificates each.
private struct MadeContexts {
    private let settings: DaemonSettings
    private let sites: [SiteDefinition]
    private let tickets: TicketKeys
    /// The contexts by the paths of their files.
    private var made: [[String]: TLSContext] = [:]

    init(_ settings: DaemonSettings, _ sites: [SiteDefinition], _ tickets: TicketKeys) {
        (self.settings, self.sites, self.tickets) = (settings, sites, tickets)
    }

    mutating func context(
        showing files: [CertificateFiles], _ report: (String) -> Void
    ) throws(StartupFault) -> TLSContext {
        let paths = files.flatMap { [$0.certificate, $0.key] }
        if let context = made[paths] { return context }
        let context = try read(files, report)
        made[paths] = context
        return context
    }

    private func read(_ files: [CertificateFiles], _ report: (String) -> Void) throws(StartupFault) -> TLSContext {
        do throws(FileFault) {
            for file in files { try SecretFile.examine(file.key, report: report) }
        } catch {
            throw StartupFault(error.description)
        }
        let read = ListenerCertificates(
            files, tickets: tickets, offersHTTP2: settings.http2, now: Int64(time(nil)), sites: sites)
        guard let context = read.context else {
            throw StartupFault(lines: read.diagnostics.filter { $0.severity == .error }.flatMap(\.lines))
        }
        read.diagnostics.flatMap(\.lines).forEach(report)
        return context
    }
}
