public import ByteText
public import LogFormats
public import Routing

/// Processes the lines of a log on one core. Each worker has its own visitor and calls it on one thread.
///
/// The engine is generic over it, so that a call costs no more than a function's. Records and outcomes stay as they are: values as
/// large as these that are borrowed are copied at every call.
public protocol ReplayVisitor: SendableMetatype {
    /// What remains of the visitor at the end. Those of all workers are added up; the order must not matter.
    associatedtype Sums: Sendable

    /// Whether the visitor looks at the addresses that a decision about a line leads to. Where it does not, those that take long
    /// to write are left empty in the outcome (`ClickRequest.omitsAddresses`).
    func readsAddresses(of record: inout LogRecord) -> Bool

    /// A click was decided. The arena may grow and must not shrink: it holds the request and the outcome.
    mutating func visit(
        _ record: inout LogRecord, _ request: borrowing ClickRequest, _ outcome: inout Outcome,
        in arena: inout ByteArena)

    /// A line was read that is not something the front decides.
    mutating func visit(_ record: inout LogRecord, bypassing reason: Bypass, in arena: inout ByteArena)

    /// A line could not be read. Of a line that is too long only the beginning is passed.
    mutating func visit(_ fault: LineFault, at place: LinePlace, line: TextRange, in arena: borrowing ByteArena)

    /// All lines of a block were visited. Blocks are numbered from 0 in the order of all inputs, without gaps.
    mutating func endBlock(_ sequence: Int)

    /// Returns the sums at the end.
    consuming func finish() -> Sums
}

extension ReplayVisitor {
    /// It does.
    public func readsAddresses(of record: inout LogRecord) -> Bool { true }

    /// Ignores the line.
    public mutating func visit(_ record: inout LogRecord, bypassing reason: Bypass, in arena: inout ByteArena) {}

    /// Ignores the line.
    public mutating func visit(
        _ fault: LineFault, at place: LinePlace, line: TextRange, in arena: borrowing ByteArena
    ) {}

    /// Does nothing.
    public mutating func endBlock(_ sequence: Int) {}
}
