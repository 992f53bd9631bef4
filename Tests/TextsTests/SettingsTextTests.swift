import ByteText
import Foundation
import Settings
import Testing
import TestSupport

import Terminal
import Texts

/// `fingerpost settings`: the values of all settings, and their sources.
@Suite("settings, listed")
struct SettingsTextTests {
    private static func text(_ environment: [String: String] = [:], flags: [String: [String]] = [:]) -> SettingsText {
        SettingsText(
            settings: SettingsResolver.inForce(environment: environment, flags: flags),
            places: ["rules": "/r", "store": "/s"], variables: environment, environment: environment)
    }

    @Test("each has its value and its source; a flag wins over a variable")
    func table() {
        let text = Self.text(
            ["FINGERPOST_WORKERS": "3", "FINGERPOST_LISTEN_EDGE": "[::1]:1"], flags: ["workers": ["4"]])
        let rows = text.table.lines(width: nil, withTitles: false).map { line in
            line.map(\.text).joined().split(separator: " ").map(String.init)
        }
        #expect(rows.count == SettingDescription.all.count)
        #expect(rows.contains(["workers", "4", "--workers"]))
        #expect(rows.contains(["listen.edge", "[::1]:1", "FINGERPOST_LISTEN_EDGE"]))
        #expect(rows.contains(["limits.fields", "100", "default"]))
        #expect(rows.contains(["rules", "/r", "default"]) && rows.contains(["store", "/s", "default"]))
        #expect(rows.contains(["logs.access", "none", "default"]))
    }

    @Test("as JSON, with the other variables if requested")
    func json() throws {
        let lines = Self.text(["NO_COLOR": "1"]).json(withVariables: true)
        let edge = try #require(lines.first { $0["name"] == "listen.edge" })
        #expect(edge["values"] == ["127.0.0.1:8081"] && edge["from"] == "default" && edge["flag"] == "--edge")
        #expect(edge["variable"] == "FINGERPOST_LISTEN_EDGE" && edge["file"] == true)
        #expect(lines.first { $0["variable"] == "NO_COLOR" }?["set"] == true)
        #expect(lines.first { $0["variable"] == "COLUMNS" }?["set"] == false)
        #expect(Self.text().json(withVariables: false).count == SettingDescription.all.count)
    }

    @Test("--all says what each is and how it is set")
    func details() {
        let text = Self.text().details(width: 200).map { $0.map(\.text).joined() }
        #expect(text.contains("listen.edge = 127.0.0.1:8081  (default)"))
        #expect(text.contains("    --edge, FINGERPOST_LISTEN_EDGE or listen.edge in fingerpost.yaml"))
        #expect(text.contains("    FINGERPOST_LIMITS_FIELDS or limits.fields in fingerpost.yaml"))
        #expect(text.contains("    --workers or FINGERPOST_WORKERS"))
        for variable in EnvironmentVariable.all {
            #expect(text.contains { $0.hasPrefix("\(variable.name)  (") }, "\(variable.name)")
        }
    }

    @Test("systemd's directory is the default for the store")
    func stateDirectory() {
        let text = Self.text(["STATE_DIRECTORY": "/var/lib/fingerpost"])
        let rows = text.table.lines(width: nil, withTitles: false).map { $0.map(\.text).joined() }
        #expect(rows.contains { $0.hasPrefix("store ") && $0.hasSuffix("STATE_DIRECTORY") })
        let named = Self.text(["STATE_DIRECTORY": "/x", "FINGERPOST_STORE": "/y"]).json(withVariables: false)
        #expect(named.contains { $0["name"] == "store" && $0["from"] == "FINGERPOST_STORE" && $0["values"] == ["/y"] })
    }

    @Test("what is longer than a line is broken between words")
    func narrow() {
        let lines = Self.text().details(width: 60).map { $0.map(\.text).joined() }
        #expect(lines.filter { $0.hasPrefix("    ") }.allSatisfy { $0.count <= 60 })
        #expect(Paragraph.lines("a bc 東京", indent: 2, width: 6) == ["  a bc", "  東京"])
        #expect(Paragraph.lines("toolong b", indent: 1, width: 4) == [" toolong", " b"])
    }

    /// A variable that is read but not listed would be undocumented.
    @Test("every variable that the sources read is in a list")
    func variables() throws {
        let sources = RulesFolder.repository.appending(path: "Sources")
        let files = try #require(FileManager.default.enumerator(atPath: sources.path()))
        var found: Set<String> = []
        for case let path as String in files where path.hasSuffix(".swift") && !path.contains("fingerpost-") {
            let text = try String(contentsOf: sources.appending(path: path), encoding: .utf8)
            let reading =
                /(?:variables|environment)\[\"([A-Z_]+)\"\]|variable = \"([A-Z_]+)\"|case [a-zA-Z]+ = \"(LISTEN_[A-Z_]+)\"/
            for match in text.matches(of: reading) {
                found.insert(String(match.1 ?? match.2 ?? match.3 ?? ""))
            }
        }
        let known = SettingDescription.all.map(\.variable) + EnvironmentVariable.all.map(\.name)
        #expect(found.isSubset(of: known), "\(found.subtracting(known))")
        let others = Set(EnvironmentVariable.all.map(\.name))
        #expect(others.isSubset(of: found), "read by nothing: \(others.subtracting(found))")
    }
}
