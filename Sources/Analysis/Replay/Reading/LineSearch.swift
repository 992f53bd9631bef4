import ByteText
import Glibc
import LogFormats

/// Searches logs for lines that contain a text, plain or compressed, without reading them otherwise.
public enum LineSearch {
    /// The first lines that contain a text and that a closure accepts, in the order of the logs.
    ///
    /// - Parameters:
    ///   - limit: The maximum number of lines.
    ///   - isInterrupted: Called between blocks; ends the search.
    ///   - accept: Converts a line, without its line end; `nil` to continue.
    /// - Throws: ``ReplayFault`` if a log can't be read to its end, and none was found before.
    public static func lines<Line>(
        containing text: String, in inputs: [LogInput], limit: Int = 1, isInterrupted: @escaping @Sendable () -> Bool,
        accept: (Span<UInt8>) -> Line?
    ) throws(ReplayFault) -> [Line] {
        let source = try BlockSource(ReplaySettings(inputs: inputs, format: .decisions), isInterrupted: isInterrupted)
        var block = LineBlock()
        var found: [Line] = []
        var fault: ReplayFault?
        let wanted = Array(text.utf8)
        while found.count < limit, try source.next(&block) {
            if let unread = block.unread { fault = ReplayFault("\(inputs[Int(block.input)].name): \(unread.reason)") }
            search(block.bytes, block.lines, for: wanted, limit, &found, accept)
        }
        if let fault, found.isEmpty { throw fault }
        return found
    }

    private static func search<Line>(
        _ bytes: [UInt8], _ lines: Range<Int>, for text: [UInt8], _ limit: Int, _ found: inout [Line],
        _ accept: (Span<UInt8>) -> Line?
    ) {
        var place = lines.lowerBound
        while found.count < limit, let hit = firstHit(of: text, in: bytes, place..<lines.upperBound) {
            let start = LineEnd.lastStart(in: bytes, place..<hit)
            let next = LineEnd.after(hit, in: bytes, before: lines.upperBound) ?? lines.upperBound
            if let line = accept(bytes.span.extracting(start..<next)) { found.append(line) }
            place = next
        }
    }

    private static func firstHit(of text: [UInt8], in bytes: [UInt8], _ piece: Range<Int>) -> Int? {
        precondition(piece.lowerBound >= 0 && piece.upperBound <= bytes.count)
        guard let first = text.first else { return nil }
        // Safe: the pointers are used within the call only, between two offsets inside the buffers.
        return unsafe bytes.withUnsafeBytes { bytes in
            unsafe text.withUnsafeBytes { text in
                guard let base = bytes.baseAddress, let wanted = text.baseAddress else { return nil }
                var place = piece.lowerBound
                while place + text.count <= piece.upperBound {
                    let rest = piece.upperBound - text.count - place + 1
                    guard let found = unsafe memchr(base + place, Int32(first), rest) else { return nil }
                    place = unsafe UnsafeRawPointer(found) - base
                    if unsafe memcmp(base + place, wanted, text.count) == 0 { return place }
                    place += 1
                }
                return nil
            }
        }
    }
}
