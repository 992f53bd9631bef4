import ServiceFiles
import ByteText
import Client
import Glibc
import HTTP
import Libevent
import LinkStore
import OpenSSL
import Settings

/// Probes this machine: the files in the settings, limits, the disk, and the daemon's admin listener.
struct MachineProbe {
    var settings: DaemonSettings
    /// The settings of the running daemon; `nil` if unknown.
    var running: [SettingInForce]?
    var store: StoreFound
    var hash: String
    /// The errors of rules and settings.
    var faults: [String] = []
    var version: String

    func observe() throws(EventError) -> MachineObservation {
        var seen = MachineObservation()
        (seen.settings, seen.hash, seen.version, seen.now) = (settings, hash, version, WallClock.now.seconds)
        seen.faults = faults
        seen.pendingSettings = running?.filter { $0.pending != nil }
        seen.daemon = try daemon()
        let files = settings.front.compactMap(\.certificates).flatMap(\.self)
        seen.certificates = files.map { pair in
            do throws(CertificateFault) {
                let certificate = try ServerCertificate(file: pair.certificate, keyFile: pair.key)
                return .init(path: pair.certificate, end: .success(certificate.end))
            } catch {
                return .init(path: pair.certificate, end: .failure(error))
            }
        }
        seen.secrets = secretPaths(files.map(\.key)).map(Self.secret)
        seen.store = storeSeen()
        seen.logs = [settings.accessLog, settings.decisionLog, settings.auditLog].compactMap(\.self).filter {
            $0 != "-"
        }.map {
            .init(path: $0, fault: Self.writeFault($0))
        }
        seen.challenges = settings.challengeFolder.map {
            .init(path: $0, fault: Self.access($0, R_OK | X_OK) ? nil : Self.systemError)
        }
        seen.descriptorLimit = Self.descriptorLimit
        return seen
    }

    // MARK: - The daemon

    private func daemon() throws(EventError) -> MachineObservation.Daemon {
        var seen = MachineObservation.Daemon()
        seen.address = settings.admin.description
        guard let address = SocketAddress(reachable) else { return seen }
        let paths = ["/readyz", "/v1/ruleset", "/metrics"]
        var batch = ClientBatch()
        batch.deadline = .seconds(5)
        batch.limits.bodyBytes = 8 << 20
        let jobs = paths.map {
            ClientBatch.Job(ClientRequest(host: "localhost", target: $0), ClientExchange.Route(address))
        }
        let outcomes = try batch.run(jobs)
        (seen.readiness, seen.ruleSet, seen.metrics) = (outcomes[0], outcomes[1], outcomes[2])
        return seen
    }

    /// The address to connect to: the loopback for a listener on all addresses.
    private var reachable: String {
        guard case .tcp(let host, let port) = settings.admin, IPAddress(host)?.isUnspecified ?? false else {
            return settings.admin.description
        }
        return host.contains(":") ? "[::1]:\(port)" : "127.0.0.1:\(port)"
    }

    // MARK: - Files

    /// The secret files that exist. The default ones are optional.
    private func secretPaths(_ keys: [String]) -> [String] {
        var paths = keys + settings.pageKeyFiles + settings.ticketKeyFiles
        if let credentials = settings.outgoing.credentialsFile { paths.append(credentials) }
        paths.append(settings.tokensFile ?? "\(store.directory)/tokens")
        paths.append(settings.maskKeyFile ?? "\(store.directory)/mask.key")
        if settings.pageKeyFiles.isEmpty { paths.append("\(store.directory)/page.key") }
        paths.append("\(store.directory)/rulesets.key")
        var seen: Set<String> = []
        return paths.filter { seen.insert($0).inserted && Self.access($0, F_OK) }
    }

    private static func secret(_ path: String) -> MachineObservation.Secret {
        var secret = MachineObservation.Secret(path: path)
        do throws(FileFault) {
            try SecretFile.examine(path) { secret.warning = $0.replacing(": warning:", with: ":") }
        } catch {
            secret.fault = error.description
        }
        return secret
    }

    /// The reason why a log can't be written; `nil` if it can.
    private static func writeFault(_ path: String) -> String? {
        if access(path, F_OK) { return access(path, W_OK) ? nil : systemError }
        let folder = path.lastIndex(of: "/").map { String(path[..<$0]) } ?? "."
        return access(folder.isEmpty ? "/" : folder, W_OK | X_OK) ? nil : systemError
    }

    private static func access(_ path: String, _ mode: Int32) -> Bool {
        // Safe: the string's bytes are valid for the duration of the call.
        unsafe Glibc.access(path, mode) == 0
    }

    /// The message for `errno`.
    private static var systemError: String {
        // Safe: strerror's text is copied before any other call on this thread.
        unsafe String(cString: strerror(errno))
    }

    // MARK: - Limits, store and disk

    private static var descriptorLimit: Int {
        var limit = rlimit()
        // Safe: the kernel writes one `rlimit` into a local variable.
        guard unsafe getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 else { return 1024 }
        return Int(clamping: limit.rlim_max)
    }

    private func storeSeen() -> MachineObservation.Store {
        var seen = MachineObservation.Store(path: store.directory, state: .missing)
        seen.disk = Self.disk(Self.access(store.directory, F_OK) ? store.directory : ".")
        if let fault = store.fault { seen.state = .unusable(fault) }
        guard let links = store.links else { return seen }
        do throws(StoreError) {
            let extent = try links.extent()
            seen.state = .open(fileBytes: extent.fileBytes, usedBytes: extent.usedBytes)
        } catch {
            seen.state = .unusable(error.description)
        }
        return seen
    }

    private static func disk(_ path: String) -> (freeBytes: Int, totalBytes: Int)? {
        var status = statvfs()
        // Safe: the string's bytes are valid for the duration of the call, which fills in a local variable.
        guard unsafe statvfs(path, &status) == 0 else { return nil }
        return (Int(status.f_bavail) * Int(status.f_frsize), Int(status.f_blocks) * Int(status.f_frsize))
    }
}
