import Foundation
import TestSupport
import Testing

/// A daemon of the test's own on free ports; stopped when the object is released.
final class RunningDaemon {
    private let child: Child
    let front: UInt16
    let edge: UInt16
    let admin: UInt16
    /// The whole ready line.
    let readyLine: String

    /// Rules of the daemon's own, which must exist as long as it may reload them.
    private var rules: RulesFolder?

    struct NotReady: Error, CustomStringConvertible {
        var description: String
    }

    /// - Parameter starter: A program and its arguments that exec the daemon, whose command line follows.
    init(
        rules: String, flags: [String] = [], environment: [String: String] = [:], starter: [String] = []
    ) throws {
        let free = ["--listen", "127.0.0.1:0", "--edge", "127.0.0.1:0", "--admin", "127.0.0.1:0"]
        let words = starter + [Program.path, "serve", "--rules", rules] + free + flags
        let child = try Child(words[0], Array(words.dropFirst()), environment: environment)
        self.child = child
        var line: String?
        let isReady = wait(seconds: 20) {
            line = child.error.split(separator: "\n").first { $0.hasPrefix("ready ") }.map(String.init)
            return line != nil || !child.isRunning
        }
        guard isReady, let line, let front = Self.port("front", line), let edge = Self.port("edge", line),
            let admin = Self.port("admin", line)
        else {
            child.kill()
            throw NotReady(description: "not ready: \(child.error)")
        }
        (self.front, self.edge, self.admin, readyLine) = (front, edge, admin, line)
    }

    /// A daemon with the shipped rules and the site of the parity cases.
    convenience init(flags: [String] = [], environment: [String: String] = [:]) throws {
        let rules = try RulesFolder(site: ParityCase.site)
        try self.init(rules: rules.path, flags: flags, environment: environment)
        self.rules = rules
    }

    private static func port(_ name: String, _ line: String) -> UInt16? { ports(name, line).first }

    private static func ports(_ name: String, _ line: String) -> [UInt16] {
        let mark = "\(name)=http://127.0.0.1:"
        return line.split(separator: " ").filter { $0.hasPrefix(mark) }.compactMap { UInt16($0.dropFirst(mark.count)) }
    }

    /// The ports of the front listeners; those with the PROXY protocol are last.
    var fronts: [UInt16] { Self.ports("front", readyLine) }

    /// The port of the API for apps; `nil` without one.
    var api: UInt16? { Self.port("api", readyLine) }

    var id: Int32 { child.id }
    /// Standard error so far.
    var said: String { child.error }
    var isRunning: Bool { child.isRunning }

    func signal(_ number: Int32) { child.signal(number) }

    /// Sends a signal and returns the exit code; `nil` if a signal ended the process or it did not end in time.
    func stop(_ number: Int32 = SIGTERM, seconds: Double = 20) -> Int32? {
        child.signal(number)
        guard child.waits(seconds: seconds), !child.wasKilled else { return nil }
        return child.code
    }

    /// Stops the process by SIGSTOP, and waits until all its threads are stopped: on a busy machine, threads may still
    /// answer until the first one to receive the signal has interrupted them.
    func freeze() -> Bool {
        signal(SIGSTOP)
        let threads = "/proc/\(id)/task"
        return wait(seconds: 20) {
            let names = (try? FileManager.default.contentsOfDirectory(atPath: threads)) ?? []
            return !names.isEmpty
                && names.allSatisfy { name in
                    (try? String(contentsOfFile: "\(threads)/\(name)/stat", encoding: .utf8))?.contains(") T ") ?? false
                }
        }
    }

    /// The resident set in KiB.
    var residentSize: Int? {
        let status = try? String(contentsOfFile: "/proc/\(child.id)/status", encoding: .utf8)
        let line = status?.split(separator: "\n").first { $0.hasPrefix("VmRSS:") }
        return line?.split(whereSeparator: \.isWhitespace).dropFirst().first.flatMap { Int($0) }
    }

    deinit {
        _ = stop(seconds: 5)
        child.kill()
    }
}

extension RunningDaemon {
    /// A click on its own connection.
    func click(
        _ target: String, method: String = "GET", host: String = "example.page.link", fields: [String: String] = [:]
    ) throws -> HTTPAnswer {
        let client = try HTTPClient(port: front)
        client.send(HTTPRequest.text(target, method: method, host: host, fields: fields))
        return try client.answer(toHead: method == "HEAD")
    }

    /// A click on a full link.
    func click(link: String, fields: [String: String] = [:]) throws -> HTTPAnswer {
        let (host, target) = HTTPRequest.place(of: link)
        return try click(target, host: host, fields: fields)
    }

    /// The edge's decision for a request in JSON.
    func decide(_ json: String) throws -> HTTPAnswer { try post(json, to: "/v1/decide") }

    /// The edge's link for a mail.
    func compose(_ json: String) throws -> HTTPAnswer { try post(json, to: "/v1/compose") }

    private func post(_ json: String, to target: String) throws -> HTTPAnswer {
        let client = try HTTPClient(port: edge)
        client.send(HTTPRequest.text(target, method: "POST", host: "localhost", body: json))
        return try client.answer()
    }

    func ask(_ port: UInt16, _ target: String, method: String = "GET", fields: [String: String] = [:]) throws
        -> HTTPAnswer
    {
        let client = try HTTPClient(port: port)
        client.send(HTTPRequest.text(target, method: method, host: "127.0.0.1", fields: fields))
        return try client.answer(toHead: method == "HEAD")
    }
}
