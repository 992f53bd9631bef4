import Threads

/// Writes the output of several workers in the order of the blocks.
///
/// A worker waits until the blocks before its own are written. Blocks are handed out in order, so the worker with the
/// first of them never waits.
public final class OrderedOutput: Sendable {
    private let next = Locked(0)
    private let write: @Sendable ([UInt8]) -> Void

    /// - Parameter write: Called with each block's bytes, on the thread of the block's worker, one call at a time.
    public init(_ write: @escaping @Sendable ([UInt8]) -> Void) {
        self.write = write
    }

    /// Writes the output of a block. Must be called exactly once for each block, even if the output is empty.
    public func write(_ bytes: [UInt8], sequence: Int) {
        next.wait { $0 == sequence ? () : nil }
        // No other worker writes until the number is the next one.
        if !bytes.isEmpty { write(bytes) }
        next.withLock { $0 += 1 }
    }
}
