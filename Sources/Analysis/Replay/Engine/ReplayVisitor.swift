public import LogFormats
public import ByteText
public import Routing

/// What is made of the lines of a log on one core. Each worker has a visitor of its own and calls it on one thread.
///
/// The engine is generic over it, so that a call costs what a function costs.
public protocol ReplayVisitor: SendableMetatype {
    /// What is left of the visitor at the end. Those of all workers are added up; the order must not matter.
    associatedtype Sums: Sendable

    /// A click was decided. The arena may grow and must not shrink: the request and the outcome lie in it.
    mutating func visit(
        _ record: borrowing LogRecord, _ request: borrowing ClickRequest, _ outcome: borrowing Outcome,
        in arena: inout ByteArena)

    /// A line was read that is nothing the front decides about.
    mutating func visit(_ record: borrowing LogRecord, bypassing reason: Bypass, in arena: inout ByteArena)

    /// A line could not be read. Of a line that is too long only the beginning is there.
    mutating func visit(_ fault: LineFault, at place: LinePlace, line: TextRange, in arena: borrowing ByteArena)

    /// All lines of a block were visited. Blocks are numbered from 0 in the order of all inputs, without gaps.
    mutating func endBlock(_ sequence: Int)

    /// What is left at the end.
    consuming func finish() -> Sums
}

extension ReplayVisitor {
    public mutating func visit(_ record: borrowing LogRecord, bypassing reason: Bypass, in arena: inout ByteArena) {}

    public mutating func visit(
        _ fault: LineFault, at place: LinePlace, line: TextRange, in arena: borrowing ByteArena
    ) {}

    public mutating func endBlock(_ sequence: Int) {}
}
