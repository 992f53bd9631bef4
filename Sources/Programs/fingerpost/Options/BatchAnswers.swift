import ArgumentParser
import ByteText
import CommandFiles
import Routing
import Terminal

/// Processes a batch of JSON requests, with one output line per input line.
enum BatchAnswers {
    /// Appends the result of a request, without a line end.
    typealias Answer = (JSONValue, inout [UInt8]) throws(RequestFault) -> Void
    /// Appends a line for an invalid request, so that the n-th result belongs to the n-th request.
    typealias Refuse = (_ problem: String, _ id: JSONValue?, inout [UInt8]) -> Void

    /// Processes the lines of a file or of standard input. If a line is not a request, the exit code is 2.
    static func run(_ path: String, answer: Answer, refuse: Refuse) throws {
        var lines = try LineReader(path: path)
        var output: [UInt8] = []
        var badLines = 0
        while let line = try lines.next(writing: &output) {
            if line.allSatisfy({ $0 == 0x20 || $0 == 0x0D || $0 == 0x09 }) { continue }
            if let (problem, id) = problem(of: line, answer, &output) {
                badLines += 1
                Output.error("line \(lines.lineNumber): \(problem)")
                refuse(problem, id, &output)
            }
            output.append(0x0A)
        }
        Output.write(output)
        if badLines > 0 { throw ExitCode(2) }
    }

    private static func problem(
        of line: [UInt8], _ answer: Answer, _ output: inout [UInt8]
    ) -> (problem: String, id: JSONValue?)? {
        let request: JSONValue
        do { request = try JSONValue(parsing: line.span) } catch {
            return ("the request is not valid JSON: \(error)", nil)
        }
        do throws(RequestFault) {
            try answer(request, &output)
            return nil
        } catch {
            return (error.message, request["id"])
        }
    }
}
