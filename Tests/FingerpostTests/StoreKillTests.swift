import Foundation
import Testing

/// The short form of Tests/Smoke/store-kill, which does the same 500 times.
@Suite("a killed writer", .timeLimit(.minutes(20)))
struct StoreKillTests {
    @Test("SIGKILL at any moment loses nothing that was acknowledged")
    func kill() throws {
        let store = try ScratchFolder()
        let bench = URL(filePath: Program.path).deletingLastPathComponent().appending(path: "fingerpost-bench").path()
        var said = ""
        for round in 1...10 {
            let writer = try Child(bench, ["store-writer", store.path, "--first", "\(round * 1_000_000)"])
            Thread.sleep(forTimeInterval: Double.random(in: 0...0.3))
            writer.kill()
            #expect(!writer.output.contains("failed"), "\(writer.output.suffix(300))")
            said += writer.output.hasSuffix("\n") || writer.output.isEmpty ? writer.output : writer.output + "\n"
        }
        #expect(said.split(separator: "\n").count > 20, "too little was written to prove anything")
        let verifier = try Child(bench, ["store-writer", store.path, "--verify"], input: said)
        #expect(verifier.waits(seconds: 60))
        #expect(verifier.code == 0, "\(verifier.output.suffix(1_000)) \(verifier.error)")
    }
}
