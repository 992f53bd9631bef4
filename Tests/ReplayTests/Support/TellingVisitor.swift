import ByteText
import Links
import Routing

@testable import LogFormats

@testable import Replay

/// Records the visited lines as text, each with its place.
struct TellingVisitor: ReplayVisitor {
    struct Sums: Sendable {
        var lines: [(place: LinePlace, text: String)] = []
        var blocks: [Int] = []
    }

    private var sums = Sums()

    mutating func visit(
        _ record: inout LogRecord, _ request: borrowing ClickRequest, _ outcome: inout Outcome,
        in arena: inout ByteArena
    ) {
        sums.lines.append((record.place, "\(arena.string(request.link)) \(outcome.told(in: arena))"))
    }

    mutating func visit(_ record: inout LogRecord, bypassing reason: Bypass, in arena: inout ByteArena) {
        sums.lines.append((record.place, "\(reason)"))
    }

    mutating func visit(_ fault: LineFault, at place: LinePlace, line: TextRange, in arena: borrowing ByteArena) {
        sums.lines.append((place, "\(fault)"))
    }

    mutating func endBlock(_ sequence: Int) {
        sums.blocks.append(sequence)
    }

    consuming func finish() -> Sums { sums }

    /// The recorded text of each line of each input, in order.
    static func told(_ result: ReplayResult<Sums>) -> [String] {
        result.sums.flatMap(\.lines).sorted { $0.place < $1.place }.map { line in
            "\(line.place.input):\(result.lineNumbers.number(of: line.place)) \(line.text)"
        }
    }
}

extension Outcome {
    /// The whole outcome, as text.
    func told(in arena: borrowing ByteArena) -> String {
        func text(_ range: TextRange?) -> String { range.map { arena.string($0) } ?? "-" }
        var error = "-"
        if case .fault(let fault) = decision.error { error = fault.code.name.description }
        if case .rule(let rule) = decision.error { error = "rule \(rule)" }
        let parts: [String] = [
            decision.kind.rawValue, text(decision.location), text(decision.target), text(decision.appLocation),
            text(decision.payload), decision.page?.rawValue ?? "-", "\(decision.status)", text(decision.app?.id),
            text(decision.app?.minimumVersion), decision.app?.state.description ?? "-",
            decision.fallback?.kind.rawValue ?? "-", text(decision.fallback?.target), "\(decision.rule ?? -1)", error,
            decision.warnings.codes.joined(separator: ","), text(decision.meta?.title),
            text(decision.meta?.description),
            text(decision.meta?.image), "\(decision.inApp)", "\(decision.carriesAction)", "\(decision.needsTouch)",
            "\(site ?? -1)", "\(undecided.indices(in: arena))", "\(beside.indices(in: arena))",
        ]
        return parts.joined(separator: " ")
    }
}
