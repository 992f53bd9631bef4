import ByteText
import Foundation
import TestSupport
import Testing

/// A daemon whose settings file is among its rules.
struct ServedSettings {
    static let site = """
        {"site": "a", "hosts": ["a.link"], "authorized_domains": ["www.example.com", "localhost"], "rules": [
        {"name": "home", "when": "request.country == \\"AU\\"", "then": {"continue_redirect": {}}, "because": "x"},
        {"name": "rest", "then": {"error": {"code": "no", "status": 403, "message": "No."}}, "because": "x"}]}
        """

    let rules: RulesFolder
    let store: ScratchFolder
    let daemon: RunningDaemon

    init(_ settings: String = "development: false\n", environment: [String: String] = [:], flags: [String] = [])
        throws
    {
        rules = try RulesFolder(site: Self.site)
        store = try ScratchFolder()
        try rules.folder.file("fingerpost.yaml", settings)
        daemon = try RunningDaemon(
            rules: rules.path, flags: ["--store", store.path] + flags, environment: environment)
    }

    /// Writes new settings without a reload.
    func write(_ settings: String) throws { try rules.folder.file("fingerpost.yaml", settings) }

    /// Runs a command for this daemon.
    func run(_ words: [String]) throws -> Program.Outcome {
        try Program.run(
            words + ["--store", store.path, "--rules", rules.path],
            environment: ["FINGERPOST_LISTEN_ADMIN": "127.0.0.1:\(daemon.admin)"])
    }

    @discardableResult
    func reload(_ settings: String) throws -> Program.Outcome {
        try write(settings)
        return try run(["control", "reload"])
    }

    func click() throws -> HTTPAnswer {
        try daemon.click(
            "/?link=https://www.example.com/", host: "a.link", fields: ["CF-IPCountry": "AU"])
    }

    /// The line of a metric; empty if there is none.
    func metric(_ name: String = "fingerpost_settings_pending_restart ") throws -> String {
        let body = try daemon.ask(daemon.admin, "/metrics").body
        return body.split(separator: "\n").first { $0.hasPrefix(name) }.map(String.init) ?? ""
    }

    /// The token created on first start.
    var token: String {
        get throws {
            try String(contentsOfFile: store.path + "/tokens.first", encoding: .utf8)
                .trimmingCharacters(in: .whitespacesAndNewlines)
        }
    }

    /// The row of a setting, as printed by the program.
    func row(_ name: String) throws -> JSONValue {
        let lines = try run(["settings", "--json"]).lines.map { try JSONValue(parsing: String($0)) }
        return try #require(lines.first { $0["name"]?.string == name })
    }
}
