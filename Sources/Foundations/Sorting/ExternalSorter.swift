/// External merge sort: sorts any number of records by key in bounded memory.
///
/// Records are collected in a block. A full block is sorted and written as a run to an unnamed temporary file; ``merge()``
/// merges all runs in one pass. The sort is stable. Not thread-safe.
///
/// Disk usage is the size of the records plus eight bytes each. Memory usage is one block, and during a merge at least 16 KiB
/// per run: with blocks of 32 MiB, a terabyte of records needs 512 MiB.
public struct ExternalSorter: ~Copyable {
    /// The maximum length of a key in bytes.
    public static let mostKeyBytes = 4_096

    private let directory: String
    private let blockBytes: Int
    private var block = SortBlock()
    private var file: SpillFile?
    private var runs: [SortedRun] = []
    private var fileBytes = 0

    /// The number of records added.
    public private(set) var count = 0
    /// The total size of keys and values in bytes.
    public private(set) var bytes = 0

    /// Creates an empty sorter. The file is created with the first run.
    ///
    /// - Parameters:
    ///   - directory: The directory of the temporary file.
    ///   - blockBytes: The memory for a block, below 2 GiB. A larger record gets a block of its own.
    public init(directory: String, blockBytes: Int) {
        precondition(blockBytes < 1 << 31)
        self.directory = directory
        self.blockBytes = blockBytes
    }

    /// Adds a record. Writes a run if the block is full.
    public mutating func append(_ key: Span<UInt8>, _ value: Span<UInt8>) throws(SpillFault) {
        precondition(key.count <= Self.mostKeyBytes)
        if block.count > 0, block.memory + key.count + value.count > blockBytes { try spill() }
        block.append(key, value)
        count += 1
        bytes += key.count + value.count
    }

    /// Iterates over all records in key order. Can be called repeatedly. Releases the block's memory.
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

    /// The size of a write in bytes.
    private static let outputBytes = 1 << 20
}

/// A sorted run in the file.
struct SortedRun: Sendable {
    /// The run's range in the file.
    var bytes: Range<Int>
    /// The common prefix of all keys.
    var sharedPrefix: [UInt8]
}

extension [UInt8] {
    /// Copies a span.
    init(span: Span<UInt8>) {
        // Safe: the pointer is read only during the call.
        self = unsafe span.withUnsafeBufferPointer { unsafe Array($0) }
    }
}
