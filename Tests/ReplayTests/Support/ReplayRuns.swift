import ByteText
import Configuration
import Foundation
import LogFormats
import Routing
import Rules
import Synchronization
import TestSupport
import Testing

@testable import Replay

/// The shipped rules, and variants of them.
enum TestRules {
    private static let repository = URL(filePath: #filePath).appending(path: "../../../..").standardized

    static func shipped() throws -> RuleSet {
        try load(repository.appending(path: "rules"))
    }

    /// The shipped rules with a changed site file.
    static func changed(_ change: (String) -> String) throws -> RuleSet {
        let folder = FileManager.default.temporaryDirectory.appending(path: "fingerpost-rules-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        try FileManager.default.copyItem(
            at: repository.appending(path: "rules").resolvingSymlinksInPath(), to: folder)
        let site = folder.appending(path: "sites/example.yaml")
        // The cases are for the shipped rules.
        try FileManager.default.removeItem(at: folder.appending(path: "sites/example.cases.yaml"))
        let text = try String(contentsOf: site, encoding: .utf8)
        let changed = change(text)
        #expect(changed != text, "the change changes nothing")
        try changed.write(to: site, atomically: true, encoding: .utf8)
        return try load(folder)
    }

    private static func load(_ folder: URL) throws -> RuleSet {
        let loaded = try RuleDirectory.load(path: folder.path())
        let errors = loaded.diagnostics.filter { $0.severity == .error }.map(\.rendered)
        #expect(errors == [])
        return RuleSet(loaded)
    }

    /// A rule before the others that sends Android to the web.
    static func webOnAndroid() throws -> RuleSet {
        try changed {
            $0.replacing(
                "rules:\n",
                with: """
                    rules:
                      - name: android-to-the-web
                        when: device.platform == "android" && !link.payload_is_action
                        then: {continue_redirect: {to: "https://www.example.com/web"}}
                        because: A test.

                    """)
        }
    }
}

/// Log files and replays of them.
final class ReplayRuns {
    let folder: URL

    init() throws {
        folder = FileManager.default.temporaryDirectory.appending(path: "fingerpost-replay-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(at: folder) }

    /// Writes a log and returns its path.
    func log(_ name: String, _ lines: some Sequence<String>) throws -> String {
        let file = folder.appending(path: name)
        try lines.map { $0 + "\n" }.joined().write(to: file, atomically: true, encoding: .utf8)
        return file.path()
    }

    /// The sums of a replay of some logs.
    func sums(
        _ logs: [String], _ ruleSet: RuleSet, format: LogFormat = .virtualHostCombined, against before: RuleSet? = nil,
        allowed: AllowedChanges = AllowedChanges(),
        workers: Int = 1, export: ExportSettings? = nil, exported: (@Sendable ([UInt8]) -> Void)? = nil,
        shortLinks: ShortLinkSource? = nil, shortLinksBefore: ShortLinkSource? = nil,
        selection: LineSelection = LineSelection()
    ) throws -> ReplaySums {
        let inputs = try LogInput.expanding(logs)
        var plan = ReportPlan(ruleSet, sources: inputs.map(\.name).map(Self.name))
        plan.before = before
        plan.allowed = allowed
        plan.export = export
        plan.shortLinks = shortLinks
        plan.shortLinksBefore = shortLinksBefore
        if let exported {
            let output = OrderedOutput(exported)
            plan.exported = { output.write($0, sequence: $1) }
        }
        let visitors = plan
        var settings = ReplaySettings(inputs: inputs, format: format, workers: workers)
        settings.shortLinks = shortLinks
        settings.selection = selection
        let result = try Replay.run(settings, ruleSet) { try ReportVisitor(visitors) }
        return try ReplaySums(result, plan)
    }

    /// The lines of an export.
    func exported(
        _ log: String, _ settings: ExportSettings, _ ruleSet: RuleSet, against before: RuleSet? = nil
    ) throws -> [String] {
        let bytes = Mutex<[UInt8]>(settings.header)
        _ = try sums([log], ruleSet, against: before, workers: 2, export: settings) { lines in
            bytes.withLock { $0 += lines }
        }
        return String(decoding: bytes.withLock { $0 }, as: UTF8.self).split(separator: "\n").map(String.init)
    }

    /// The name without the folder, which differs each time.
    private static func name(_ path: String) -> String {
        URL(filePath: path).lastPathComponent
    }
}

extension ReplaySums {
    /// The report for users, as plain text.
    func plainText(width: Int = 80, top: Int = 20) -> String {
        text(width: width, top: top, explain: { $0["decision"]?["decision"]?.string ?? "" }).lines
            .map { $0.map(\.text).joined() }.joined(separator: "\n")
    }
}

/// Sums in their exchange format.
enum Parts {
    static func read(_ part: [UInt8]) throws -> ReplaySums {
        try ReplaySums(part: part.span.extracting(0..<part.count - 1))
    }

    /// One part from many, merged in random order.
    static func merged(_ parts: [[UInt8]], _ random: inout SplitMix64) throws -> [UInt8] {
        var parts = parts
        while parts.count > 1 {
            parts.shuffle(using: &random)
            var sums = try read(parts.removeLast())
            try sums.merge(read(parts.removeLast()))
            parts.append(sums.part())
        }
        return parts[0]
    }
}
