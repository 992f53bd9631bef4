import ArgumentParser
import ByteText
import Routing
import Rules

struct Check: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Compiles the rules and says what is wrong with them.",
        discussion: "Exit code 0; 1 where there are errors, or with --strict warnings; 2 for bad usage or I/O.")

    @Argument(help: "The rules directory (default: rules, or /etc/fingerpost/rules).")
    var directory: String?

    @Flag(help: "Take warnings as errors.")
    var strict = false

    @Flag(help: "Print the findings as JSON, one a line.")
    var json = false

    func run() throws {
        let loaded = try RulesOption.load(directory)
        for diagnostic in loaded.diagnostics {
            Output.line(json ? diagnostic.json.text : diagnostic.rendered)
        }
        let errors = loaded.diagnostics.count { $0.severity == .error }
        let warnings = loaded.diagnostics.count - errors
        if errors > 0 || strict && warnings > 0 { throw ExitCode(1) }
        if !json {
            let rules = loaded.rules.count + loaded.sites.reduce(0) { $0 + $1.rules.count }
            Output.error("\(loaded.files.count) files, \(loaded.sites.count) sites, \(rules) rules: no errors")
        }
    }
}

extension FileDiagnostic {
    /// The finding as JSON.
    var json: JSONValue {
        [
            "severity": .string(severity.rawValue), "code": .string(code.rawValue),
            "file": location.map { .string($0.file) } ?? .null,
            "line": location.map { .number(JSONNumber($0.line)) } ?? .null,
            "column": location.map { .number(JSONNumber($0.column)) } ?? .null,
            "message": .string(message), "expected": expected.map { .string($0) } ?? .null,
            "hint": hint.map { .string($0) } ?? .null,
        ]
    }
}
