import ByteText

/// The part of a run that is in memory, and the run's next record in it.
struct RunWindow {
    /// The window's place in the buffer of all windows.
    let start: Int
    let end: Int
    /// What of the run's file was not read yet.
    var rest: Range<Int>
    /// Where the next record begins.
    var place: Int
    /// Where the part that was read ends.
    var filled: Int

    /// The next record's key and value in the buffer; a long value reaches beyond what is there.
    private(set) var key = 0..<0
    private(set) var value = 0..<0
    /// The eight bytes of its key that are compared first.
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

    /// Whether the value is longer than the window has room for.
    var isLong: Bool { value.upperBound > filled }

    /// Goes beyond the record, also beyond what of it was never in the window.
    mutating func leaveRecord() {
        guard hasRecord else { return }
        let unread = value.upperBound - filled
        if unread > 0 { rest = (rest.lowerBound + unread)..<rest.upperBound }
        place = min(value.upperBound, filled)
        hasRecord = false
    }

    /// Whether the window has all of the next record, or all that is left of the run.
    func isComplete(_ buffer: Span<UInt8>) -> Bool {
        if rest.isEmpty { return true }
        guard filled - place >= SortBlock.headerCount else { return false }
        let counts = buffer.word(at: place)
        return filled - place >= SortBlock.headerCount + Int(counts & 0xFFFF_FFFF) + Int(counts >> 32)
    }

    /// Reads where the next record's parts are; there is none at the end of the run.
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
