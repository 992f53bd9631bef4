/// Sorts records of any number by their keys, in bounded memory: an external merge sort.
///
/// Records gather in a block; a full block is sorted and written to a nameless temporary file as a run, and ``merge()`` goes
/// through all runs at the same time. Records with one key keep their order. One thread at a time.
///
/// Costs as many bytes of disk as the records have, and eight for each; memory for a block, and in a merge at least 16 KiB
/// for each run: with blocks of 32 MiB, a terabyte of records needs 512 MiB.
public struct ExternalSorter: ~Copyable {
    /// The longest key, in bytes.
    public static let mostKeyBytes = 4_096

    private let directory: String
    private let blockBytes: Int
    private var block = SortBlock()
    private var file: SpillFile?
    private var runs: [SortedRun] = []
    private var fileBytes = 0

    /// How many records were added.
    public private(set) var count = 0
    /// How many bytes their keys and values have.
    public private(set) var bytes = 0

    /// A sorter without records, which has no file yet.
    ///
    /// - Parameters:
    ///   - directory: Where the temporary file goes.
    ///   - blockBytes: The memory for a block, below 2 GiB. One larger record is a block by itself.
    public init(directory: String, blockBytes: Int) {
        precondition(blockBytes < 1 << 31)
        self.directory = directory
        self.blockBytes = blockBytes
    }

    /// Adds a record. Writes a run where the block is full.
    public mutating func append(_ key: Span<UInt8>, _ value: Span<UInt8>) throws(SpillFault) {
        precondition(key.count <= Self.mostKeyBytes)
        if block.count > 0, block.memory + key.count + value.count > blockBytes { try spill() }
        block.append(key, value)
        count += 1
        bytes += key.count + value.count
    }

    /// Goes through all records in the order of their keys; can be repeated. Gives the block's memory back.
    public mutating func merge() throws(SpillFault) -> RunMerge {
        if block.count > 0 { try spill() }
        block = SortBlock()
        return try RunMerge(file, runs)
    }

    /// Writes the block as a run.
    private mutating func spill() throws(SpillFault) {
        block.sort()
        let target: SpillFile
        if let file { target = file } else { target = try SpillFile(in: directory) }
        file = target
        let start = fileBytes
        var output: [UInt8] = []
        output.reserveCapacity(Self.outputBytes + blockBytes / 64)
        for index in 0..<block.count {
            output.append(contentsOf: block.bytes[block.record(index)])
            guard output.count >= Self.outputBytes else { continue }
            try target.write(output.span, at: fileBytes)
            fileBytes += output.count
            output.removeAll(keepingCapacity: true)
        }
        try target.write(output.span, at: fileBytes)
        fileBytes += output.count
        runs.append(SortedRun(bytes: start..<fileBytes, sharedPrefix: block.sharedPrefix))
        block.removeAll()
    }

    /// The bytes of one write.
    private static let outputBytes = 1 << 20
}

/// Sorted records in a file.
struct SortedRun: Sendable {
    /// Where they are.
    var bytes: Range<Int>
    /// The bytes that all keys begin with.
    var sharedPrefix: [UInt8]
}

extension [UInt8] {
    /// A copy of some bytes.
    init(span: Span<UInt8>) {
        // Safe: the pointer is read within the call only.
        self = unsafe span.withUnsafeBufferPointer { unsafe Array($0) }
    }
}
