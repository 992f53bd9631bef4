import ArgumentParser
import CAnswerBaseline
import Glibc

/// A minimal server that returns a fixed response, for comparisons: its cost is the kernel's share of any server's.
struct Answer: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "answer", abstract: "Answers whatever arrives with the same redirect, without a look at it.",
        discussion: "Listens on a port of the loopback, which it prints, and goes on until it is killed.")

    @Option(help: "How many bytes an answer has: 1024 at most.")
    var bytes = 500

    func validate() throws {
        guard (100...1024).contains(bytes) else { throw ValidationError("--bytes is 100 to 1024") }
    }

    func run() throws {
        LoadTarget.raiseDescriptorLimit()
        var port: UInt16 = 0
        // Safe: one number is written to a local, within the call.
        let listener = unsafe answer_baseline_listen(&port)
        guard listener >= 0 else { throw ValidationError("no port to listen on: error \(errno)") }
        print("listening on 127.0.0.1:\(port)")
        fflush(nil)
        _ = answer_baseline_serve(listener, bytes)
        throw ValidationError("can't go on: error \(errno)")
    }
}
