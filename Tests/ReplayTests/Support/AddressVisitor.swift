import ByteText
import LogFormats
import Replay
import Routing

/// The addresses of the clicks, in decision order.
struct AddressVisitor: ReplayVisitor {
    private var addresses: [String] = []

    mutating func visit(
        _ record: inout LogRecord, _ request: borrowing ClickRequest, _ outcome: inout Outcome,
        in arena: inout ByteArena
    ) { addresses.append(record.ip.map { arena.string($0) } ?? "-") }

    consuming func finish() -> [String] { addresses }
}
