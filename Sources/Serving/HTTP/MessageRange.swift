/// A slice of a message, as offsets from its first byte. Half the size of a range of `Int`.
///
/// A head consists of such slices and is copied on each borrow of a request. Messages are limited to far less than 4
/// GiB.
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
