import Clicks
import ByteText
import Client
import OpenSSL
import Settings
import TestSupport
import Testing

@testable import Doctor

/// Each test introduces one fault on this machine, and the doctor identifies it.
@Suite("what is found of a machine")
struct MachineExaminationTests {
    private static let now: Int64 = 1_790_000_000

    /// A machine without faults.
    private func machine() throws -> MachineObservation {
        var seen = MachineObservation()
        seen.settings.trustedPeers = ["127.0.0.1"]
        (seen.hash, seen.version, seen.now) = ("sha256:1", "0.1.0", Self.now)
        seen.descriptorLimit = 1_048_576
        seen.certificates = [.init(path: "full.pem", end: .success(Self.now + 60 * 86_400))]
        seen.secrets = [.init(path: "tokens")]
        seen.store = .init(path: "store", state: .open(fileBytes: 1 << 20, usedBytes: 1 << 19))
        seen.store.disk = (100 << 30, 200 << 30)
        seen.logs = [.init(path: "access.log")]
        seen.pendingSettings = []
        seen.daemon.address = "127.0.0.1:8082"
        seen.daemon.readiness = try Self.answer(200, #"{"status":"pass"}"#)
        seen.daemon.ruleSet = try Self.answer(200, #"{"hash":"sha256:1","last_reload":null}"#)
        seen.daemon.metrics = try Self.answer(
            200, "# HELP process_max_fds x\nprocess_max_fds 65536\nfingerpost_build_info{version=\"0.1.0\"} 1\n")
        return seen
    }

    private static func answer(_ status: Int, _ body: String) throws -> ClientOutcome {
        ClientOutcome(.success(try Scene.answer(FrontAnswer(status: status, body: body))))
    }

    private func expect(
        _ level: Finding.Level, _ check: String, _ part: String, sourceLocation: SourceLocation = #_sourceLocation,
        _ change: (inout MachineObservation) throws -> Void
    ) throws {
        var seen = try machine()
        try change(&seen)
        let found = MachineExamination(seen).findings.filter { $0.level != .ok }
        #expect(
            found.map(\.level) == [level] && found[0].check == check && found[0].message.contains(part), "\(found)",
            sourceLocation: sourceLocation)
        #expect(found.first?.remedy != nil || level == .skipped, sourceLocation: sourceLocation)
    }

    @Test("errors of rules and settings are findings, and the daemon's rules are those of before")
    func faults() throws {
        var seen = try machine()
        seen.hash = "sha256:2"
        seen.faults = (1...22).map { "sites/site.yaml:\($0):3: error: unknown key `hots`" }
        let found = MachineExamination(seen).findings.filter { $0.level != .ok }
        #expect(found.count == 22 && found.prefix(21).allSatisfy { $0.level == .error && $0.check == "configuration" })
        #expect(
            found[0].message.contains("unknown key `hots`") && found[0].remedy?.contains("fingerpost check") == true)
        #expect(found[20].message == "2 more errors")
        #expect(found[21].level == .warning && found[21].message.contains("its last good load (sha256:1)"))
        #expect(MachineExamination(seen).findings.contains { $0.check == "store" && $0.level == .ok })
    }

