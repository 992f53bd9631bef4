import Foundation
import TestSupport
import Testing

/// The real program: the binary that is built with the package's tests.
enum Program {
    static let path: String = {
        let own = (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")) ?? ""
        return URL(filePath: own).deletingLastPathComponent().appending(path: "fingerpost").path()
    }()

    /// The load generator, if it is built.
    static let load = path + "-load"

    /// The result of a run.
    struct Outcome {
        var code: Int32
        /// Whether a signal ended the process; `code` is then the signal's number.
        var wasKilled: Bool
        var output: String
        var error: String

        var lines: [Substring] { output.split(separator: "\n") }
    }

    /// Runs the program to its end; a run that takes longer than `seconds` is killed, and the test fails.
    static func run(
        _ arguments: [String], input: String? = nil, environment: [String: String] = [:], in folder: String? = nil,
        seconds: Double = 120
    ) throws -> Outcome {
        let child = try Child(path, arguments, input: input, environment: environment, folder: folder)
        defer { child.kill() }
        let ended = child.waits(seconds: seconds)
        #expect(ended, "fingerpost \(arguments.joined(separator: " ").prefix(200)) did not end within \(seconds) s")
        return Outcome(code: child.code, wasKilled: child.wasKilled, output: child.output, error: child.error)
    }
}

extension Trait where Self == ConditionTrait {
    /// Skips tests if the load generator is not part of the build.
    static var needsLoad: Self {
        .enabled(
            if: FileManager.default.fileExists(atPath: Program.load),
            "skipped: fingerpost-load is not built; set FINGERPOST_BENCHES=1")
    }
}

/// A process with its output in files, so that no full pipe blocks it.
final class Child {
    private let process = Process()
    private let folder: ScratchFolder
    private let outputFile: URL
    private let errorFile: URL

    init(
        _ program: String, _ arguments: [String], input: String? = nil, environment: [String: String] = [:],
        folder: String? = nil, standardInput: FileHandle? = nil
    ) throws {
        self.folder = try ScratchFolder()
        outputFile = self.folder.url.appending(path: "out")
        errorFile = self.folder.url.appending(path: "err")
        try Data().write(to: outputFile)
        try Data().write(to: errorFile)
        process.executableURL = URL(filePath: program)
        process.arguments = arguments
        // Variables of the machine's own daemon must not reach the one under test.
        process.environment = ProcessInfo.processInfo.environment.filter { !$0.key.hasPrefix("FINGERPOST_") }
            .merging(["STATE_DIRECTORY": self.folder.path]) { $1 }
            .merging(environment) { $1 }
        if let folder { process.currentDirectoryURL = URL(filePath: folder) }
        var files = [try FileHandle(forWritingTo: outputFile), try FileHandle(forWritingTo: errorFile)]
        // Foundation never releases a process and its handles, and reads past its buffer with more than a thousand open
        // descriptors: the child has copies of these, and they are closed here.
        defer { for file in files { try? file.close() } }
        process.standardOutput = files[0]
        process.standardError = files[1]
        process.standardInput = FileHandle.nullDevice
        if let input {
            files.append(try FileHandle(forReadingFrom: self.folder.file("in", input)))
            process.standardInput = files[2]
        }
        if let standardInput { process.standardInput = standardInput }
        try process.start()
    }

    var id: Int32 { process.processIdentifier }
    var isRunning: Bool { process.isRunning }
    /// The exit code, or the number of the signal that ended the process.
    var code: Int32 { process.isRunning ? -1 : process.terminationStatus }
    var wasKilled: Bool { !process.isRunning && process.terminationReason == .uncaughtSignal }
    var output: String { Self.text(outputFile) }
    var error: String { Self.text(errorFile) }

    private static func text(_ file: URL) -> String {
        String(decoding: (try? Data(contentsOf: file)) ?? Data(), as: UTF8.self)
    }

    /// Waits until the process has ended; returns false on timeout.
    func waits(seconds: Double) -> Bool {
        wait(seconds: seconds) { !process.isRunning }
    }

    func signal(_ number: Int32) {
        if process.isRunning { Foundation.kill(process.processIdentifier, number) }
    }

    /// Kills the process if it is still running.
    func kill() {
        guard process.isRunning else { return }
        signal(SIGKILL)
        _ = waits(seconds: 5)
    }

    deinit { kill() }
}

/// Polls a condition every few milliseconds; returns false on timeout.
func wait(seconds: Double, until holds: () -> Bool) -> Bool {
    let end = ContinuousClock.now + .seconds(seconds)
    while ContinuousClock.now < end {
        if holds() { return true }
        usleep(5000)
    }
    return holds()
}
