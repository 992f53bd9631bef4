import CAllocationCounter
import Daemon
import Libevent
import LoadClient
import Routing
import Rules
import Server
import Settings

/// Serial requests to a daemon in this process on one connection, with and without logs. Measures the allocations of
/// serving, without those of the load generator.
enum RequestsScenario {
    private static let target =
        "/?link=https%3A%2F%2Fwww.example.com%2Fpost%3Fid%3D7&apn=com.example.android&ibi=com.example.ios&isi=1234567"
    private static let logs: [(name: String, settings: DaemonSettings)] = [
        ("without logs", settings()), ("with an access log", settings(access: true)),
        ("with an access log in combined", settings(access: true, format: .combined)),
        ("with a decision log", settings(decisions: true)),
        ("with both logs", settings(access: true, decisions: true)),
    ]

    private static func settings(
        access: Bool = false, decisions: Bool = false, format: DaemonSettings.LogFormat = .json
    ) -> DaemonSettings {
        var settings = DaemonSettings.onFreePorts
        settings.accessLog = access ? "/dev/null" : nil
        settings.decisionLog = decisions ? "/dev/null" : nil
        settings.logFormat = format
        return settings
    }

    static func run(_ measurer: Measurer, _ report: (any ReportLine) -> Void) throws {
        let ruleSet = RuleSet(try RuleDirectory.load(path: "rules"))
        for (name, settings) in logs where measurer.wants("request \(name)") {
            let daemon = try Daemon(settings, ruleSet: ruleSet) { .refused([]) }
            try daemon.start()
            var client = try RequestsClient(String(daemon.urls(of: .front)[0].dropFirst("http://".count)), target)
            let measurement = measurer.measure(
                "request \(name)", rounds: 5, count: 5000, counter: allocation_count_of_others
            ) { count in
                for _ in 0..<count { client.ask() }
            }
            if let measurement { report(measurement) }
            daemon.drain()
            _ = consume client
            try daemon.waitUntilStopped()
        }
    }
}

/// A connection with one request at a time.
private struct RequestsClient: ~Copyable {
    private let socket: ClientSocket
    private let request: [UInt8]
    private var received: [UInt8] = []
    private var scratch = [UInt8](repeating: 0, count: 65_536)

    struct NoConnection: Error {}

    init(_ address: String, _ target: String) throws {
        guard let address = SocketAddress(address), let socket = ClientSocket(to: address) else { throw NoConnection() }
        self.socket = socket
        request = SampleRequest.bytes(target)
        received.reserveCapacity(65_536)
    }

    /// Sends a request and waits for its response.
    mutating func ask() {
        while case .notNow = socket.send(request[...]) {}
        received.removeAll(keepingCapacity: true)
        while true {
            if case .over = socket.receive(into: &received, scratch: &scratch) { fatalError("the daemon has hung up") }
            guard let answer = AnswerReader.read(received) else { continue }
            precondition(answer.status == 302 && answer.keepsAlive, "no redirect, or the last one")
            return
        }
    }
}
