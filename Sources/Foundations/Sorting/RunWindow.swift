import ByteText

/// The in-memory part of a run, and the position of the run's next record in it.
struct RunWindow {
    /// The window's range in the buffer of all windows.
    let start: Int
    let end: Int
    /// The part of the file that has not been read yet.
    var rest: Range<Int>
    /// The start of the next record.
    var place: Int
    /// The end of the bytes read.
    var filled: Int

    /// The next record's key and value in the buffer. A long value extends beyond the bytes read.
    private(set) var key = 0..<0
    private(set) var value = 0..<0
    /// The eight bytes of the key to compare first.
    private(set) var word: UInt64 = 0
    /// Whether there is a next record.
    private(set) var hasRecord = false

    init(start: Int, end: Int, rest: Range<Int>) {
        self.start = start
        self.end = end
        self.rest = rest
        place = start
        filled = start
    }

    /// Whether the value is longer than the window.
    var isLong: Bool { value.upperBound > filled }

    /// Skips the record, including any part that was never in the window.
    mutating func leaveRecord() {
        guard hasRecord else { return }
        let unread = value.upperBound - filled
        if unread > 0 { rest = (rest.lowerBound + unread)..<rest.upperBound }
        place = min(value.upperBound, filled)
        hasRecord = false
    }

    /// Whether the window contains all of the next record, or the rest of the run.
    func isComplete(_ buffer: Span<UInt8>) -> Bool {
        if rest.isEmpty { return true }
        guard filled - place >= SortBlock.headerCount else { return false }
        let counts = buffer.word(at: place)
        return filled - place >= SortBlock.headerCount + Int(counts & 0xFFFF_FFFF) + Int(counts >> 32)
    }

    /// Locates the next record, if any remains in the run.
    mutating func findRecord(_ buffer: Span<UInt8>, after shared: Int) {
        guard filled - place >= SortBlock.headerCount else { return }
        let counts = buffer.word(at: place)
        let keyStart = place + SortBlock.headerCount
        key = keyStart..<(keyStart + Int(counts & 0xFFFF_FFFF))
        value = key.upperBound..<(key.upperBound + Int(counts >> 32))
        word = buffer.extracting(key).bigEndianWord(at: shared)
        hasRecord = true
    }
}
