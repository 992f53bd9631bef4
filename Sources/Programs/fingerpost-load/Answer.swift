import ArgumentParser
import CAnswerBaseline
import Glibc

/// A minimal server that returns a fixed response, for comparisons: its cost is the kernel's share of any server's.
struct Answer: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "answer", abstract: "Answers every request with a fixed redirect, without parsing it.",
        discussion: "Listens on a loopback port, which it prints, until it is killed.")

    @Option(help: "The size of a response in bytes, at most 1024.")
    var bytes = 500

    func validate() throws {
        guard (100...1024).contains(bytes) else { throw ValidationError("--bytes must be from 100 to 1024") }
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
        throw ValidationError("the event loop failed: error \(errno)")
    }
}
