/// A piece of a message, as offsets from its first byte: half of what a range of `Int` takes.
///
/// A head is copied with each borrow of a request, and consists of pieces. Messages are bounded by their limits, far below 4 GiB.
struct MessageRange {
    private var start: UInt32
    private var end: UInt32

    static var empty: MessageRange { MessageRange(0..<0) }

    init(_ indices: Range<Int>) {
        start = UInt32(indices.lowerBound)
        end = UInt32(indices.upperBound)
    }

    var lowerBound: Int { Int(start) }
    var upperBound: Int { Int(end) }
    var isEmpty: Bool { start == end }
    var indices: Range<Int> { lowerBound..<upperBound }
}
