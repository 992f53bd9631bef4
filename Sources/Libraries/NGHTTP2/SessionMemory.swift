import CNGHTTP2
import Glibc

/// Where sessions of one thread get their memory: blocks that are given back are handed out again, so a warm connection asks
/// the system for none.
///
/// Blocks come in powers of two. Belongs to one thread, and outlives the sessions that use it, which hold it.
@safe public final class SessionMemory {
    /// How many blocks came from the system and not from those given back, so far.
    public var systemAllocations: UInt64 { unsafe counts.pointee.systemAllocations }
    /// How many bytes sessions have in use, what blocks are larger than asked for included.
    public var bytesInUse: Int { unsafe counts.pointee.bytesInUse }

    /// Beside the lists, not among the properties: each change of those would be checked for being the only one.
    @safe private struct Counts {
        var systemAllocations: UInt64 = 0
        var bytesInUse = 0
    }

    /// The blocks of one size that nobody uses, each with the address of the next in its first bytes.
    @safe private struct FreeList {
        var first: UnsafeMutableRawPointer?
        var count = 0
    }

    private let lists: UnsafeMutablePointer<FreeList>
    private let counts: UnsafeMutablePointer<Counts>
    /// What nghttp2 is told; it keeps the address.
    let table: UnsafeMutablePointer<nghttp2_mem>

    /// Before each block: its size as a power of two, in as many bytes as keep the block aligned.
    private static let headBytes = 16
    /// 64 bytes to 64 KiB; larger blocks go back to the system.
    private static let classes = 6...16
    /// How many bytes of one size are kept for later.
    private static let keptBytes = 1 << 20

    /// An empty pool.
    public init() {
        // Safe: the blocks are this object's own, are initialised here and freed in deinit.
        unsafe lists = .allocate(capacity: SessionMemory.classes.count)
        unsafe lists.initialize(repeating: FreeList(), count: SessionMemory.classes.count)
        unsafe counts = .allocate(capacity: 1)
        unsafe counts.initialize(to: Counts())
        unsafe table = .allocate(capacity: 1)
        unsafe table.initialize(to: nghttp2_mem())
        unsafe table.pointee = SessionMemory.calls(to: Unmanaged.passUnretained(self).toOpaque())
    }

    // Safe: sessions hold this object, so none is left that has a block; the lists' blocks are nobody's.
    deinit {
        for index in 0..<SessionMemory.classes.count {
            while let block = unsafe lists[index].first {
                unsafe lists[index].first = block.load(as: UnsafeMutableRawPointer?.self)
                unsafe Glibc.free(block - SessionMemory.headBytes)
            }
        }
        unsafe lists.deallocate()
        unsafe counts.deallocate()
        unsafe table.deallocate()
    }

    private static func calls(to memory: UnsafeMutableRawPointer) -> nghttp2_mem {
        unsafe nghttp2_mem(
            mem_user_data: memory,
            malloc: { size, memory in unsafe SessionMemory.with(memory) { unsafe $0.allocate(size) } },
            free: { block, memory in unsafe SessionMemory.with(memory) { unsafe $0.release(block) } },
            calloc: { count, size, memory in
                let (bytes, overflow) = count.multipliedReportingOverflow(by: size)
                guard !overflow else { return nil }
                return unsafe SessionMemory.with(memory) { memory in
                    guard let block = unsafe memory.allocate(bytes) else { return nil }
                    unsafe memset(block, 0, bytes)
                    return unsafe block
                }
            },
            realloc: { block, size, memory in unsafe SessionMemory.with(memory) { unsafe $0.resize(block, to: size) } })
    }

    /// Safe: nghttp2 passes what ``calls(to:)`` gave it, and sessions hold the object.
    @inline(__always)
    private static func with<Result>(_ pointer: UnsafeMutableRawPointer?, _ body: (SessionMemory) -> Result) -> Result {
        guard let pointer = unsafe pointer else { preconditionFailure("nghttp2 passes what it was given") }
        return unsafe Unmanaged<SessionMemory>.fromOpaque(pointer)._withUnsafeGuaranteedRef(body)
    }

    /// The power of two that a block of so many bytes has.
    @inline(__always)
    private static func power(for size: Int) -> Int {
        size <= 64 ? classes.lowerBound : Int.bitWidth - (size &- 1).leadingZeroBitCount
    }

    /// A block of at least so many bytes, aligned for anything, for the sessions themselves; nil when memory is lacking.
    func block(of size: Int) -> UnsafeMutableRawPointer? { unsafe allocate(size) }

    /// Takes back what ``block(of:)`` has returned.
    func giveBack(_ block: UnsafeMutableRawPointer) { unsafe release(block) }

    private func allocate(_ size: Int) -> UnsafeMutableRawPointer? {
        guard size >= 0, size <= Int.max / 4 else { return nil }
        let power = SessionMemory.power(for: size)
        // Safe, here and below: the counts live as long as self.
        unsafe counts.pointee.bytesInUse += 1 << power
        if power <= SessionMemory.classes.upperBound {
            let index = power - SessionMemory.classes.lowerBound
            // Safe: the index is one of the lists'; a listed block holds the address of the next, or nil.
            if let block = unsafe lists[index].first {
                unsafe lists[index].first = block.load(as: UnsafeMutableRawPointer?.self)
                unsafe lists[index].count -= 1
                return unsafe block
            }
        }
        unsafe counts.pointee.systemAllocations += 1
        // Safe: the block has room for its head and what was asked for.
        guard let base = unsafe malloc(SessionMemory.headBytes + 1 << power) else {
            unsafe counts.pointee.bytesInUse -= 1 << power
            return nil
        }
        unsafe base.storeBytes(of: power, as: Int.self)
        return unsafe base + SessionMemory.headBytes
    }

    private func release(_ block: UnsafeMutableRawPointer?) {
        guard let block = unsafe block else { return }
        // Safe: nghttp2 gives back what allocate() returned, once; its power stands before it.
        let power = unsafe (block - SessionMemory.headBytes).load(as: Int.self)
        unsafe counts.pointee.bytesInUse -= 1 << power
        let index = power - SessionMemory.classes.lowerBound
        guard power <= SessionMemory.classes.upperBound,
            unsafe lists[index].count << power < SessionMemory.keptBytes
        else {
            return unsafe Glibc.free(block - SessionMemory.headBytes)
        }
        unsafe block.storeBytes(of: lists[index].first, as: UnsafeMutableRawPointer?.self)
        unsafe lists[index].first = unsafe block
        unsafe lists[index].count += 1
    }

    private func resize(_ block: UnsafeMutableRawPointer?, to size: Int) -> UnsafeMutableRawPointer? {
        guard let block = unsafe block else { return unsafe allocate(size) }
        // Safe: as in release; both blocks hold at least as many bytes as are copied.
        let power = unsafe (block - SessionMemory.headBytes).load(as: Int.self)
        if size <= 1 << power { return unsafe block }
        guard let larger = unsafe allocate(size) else { return nil }
        unsafe larger.copyMemory(from: block, byteCount: 1 << power)
        unsafe release(block)
        return unsafe larger
    }
}