    @Test("where all is well, all is ok")
    func well() throws {
        let findings = MachineExamination(try machine()).findings
        #expect(findings.filter { $0.level != .ok } == [])
        #expect(
            findings.map(\.check) == [
                "daemon", "rules", "settings", "listeners", "trusted peers", "open files", "TLS files", "secrets",
                "store",
                "disk", "logs",
            ])
    }

    @Test("the daemon")
    func daemon() throws {
        try expect(.skipped, "daemon", "none answers at 127.0.0.1:8082: Connection refused") {
            $0.daemon.readiness = ClientOutcome(.failure(.connection("Connection refused")))
            ($0.daemon.ruleSet, $0.daemon.metrics) = (nil, nil)
        }
        try expect(.error, "daemon", "not Fingerpost's admin side") {
            $0.daemon.ruleSet = try Self.answer(404, "<html>")
        }
        try expect(.error, "daemon", "not ready (503)") { $0.daemon.readiness = try Self.answer(503, "") }
        try expect(.error, "rules", "other rules than the directory") { $0.hash = "sha256:2" }
        try expect(.error, "reload", "site.yaml:1:1: error") {
            $0.daemon.ruleSet = try Self.answer(
                200,
                #"{"hash":"sha256:1","last_reload":{"result":"failure","problems":["site.yaml:1:1: error: x"]}}"#)
        }
        try expect(.skipped, "settings", "does not report its settings") { $0.pendingSettings = nil }
        try expect(.warning, "settings", "hsts: in force none, in the file 60 (a.yaml:3), takes effect after a reload")
        {
            let hsts = try #require(SettingDescription.all.first { $0.name == "hsts" })
            $0.pendingSettings = [
                SettingInForce(
                    description: hsts, values: [], origin: .standard,
                    pending: .init(values: ["60"], origin: .init(text: "a.yaml:3")))
            ]
        }
        try expect(.warning, "source clock", "7200 s behind this machine's") {
            $0.daemon.metrics = try Self.answer(200, "fingerpost_source_clock_offset_seconds -7200.0\n")
        }
        try expect(.warning, "source snapshot", "7200 s old") {
            $0.daemon.metrics = try Self.answer(200, "fingerpost_source_oldest_snapshot_seconds 7200.0\n")
        }
        try expect(.warning, "version", "the daemon is 0.1.0, this program 0.2.0") { $0.version = "0.2.0" }
    }

    @Test("listeners and peers")
    func listeners() throws {
        try expect(.warning, "listeners", "listen.admin: other machines can reach 0.0.0.0:8082") {
            $0.settings.admin = .tcp(host: "0.0.0.0", port: 8082)
        }
        try expect(.error, "trusted peers", "0.0.0.0/0 lets everyone") { $0.settings.trustedPeers = ["0.0.0.0/0"] }
        try expect(.error, "trusted peers", "::/0") { $0.settings.trustedPeers = ["10.0.0.0/8", "::/0"] }
        try expect(.warning, "trusted peers", "96.0.0.0/3") { $0.settings.trustedPeers = ["96.0.0.0/3"] }
        try expect(.warning, "trusted peers", "is not trusted") { $0.settings.trustedPeers = [] }
        var seen = try machine()
        seen.settings.trustedPeers = []
        seen.settings.front = [FrontListener(.tcp(host: "0.0.0.0", port: 443))]
        #expect(MachineExamination(seen).findings.contains(.ok("trusted peers", "none")))
    }

    @Test("limits: the daemon's own, else those of this user")
    func limits() throws {
        try expect(.warning, "open files", "the daemon may have 65,536") { $0.settings.limits.connections = 65_500 }
        try expect(.warning, "open files", "the daemon may have 1,024") {
            $0.daemon.metrics = try Self.answer(200, "process_max_fds 1024\n")
        }
    }

    @Test("certificate files, and files with secrets")
    func files() throws {
        func certificate(_ days: Int64) -> (inout MachineObservation) -> Void {
            { $0.certificates = [.init(path: "full.pem", end: .success(Self.now + days * 86_400))] }
        }
        try expect(.warning, "TLS files", "full.pem: valid until", certificate(20))
        try expect(.error, "TLS files", "full.pem: expired 1 day ago", certificate(-1))
        try expect(.error, "TLS files", "none.pem: can't read: No such file or directory") { seen in
            let fault = #expect(throws: CertificateFault.self) {
                try ServerCertificate(file: "none.pem", keyFile: "none.key")
            }
            seen.certificates = [.init(path: "none.pem", end: .failure(try #require(fault)))]
        }
        try expect(.error, "secrets", "world-writable") {
            $0.secrets = [.init(path: "tokens", fault: "tokens: world-writable")]
        }
        try expect(.warning, "secrets", "world-readable") {
            $0.secrets = [.init(path: "tokens", warning: "tokens: world-readable")]
        }
    }

    @Test("store, disk, logs, challenges")
    func room() throws {
        try expect(.skipped, "store", "none at store") { $0.store.state = .missing }
        try expect(.error, "store", "damaged") { $0.store.state = .unusable("store/links.mdb: damaged") }
        try expect(.warning, "store", "1,000 KB of links in a file of 1,049 MB") {
            $0.store.state = .open(fileBytes: 1_048_576_000, usedBytes: 1_000_000)
        }
        try expect(.error, "disk", "10 MB of 200 GB free") { $0.store.disk = (10_000_000, 200_000_000_000) }
        try expect(.warning, "disk", "500 MB of 200 GB free") { $0.store.disk = (500_000_000, 200_000_000_000) }
        try expect(.error, "logs", "access.log: Permission denied") {
            $0.logs = [.init(path: "access.log", fault: "Permission denied")]
        }
        try expect(.error, "ACME", "/nowhere: No such file") {
            $0.challenges = .init(path: "/nowhere", fault: "No such file or directory")
        }
    }

    @Test("a report counts its findings, for people and as JSON")
    func report() throws {
        let findings: [Finding] = [.ok("a", "b"), .error("c", "d", remedy: "e"), .warning("f", "g", remedy: "h")]
        let report = DoctorReport(groups: [.init(name: "host", note: "", findings: findings)])
        #expect(report.counts == "1 ok, 1 warning, 1 error, 0 skipped")
        #expect(report.json["counts"]?["error"]?.number?.int == 1)
        let shown = try #require(report.json["groups"]?.array?[0]["findings"]?.array)
        #expect(shown[0]["remedy"]?.isNull == true)
        #expect(shown[1]["remedy"]?.string == "e")
    }
}
