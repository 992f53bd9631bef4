import Glibc

/// Finds line ends. A line ends in a line feed; a carriage return before it belongs to the line end.
enum LineEnd {
    /// The offset after the first line end at or after `start`; `nil` if there is none.
    static func after(_ start: Int, in bytes: borrowing [UInt8], before end: Int) -> Int? {
        precondition(start >= 0 && end <= bytes.count)
        guard start < end else { return nil }
        // Safe: the pointer is read only within the call, between two offsets inside the buffer.
        return unsafe bytes.withUnsafeBytes { bytes in
            guard let found = unsafe memchr(bytes.baseAddress! + start, 0x0A, end - start) else { return nil }
            return unsafe UnsafeRawPointer(found) - bytes.baseAddress! + 1
        }
    }

    /// The offset at which the last line of a range begins.
    static func lastStart(in bytes: borrowing [UInt8], _ piece: Range<Int>) -> Int {
        var index = piece.upperBound
        while index > piece.lowerBound, bytes[index - 1] != 0x0A { index -= 1 }
        return index
    }
}
