import CNGHTTP2
import Glibc

/// A memory pool for the sessions of one thread: freed blocks are reused, so a warm connection does not allocate from
/// the system.
///
/// Block sizes are powers of two. Confined to one thread. Sessions retain the pool, so it outlives them.
@safe public final class SessionMemory {
    /// The number of blocks allocated from the system rather than reused, so far.
    public private(set) var systemAllocations: UInt64 = 0
    /// The number of bytes in use by sessions, including unused space in blocks.
    public private(set) var bytesInUse = 0

    /// The unused blocks of one size, each with the address of the next in its first bytes.
    @safe private struct FreeList {
        var first: UnsafeMutableRawPointer?
        var count = 0
    }

    private let lists: UnsafeMutablePointer<FreeList>
    /// The allocator passed to nghttp2, which keeps the address.
    let table: UnsafeMutablePointer<nghttp2_mem>

    /// The header before each block contains its size as a power of two, padded to keep the block aligned.
    private static let headBytes = 16
    /// 64 bytes to 64 KiB; larger blocks are returned to the system.
    private static let classes = 6...16
    /// The maximum number of pooled bytes per size.
    private static let keptBytes = 1 << 20

    /// Creates an empty pool.
    public init() {
        // Safe: the memory is owned by this object, initialized here, and freed in deinit.
        unsafe lists = .allocate(capacity: SessionMemory.classes.count)
        unsafe lists.initialize(repeating: FreeList(), count: SessionMemory.classes.count)
        unsafe table = .allocate(capacity: 1)
        unsafe table.initialize(to: nghttp2_mem())
        unsafe table.pointee = SessionMemory.calls(to: Unmanaged.passUnretained(self).toOpaque())
    }

    // Safe: sessions retain this object, so none of them still has a block; the blocks in the lists are unused.
    deinit {
        for index in 0..<SessionMemory.classes.count {
            while let block = unsafe lists[index].first {
                unsafe lists[index].first = block.load(as: UnsafeMutableRawPointer?.self)
                unsafe Glibc.free(block - SessionMemory.headBytes)
            }
        }
        unsafe lists.deallocate()
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

    /// Safe: nghttp2 passes the pointer given to ``calls(to:)``, and sessions retain the object.
    @inline(__always)
    private static func with<Result>(_ pointer: UnsafeMutableRawPointer?, _ body: (SessionMemory) -> Result) -> Result {
        guard let pointer = unsafe pointer else { preconditionFailure("nghttp2 passed no user data") }
        return unsafe Unmanaged<SessionMemory>.fromOpaque(pointer)._withUnsafeGuaranteedRef(body)
    }

    /// The power of two for a block of this size.
    @inline(__always)
    private static func power(for size: Int) -> Int {
        size <= 64 ? classes.lowerBound : Int.bitWidth - (size &- 1).leadingZeroBitCount
    }

    /// A block of at least this size, suitably aligned for any type, for the sessions themselves. Returns `nil` if out
    /// of memory.
    func block(of size: Int) -> UnsafeMutableRawPointer? { unsafe allocate(size) }

    /// Frees a block returned by ``block(of:)``.
    func giveBack(_ block: UnsafeMutableRawPointer) { unsafe release(block) }

    private func allocate(_ size: Int) -> UnsafeMutableRawPointer? {
        guard size >= 0, size <= Int.max / 4 else { return nil }
        let power = SessionMemory.power(for: size)
        bytesInUse += 1 << power
        if power <= SessionMemory.classes.upperBound {
            let index = power - SessionMemory.classes.lowerBound
            // Safe: the index is within the lists; a listed block contains the address of the next, or nil.
            if let block = unsafe lists[index].first {
                unsafe lists[index].first = block.load(as: UnsafeMutableRawPointer?.self)
                unsafe lists[index].count -= 1
                return unsafe block
            }
        }
        systemAllocations += 1
        // Safe: the block has room for its header and the requested size.
        guard let base = unsafe malloc(SessionMemory.headBytes + 1 << power) else {
            bytesInUse -= 1 << power
            return nil
        }
        unsafe base.storeBytes(of: power, as: Int.self)
        return unsafe base + SessionMemory.headBytes
    }

    private func release(_ block: UnsafeMutableRawPointer?) {
        guard let block = unsafe block else { return }
        // Safe: nghttp2 frees each block returned by allocate() once; its size is in the header before it.
        let power = unsafe (block - SessionMemory.headBytes).load(as: Int.self)
        bytesInUse -= 1 << power
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
        // Safe: as in release; both blocks are at least as large as the number of bytes copied.
        let power = unsafe (block - SessionMemory.headBytes).load(as: Int.self)
        if size <= 1 << power { return unsafe block }
        guard let larger = unsafe allocate(size) else { return nil }
        unsafe larger.copyMemory(from: block, byteCount: 1 << power)
        unsafe release(block)
        return unsafe larger
    }
}
