import Foundation
import TestSupport
import Testing

/// Runs a document's commands as its reader would: serially, in one shell, in one folder.
///
/// The folder contains the shipped `rules` and `systemd`, and whatever `Prepare/NAME.sh` creates. Ports in documents
/// are replaced by free ones, in commands and in the output. The daemon is found by the store in the folder, so that no
/// other daemon of the machine receives its commands or signals.
struct DocumentSession {
    /// The ports in documents, and the environment variable that makes the daemon use another one.
    private static let ports = [
        "8080": "LISTEN_FRONT", "8081": "LISTEN_EDGE", "8082": "LISTEN_ADMIN", "8083": "LISTEN_API", "8443": "",
        "9000": "", "9180": "", "9181": "", "9182": "", "9280": "", "9281": "", "9282": "", "5432": "",
    ]

    /// Matches the line of a ready daemon, and that of a publisher that has published.
    private static let isReady = "grep -qE 'ready|^publication '"

    let name: String
    private let folder: ScratchFolder
    private var port: [String: String] = [:]

    init(_ name: String) throws {
        self.name = name
        folder = try ScratchFolder()
        for known in Self.ports.keys { port[known] = String(try FreePort.next()) }
        for copied in ["rules", "systemd"] {
            try FileManager.default.copyItem(
                at: RulesFolder.repository.appending(path: copied), to: folder.url.appending(path: copied))
        }
        // The shipped site's local state is not part of the reader's copy.
        _ = try? FileManager.default.removeItem(at: folder.url.appending(path: ".fingerpost"))
    }

    /// Runs all steps, and reports each whose exit code or output differs from the document.
    func run(_ document: DocumentSteps) throws {
        let script = try folder.file(".session/script", script(document.steps))
        let child = try Child(
            "/usr/bin/timeout", ["--kill-after=5", "240", "/bin/bash", script.path()],
            environment: environment, folder: folder.path)
        defer { child.kill() }
        #expect(child.waits(seconds: 250))
        for (index, step) in document.steps.enumerated() {
            guard report(step, index) else {
                let said = child.error.suffix(600)
                Issue.record("\(name):\(step.line): was not run, or failed\n\((text(index) ?? "").suffix(1500))\(said)")
                return
            }
        }
    }

    private var environment: [String: String] {
        let path = URL(filePath: Program.path).deletingLastPathComponent().path()
        var variables = ["PATH": path + ":/usr/sbin:/usr/bin:/bin", "HOME": folder.path, "COLUMNS": "100", "TZ": "UTC"]
        for (known, setting) in Self.ports where !setting.isEmpty && setting != "LISTEN_API" {
            variables["FINGERPOST_" + setting] = "127.0.0.1:\(port[known] ?? "")"
        }
        // The store is where the document puts it, or in the default place.
        variables["STATE_DIRECTORY"] = ""
        // Used if a document's preparation starts a PostgreSQL server.
        variables["PGPORT"] = port["5432"]
        return variables
    }

    // MARK: - The script

    private func script(_ steps: [DocumentStep]) throws -> String {
        var text = """
            set -eo pipefail
            mkdir -p .session
            trap 'kill $(jobs -p) 2>/dev/null || true; wait 2>/dev/null || true' EXIT
            unset STATE_DIRECTORY

            """
        let prepare = DocumentTests.folder.appending(path: "Prepare/\(name).sh")
        if FileManager.default.fileExists(atPath: prepare.path()) {
            text += "source \(quoted(prepare.path()))\n"
        }
        for (index, step) in steps.enumerated() { text += lines(step, index) + "\n" }
        return text
    }

    private func lines(_ step: DocumentStep, _ index: Int) -> String {
        let output = ".session/\(index)"
        let body = withFreePorts(step.text)
        switch step.action {
        case .run: return "{ \(body)\n} >\(output) 2>&1 </dev/null\necho 0 >\(output).code"
        case .fail:
            return "( \(body)\n) >\(output) 2>&1 </dev/null && echo 0 >\(output).code || echo $? >\(output).code"
        case .start:
            // A single command, so that the shell's child is the program itself.
            return """
                \(body) >\(output) 2>&1 </dev/null &
                for try in $(seq 200); do if \(Self.isReady) \(output); then break; fi; sleep 0.05; done
                \(Self.isReady) \(output)
                cp \(output) \(output).ready
                echo 0 >\(output).code
                """
        case .write(let path, let appending):
            let file = quoted(path)
            return """
                mkdir -p "$(dirname \(file))"
                printf '%s\\n' \(quoted(body)) \(appending ? ">>" : ">")\(file)
                echo 0 >\(output).code
                """
        }
    }

    private func quoted(_ text: String) -> String {
        "'" + text.replacingOccurrences(of: "'", with: #"'\''"#) + "'"
    }

    private func withFreePorts(_ text: String) -> String {
        // Python's server takes its port as a separate word, as do HAProxy's checks.
        [":", "http.server ", "check port "].reduce(text) { text, mark in
            port.reduce(text) { $0.replacingOccurrences(of: mark + $1.key, with: mark + $1.value) }
        }
    }

    private func withKnownPorts(_ text: String) -> String {
        port.reduce(text) { $0.replacingOccurrences(of: ":" + $1.value, with: ":" + $1.key) }
    }

    // MARK: - Results

    private func text(_ index: Int, _ suffix: String = "") -> String? {
        let file = folder.url.appending(path: ".session/\(index)\(suffix)")
        let text = try? String(contentsOf: file, encoding: .utf8)
        return text.map { withKnownPorts($0.replacingOccurrences(of: "\r\n", with: "\n")) }
    }

    /// Compares a step with its result; returns false if the step did not end.
    private func report(_ step: DocumentStep, _ index: Int) -> Bool {
        let file = folder.url.appending(path: ".session/\(index).code")
        guard let ended = try? String(contentsOf: file, encoding: .utf8),
            let code = Int(ended.trimmingCharacters(in: .whitespacesAndNewlines))
        else { return false }
        // Output of a daemon after its ready line belongs to later steps.
        let printed = text(index, step.action == .start ? ".ready" : "") ?? ""
        if case .fail(let expected) = step.action {
            #expect(code == expected, "\(name):\(step.line): exit code\n\(printed)")
        }
        guard let expected = step.expected else { return true }
        var lines = printed.split(separator: "\n", omittingEmptySubsequences: false)
        while lines.last?.isEmpty == true { lines.removeLast() }
        #expect(
            DocumentOutput.matches(lines, expected),
            "\(name):\(step.line): prints otherwise\n\(printed)\n--- and not\n\(expected.joined(separator: "\n"))")
        return true
    }
}
