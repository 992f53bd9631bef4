import ByteText

/// A k-way merge of all runs in key order. Records with equal keys keep the order of their runs.
///
/// Uses a loser tree: each step compares as many keys as the tree is high.
public struct RunMerge: ~Copyable {
    private let file: SpillFile?
    private var windows: [RunWindow] = []
    /// The windows, contiguously. Each contains a part of its run, starting with the run's next record.
    private var buffer: [UInt8] = []
    /// The value of the current record, if it is longer than a window.
    private var long: [UInt8] = []
    /// The winning run at index 0, and the losing run at each other node.
    private var tree: [Int] = []
    /// The length of the common prefix of all keys.
    private let shared: Int

    /// The memory of all windows, unless there are so many that each gets the minimum.
    private static let windowsBytes = 16 << 20
    private static let leastWindow = 16 << 10
    private static let mostWindow = 1 << 20

    init(_ file: SpillFile?, _ runs: [SortedRun]) throws(SpillFault) {
        self.file = file
        shared = Self.sharedPrefix(of: runs)
        let size = max(Self.leastWindow, min(Self.mostWindow, Self.windowsBytes / max(1, runs.count)))
        buffer = [UInt8](repeating: 0, count: size * runs.count)
        for (number, run) in runs.enumerated() {
            windows.append(RunWindow(start: number * size, end: (number + 1) * size, rest: run.bytes))
            try advance(number)
        }
        // No winner yet: −1 wins against every run.
        tree = [Int](repeating: -1, count: max(1, runs.count))
        for number in runs.indices { replay(number) }
        isAtStart = true
    }

    private var isAtStart = true

    private static func sharedPrefix(of runs: [SortedRun]) -> Int {
        guard let first = runs.first?.sharedPrefix else { return 0 }
        return runs.reduce(first.count) { shared, run in
            run.sharedPrefix.span.sharedPrefix(with: first.span, from: 0, to: min(shared, run.sharedPrefix.count))
        }
    }

    /// Advances to the next record. Returns false after the last one.
    public mutating func next() throws(SpillFault) -> Bool {
        guard !windows.isEmpty else { return false }
        if isAtStart {
            isAtStart = false
        } else {
            try advance(tree[0])
            replay(tree[0])
        }
        guard windows[tree[0]].hasRecord else { return false }
        if windows[tree[0]].isLong { try readLongValue() }
        return true
    }

    /// The key of the current record.
    public var key: Span<UInt8> {
        @_lifetime(borrow self)
        get { buffer.span.extracting(windows[tree[0]].key) }
    }

    /// The value of the current record.
    public var value: Span<UInt8> {
        @_lifetime(borrow self)
        get {
            let window = windows[tree[0]]
            return window.isLong ? long.span : buffer.span.extracting(window.value)
        }
    }

    // MARK: - The windows

    /// Advances to the next record of a run.
    private mutating func advance(_ number: Int) throws(SpillFault) {
        var window = windows[number]
        window.leaveRecord()
        if !window.isComplete(buffer.span) { try fill(&window) }
        window.findRecord(buffer.span, after: shared)
        windows[number] = window
    }

    /// Moves the unread part of a window to its start and fills the rest.
    private mutating func fill(_ window: inout RunWindow) throws(SpillFault) {
        guard let file else { return }
        let left = window.place..<window.filled
        let moved = window.start + left.count
        for offset in 0..<left.count { buffer[window.start + offset] = buffer[left.lowerBound + offset] }
        let count = min(window.end - moved, window.rest.count)
        try file.read(&buffer, moved..<(moved + count), at: window.rest.lowerBound)
        window.place = window.start
        window.filled = moved + count
        window.rest = (window.rest.lowerBound + count)..<window.rest.upperBound
    }

    /// Reads the value of the current record, which does not fit its window.
    private mutating func readLongValue() throws(SpillFault) {
        guard let file else { return }
        let window = windows[tree[0]]
        let start = window.rest.lowerBound - (window.filled - window.value.lowerBound)
        long = [UInt8](repeating: 0, count: window.value.count)
        try file.read(&long, long.indices, at: start)
    }

    // MARK: - The tree

    /// Replays the matches of a run from its leaf to the root.
    private mutating func replay(_ number: Int) {
        var winner = number
        var place = (number + windows.count) / 2
        while place > 0 {
            if precedes(tree[place], winner) { swap(&tree[place], &winner) }
            place /= 2
        }
        tree[0] = winner
    }

    private func precedes(_ one: Int, _ other: Int) -> Bool {
        if one < 0 || other < 0 { return one < other }
        let (left, right) = (windows[one], windows[other])
        if !left.hasRecord || !right.hasRecord { return left.hasRecord }
        if left.word != right.word { return left.word < right.word }
        let order = buffer.span.extracting(left.key).compare(buffer.span.extracting(right.key), from: shared)
        return order == 0 ? one < other : order < 0
    }
}
