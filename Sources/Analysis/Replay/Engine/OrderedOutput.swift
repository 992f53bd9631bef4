import Threads

/// Writes what several workers make of blocks in the order of the blocks.
///
/// A worker waits until the blocks before its own are written. Blocks are handed out in order, so that the worker with the
/// first of them never waits.
public final class OrderedOutput: Sendable {
    private let next = Locked(0)
    private let write: @Sendable ([UInt8]) -> Void

    public init(_ write: @escaping @Sendable ([UInt8]) -> Void) {
        self.write = write
    }

    /// Writes what was made of a block. It must be called once for each block, also where there is nothing to write.
    public func write(_ bytes: [UInt8], sequence: Int) {
        next.wait { $0 == sequence ? () : nil }
        // No other worker writes until the number is the next one.
        if !bytes.isEmpty { write(bytes) }
        next.withLock { $0 += 1 }
    }
}
