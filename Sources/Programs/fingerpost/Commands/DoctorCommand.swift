import ArgumentParser
import ByteText
import Client
import Configuration
import Doctor
import Glibc
import Help
import Libevent
import Links
import LinkStore
import OpenSSL
import Routing
import Rules
import ServiceFiles
import Settings
import Terminal
import Texts

struct DoctorCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "doctor",
        abstract: "Checks an installation as phones and proxies see it, with remedies.",
        discussion: """
            On this machine it checks certificates, file modes, limits, store, disk, logs and the running daemon; for \
            every host of the sites DNS, the certificate, the association files, clicks with known responses, and \
            clicks with forged headers. Rule errors are findings, too; checks that need rules are then skipped. Each \
            finding is ok, warning, error, or skipped with the reason. Nothing is changed. Exit code 0; 1 if there are \
            errors, or warnings with --strict; 2 for usage or I/O errors.

            Examples:
              fingerpost doctor
              fingerpost doctor --host links.example.com --json
              fingerpost doctor --address 127.0.0.1:8443 --ca ca.pem
            """)

    @OptionGroup var control: ControlOption

    @Option(name: .customLong("host"), help: "A host of the sites to check; repeatable (default: all).")
    var hosts: [String] = []

    @Option(help: "Connect to HOST:PORT instead of using DNS, like curl --connect-to.")
    var address: String?

    @Option(
        help: "Trust the certificate authorities of this PEM file only (default: the system's).",
        completion: .file())
    var ca: String?

    @Flag(help: "Print the report as JSON.")
    var json = false

    @Flag(help: "Treat warnings as errors.")
    var strict = false

    @OptionGroup var terminal: TerminalOption

    func run() throws {
        var doctor = try makeDoctor()
        doctor.version = Version.text
        doctor.address = try address.map(Self.socketAddress)
        doctor.authorities = ca
        let hosts = try chosenHosts(doctor)
        let report: DoctorReport
        do { report = try doctor.examine(hosts: hosts) } catch let fault as CertificateFault {
            throw Failure("--ca: \(fault)")
        } catch let error as EventError {
            throw Failure("\(error)")
        }
        show(report)
        if report.count(.error) > 0 || strict && report.count(.warning) > 0 { throw ExitCode(1) }
    }

    /// Errors in rules and settings are findings: that is when the rest of the report is needed most.
    private func makeDoctor() throws -> Doctor {
        let loaded = try RulesOption.load(control.store.rules.rules)
        let resolved = SettingsResolver.resolve(file: loaded.settings, environment: ProcessEnvironment.variables)
        let settings = resolved.settings
        let place = StorePlace(named: control.store.store.store ?? settings.store)
        let running = RunningSettings(control).rows
        MaskKeyOption.install(loaded.settings, beside: place)
        for diagnostic in resolved.diagnostics where diagnostic.severity != .error { Output.diagnostic(diagnostic) }
        let errors = (resolved.diagnostics + loaded.diagnostics).filter { $0.severity == .error }
        let ruleSet = loaded.hasErrors ? nil : RuleSet(loaded, development: settings.development)
        return try Doctor(
            loaded, ruleSet, settings, running: running, faults: errors.map(Self.line), Self.store(place),
            now: Int64(time(nil)))
    }

    /// An error in one line: place, message, hint. `check` shows the excerpt of its file.
    private static func line(_ error: FileDiagnostic) -> String {
        let lines = error.rendered.split(separator: "\n")
        let hint = error.hint.map { "; \($0)" } ?? ""
        return (lines.first.map(String.init) ?? error.message) + hint
    }

    /// A store that can't be opened is a finding, not a reason to stop.
    private static func store(_ place: StorePlace) -> StoreFound {
        guard LinkStore.exists(in: place.directory) else { return StoreFound(directory: place.directory) }
        do {
            return StoreFound(directory: place.directory, links: try place.open(.read))
        } catch {
            return StoreFound(directory: place.directory, fault: (error as? Failure)?.message ?? "\(error)")
        }
    }

    /// The hosts of the options. A host that no site has is an error.
    private func chosenHosts(_ doctor: Doctor) throws -> [String] {
        let names = hosts.map { $0.lowercased() }
        for name in names where !doctor.hosts.contains(name) {
            let hint =
                suggestion(for: name, among: doctor.hosts)
                ?? "hosts of the sites: \(doctor.hosts.isEmpty ? "none" : doctor.hosts.joined(separator: ", "))"
            throw Failure("--host: no site has \(name); \(hint)")
        }
        return names
    }

    /// `127.0.0.1:8443`, `[::1]:443`, `unix:/path`, or a name, which is resolved.
    private static func socketAddress(_ text: String) throws -> SocketAddress {
        if let address = SocketAddress(text) { return address }
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        guard parts.count == 2, let port = UInt16(parts[1]), port > 0, !parts[0].isEmpty else {
            throw Failure("--address: expected HOST:PORT, such as 127.0.0.1:8443, not \(text)")
        }
        let host = String(parts[0])
        switch HostLookups.run([host], seconds: 10)[host] {
        case .success(let addresses)?:
            guard let first = addresses.first else { throw Failure("--address: \(host) has no address") }
            return .ip(first, port: port)
        case .failure(let fault)?: throw Failure("--address: \(host): \(fault.reason)")
        case nil: throw Failure("--address: \(host) has no address")
        }
    }

    private func show(_ report: DoctorReport) {
        if json { return Output.line(Masking.masked(report.json.text)) }
        Output.lines(DoctorText(report, width: Terminal.current().width).lines, masked: true)
    }
}
