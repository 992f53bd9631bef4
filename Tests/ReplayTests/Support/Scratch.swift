import Configuration
import Foundation
import TestSupport
import Routing
import Rules

/// A folder that is removed with its owner.
final class Scratch {
    let url: URL

    init() throws {
        url = FileManager.default.temporaryDirectory.appending(path: "fingerpost-replay-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    }

    deinit {
        try? FileManager.default.removeItem(at: url)
    }

    /// Writes a file and returns its path.
    func file(_ name: String, _ bytes: some Sequence<UInt8>) throws -> String {
        let file = url.appending(path: name)
        try Data(bytes).write(to: file)
        return file.path
    }

    func file(_ name: String, _ text: String) throws -> String { try file(name, Array(text.utf8)) }

    /// Compresses a file with one of the system's tools and returns the new file's path.
    func compress(_ path: String, with tool: String, as name: String) throws -> String {
        let result = url.appending(path: name)
        let process = Process()
        process.executableURL = URL(filePath: "/bin/sh")
        process.arguments = ["-c", "\(tool) -c < '\(path)' > '\(result.path)'"]
        try process.start()
        process.waitUntilExit()
        return result.path
    }

    /// Whether the system has the zstd tool, which is optional for these tests.
    static let hasZstd = FileManager.default.isExecutableFile(atPath: "/usr/bin/zstd")
}

/// The shipped rules, preceded by a site's rules that read every fact a log may contain.
enum CuriousRules {
    static let ruleSet: RuleSet = {
        do {
            let scratch = try Scratch()
            let root = URL(filePath: #filePath).appending(path: "../../../..").standardized
            let rules = scratch.url.appending(path: "rules")
            try FileManager.default.copyItem(at: root.appending(path: "rules").resolvingSymlinksInPath(), to: rules)
            let site = rules.appending(path: "sites/example.yaml")
            let text = try String(contentsOf: site, encoding: .utf8)
            try Data(text.replacingOccurrences(of: "\nrules:\n", with: "\nrules:\n\(own)").utf8).write(to: site)
            let loaded = try RuleDirectory.load(path: rules.path)
            for fault in loaded.diagnostics where fault.severity == .error { fatalError(fault.rendered) }
            return RuleSet(loaded)
        } catch {
            fatalError("the rules can't be made: \(error)")
        }
    }()

    private static let own = """
          - {name: late, when: 'request.time > timestamp("2026-11-21T06:15:30Z")', then: {continue_redirect: {to: "https://www.example.com/late"}}, because: x}
          - {name: india, when: 'request.country == "IN"', then: {continue_redirect: {to: "https://www.example.com/in"}}, because: x}
          - {name: hindi, when: '"hi" in device.languages', then: {continue_redirect: {to: "https://www.example.com/hi"}}, because: x}
          - {name: mailed, when: 'request.referer.startsWith("https://mail.")', then: {continue_redirect: {to: "https://www.example.com/mail"}}, because: x}
          - {name: near, when: 'request.ip.startsWith("203.0.113.")', then: web_widget, because: x}
          - {name: old, when: 'version(device.os_version) < version("9")', then: {continue_redirect: {to: "https://www.example.com/{device.os_version}"}}, because: x}
          - {name: asked, when: '"x-asked" in request.headers', then: web_widget, because: x}
          - {name: agent, when: 'request.headers["user-agent"].contains("Pixel 8")', then: {continue_redirect: {to: "https://www.example.com/pixel"}}, because: x}
          - {name: from, when: 'request.headers["referer"] == "https://t.example/"', then: {continue_redirect: {to: "https://www.example.com/t"}}, because: x}
          - {name: said, when: 'request.headers["accept-language"] == "en"', then: {continue_redirect: {to: "https://www.example.com/en"}}, because: x}

        """
}
