public import ByteText
public import LogFormats
public import Routing

/// Processes the lines of a log on one core. Each worker has its own visitor and calls it on one thread.
///
/// The engine is generic over the visitor, so calls are direct. Records and outcomes are passed `inout` only because
/// borrowed values of their size would be copied at every call; visitors must not change them.
public protocol ReplayVisitor: SendableMetatype {
    /// The result of a visitor. The results of all workers are added, so their order must not matter.
    associatedtype Sums: Sendable

    /// Whether the visitor reads the addresses in the decision on a line. If not, addresses that are slow to write are
    /// left empty in the outcome (`ClickRequest.omitsAddresses`).
    func readsAddresses(of record: inout LogRecord) -> Bool

    /// Called for a decided click. The arena contains the request and the outcome; it may grow and must not shrink.
    mutating func visit(
        _ record: inout LogRecord, _ request: borrowing ClickRequest, _ outcome: inout Outcome,
        in arena: inout ByteArena)

    /// Called for a line that the front does not decide.
    mutating func visit(_ record: inout LogRecord, bypassing reason: Bypass, in arena: inout ByteArena)

    /// Called for a line that could not be read. Of an overlong line, only the beginning is passed.
    mutating func visit(_ fault: LineFault, at place: LinePlace, line: TextRange, in arena: borrowing ByteArena)

    /// Called after all lines of a block. Blocks are numbered from 0 in the order of all inputs, without gaps.
    mutating func endBlock(_ sequence: Int)

    /// Returns the sums.
    consuming func finish() -> Sums
}

extension ReplayVisitor {
    /// Returns true.
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
