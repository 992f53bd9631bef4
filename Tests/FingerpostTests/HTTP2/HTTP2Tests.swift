import Foundation
import Testing

/// The daemon's HTTP/2, frame by frame: scripts of `Tests/HTTP2`, each against its own daemon.
@Suite(
    "HTTP/2 by raw frames", .serialized, .timeLimit(.minutes(20)),
    .enabled(if: PythonFrames.interpreter != nil, "skipped: no Python with Tests/HTTP2/requirements.txt; see above"),
    .enabled(if: CertificateMaker.openssl != nil, "skipped: openssl is not installed"))
struct HTTP2Tests {
    /// Runs a script with the daemon's ports, and requires both to exit cleanly.
    ///
    /// A single worker has all connections, so that its limits for them are reached.
    private func run(_ name: String, seconds: Double, _ arguments: (SecureDaemon) -> [String]) throws -> Child {
        let daemon = try SecureDaemon(flags: ["--workers", "1"])
        let python = try #require(PythonFrames.interpreter)
        let script = try Child(
            python, [PythonFrames.script(name), "\(daemon.secure)"] + arguments(daemon),
            environment: ["PYTHONDONTWRITEBYTECODE": "1"])
        defer { script.kill() }
        #expect(script.waits(seconds: seconds), "\(name) takes too long: \(script.output.suffix(2000))")
        #expect(script.code == 0, "\(script.output.suffix(4000)) \(script.error.suffix(2000))")
        #expect(daemon.stop() == 0, "\(daemon.said.suffix(1000))")
        return script
    }

    private func adminAndProcess(_ daemon: SecureDaemon) -> [String] { ["\(daemon.admin)", "\(daemon.id)"] }

    @Test("answers what RFC 9113 and RFC 7541 ask of a server")
    func conformance() throws {
        let script = try run("conformance.py", seconds: 120) { _ in [] }
        let cases = script.output.split(separator: "\n").last?.split(separator: " ").first.flatMap { Int($0) } ?? 0
        #expect(cases > 200)
    }

    @Test("clients that keep to the protocol are served, however much they ask for")
    func clients() throws { _ = try run("clients.py", seconds: 180) { _ in [] } }

    @Test("every flood ends its connection and is counted, while others are served")
    func floods() throws { _ = try run("floods.py", seconds: 300, adminAndProcess) }

    @Test("slow clients are disconnected in time and hold little memory, while others are served")
    func stalls() throws { _ = try run("stalls.py", seconds: 300, adminAndProcess) }
}
