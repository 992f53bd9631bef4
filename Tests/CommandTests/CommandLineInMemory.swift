import ArgumentParser
import TestSupport
import Testing

@testable import fingerpost

/// Runs command lines in this process that end before printing anything, and returns their exit code and message.
enum CommandLineInMemory {
    struct Ending {
        var code: Int32
        var message: String
    }

    /// Parses and runs a command, which must fail before it prints, installs or serves anything.
    static func ending(of arguments: [String]) throws -> Ending {
        do {
            var command = try Fingerpost.parse(commandLine: arguments)
            try command.run()
            Issue.record("\(arguments) is taken")
            return Ending(code: 0, message: "")
        } catch {
            let (code, message) = Fingerpost.ending(with: error, of: arguments)
            return Ending(code: code.rawValue, message: message ?? "")
        }
    }

    static func expect(
        _ code: Int32, naming part: String, _ arguments: [String], sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        let ending = try ending(of: arguments)
        #expect(
            ending.code == code && ending.message.contains(part), "\(arguments): \(ending)",
            sourceLocation: sourceLocation)
    }
}
