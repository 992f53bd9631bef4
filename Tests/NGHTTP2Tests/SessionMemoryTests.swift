import CNGHTTP2
import TestSupport
import Testing

@testable import NGHTTP2

/// A block of a session's memory, the number of bytes in use, and the byte that fills them.
@safe private struct Block {
    let address: UnsafeMutableRawPointer
    var size: Int
    var mark: UInt8 = 0

    // Safe, all three: the memory must be this large, which is under test.
    func fill() { unsafe address.initializeMemory(as: UInt8.self, repeating: mark, count: size) }

    /// Whether the first bytes are still the written ones.
    func isIntact(_ count: Int) -> Bool {
        unsafe UnsafeRawBufferPointer(start: address, count: count).allSatisfy { $0 == mark }
    }

    var number: UInt { unsafe UInt(bitPattern: address) }
}

extension SessionMemory {
    // Safe, all: the functions are called with the arguments that nghttp2 passes.

    fileprivate func allocate(_ size: Int) -> Block? {
        guard let address = unsafe table.pointee.malloc(size, table.pointee.mem_user_data) else { return nil }
        return unsafe Block(address: address, size: size)
    }

    fileprivate func allocateZeroed(_ count: Int, _ size: Int) -> Block? {
        guard let address = unsafe table.pointee.calloc(count, size, table.pointee.mem_user_data) else { return nil }
        return unsafe Block(address: address, size: count &* size)
    }

    fileprivate func resize(_ block: Block?, _ size: Int) -> Block? {
        let address = unsafe table.pointee.realloc(block?.address, size, table.pointee.mem_user_data)
        guard let address = unsafe address else { return nil }
        return unsafe Block(address: address, size: size, mark: block?.mark ?? 0)
    }

    fileprivate func release(_ block: Block?) {
        unsafe table.pointee.free(block?.address, table.pointee.mem_user_data)
    }
}

@Suite("The memory of sessions") struct SessionMemoryTests {
    private let memory = SessionMemory()

    @Test("no two blocks overlap, growing keeps what is written, and everything comes back")
    func property() throws {
        let seed = UInt64.random(in: .min ... .max)
        var random = SplitMix64(seed: seed)
        var blocks: [Block] = []
        for round in 0..<20_000 {
            let size = Int(random.next() % (random.next() % 50 == 0 ? 200_000 : 3000))
            let index = blocks.isEmpty ? 0 : Int(random.next() % UInt64(blocks.count))
            let action = blocks.isEmpty ? 0 : random.next() % 4
            if action < 2, blocks.count < 200 {
                var block = try #require(memory.allocate(size))
                #expect(block.number % 16 == 0)
                block.mark = UInt8(truncatingIfNeeded: round)
                blocks.append(block)
                block.fill()
            } else if action == 2 {
                let block = try #require(memory.resize(blocks[index], size))
                #expect(block.isIntact(min(size, blocks[index].size)), "seed \(seed), round \(round)")
                blocks[index] = block
                block.fill()
            } else {
                let block = blocks.remove(at: index)
                #expect(block.isIntact(block.size), "seed \(seed), round \(round)")
                memory.release(block)
            }
            #expect(memory.bytesInUse >= blocks.reduce(0) { $0 + $1.size })
        }
        for block in blocks { memory.release(block) }
        #expect(memory.bytesInUse == 0)
    }

    @Test("a block that was given back is handed out again, up to 64 KiB")
    func reuse() {
        for size in [0, 1, 64, 65, 4096, 65_536] {
            let first = memory.allocate(size)
            memory.release(first)
            let before = memory.systemAllocations
            let second = memory.allocate(size)
            #expect(first?.number == second?.number && memory.systemAllocations == before)
            memory.release(second)
        }
        memory.release(memory.allocate(65_537))
        let before = memory.systemAllocations
        memory.release(memory.allocate(65_537))
        #expect(memory.systemAllocations == before + 1)
    }

    @Test("a mebibyte of one size is kept, and no more")
    func kept() {
        let blocks = (0..<64).map { _ in memory.allocate(65_536) }
        for block in blocks { memory.release(block) }
        let before = memory.systemAllocations
        let again = (0..<64).map { _ in memory.allocate(65_536) }
        #expect(memory.systemAllocations == before + 48)
        for block in again { memory.release(block) }
    }

    @Test("zeroed blocks are, also those that are used again")
    func zeroed() throws {
        var used = try #require(memory.allocate(300))
        used.mark = 0xFF
        used.fill()
        memory.release(used)
        let block = try #require(memory.allocateZeroed(3, 100))
        #expect(block.number == used.number && block.isIntact(300))
        memory.release(block)
    }

    @Test("sizes that nothing has are refused, and nothing is given back")
    func overflow() {
        #expect(memory.allocateZeroed(.max, 2)?.number == nil)
        #expect(memory.allocate(.max)?.number == nil)
        #expect(memory.bytesInUse == 0)
        memory.release(nil)
        memory.release(memory.resize(nil, 10))
        #expect(memory.bytesInUse == 0)
    }
}
