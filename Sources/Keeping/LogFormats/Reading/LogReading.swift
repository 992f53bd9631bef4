public import ByteText
public import Routing

/// The format of one log, with alternatives for lines that do not have it.
public final class LogReading: Sendable {
    /// One way to read a line.
    struct Way: Sendable {
        let schema: LineSchema
        /// The format of a line read this way.
        let format: LogFormat
        /// The format of such a line if its last columns are missing.
        var shorter: LogFormat?

        /// This way for lines with two spaces between columns, as Jetty writes some; `nil` if it does not apply.
        var lenient: Way? {
            schema.skippingRuns.map { Way(schema: $0, format: format, shorter: shorter) }
        }
    }

    /// The format of the log's first lines.
    public let format: LogFormat
    /// The format of a line that has all expected columns.
    public var richest: LogFormat { ways[0].format }
    /// The names of the ignored columns, members or variables in the first lines.
    public let unread: [String]
    /// The ways to read a line, in order; the first one applies to nearly all lines.
    let ways: [Way]

    /// The maximum number of ways.
    public static let wayLimit = 4

    /// The schema of most lines.
    public var schema: LineSchema { ways[0].schema }

    /// Reads a log in a given format. Only a collector's wrapping of the lines is detected.
    public convenience init(_ format: LogFormat, head: Span<UInt8>) throws(LogFormatFault) {
        let lines = LogHead.lines(head)
        let choices =
            [[try Way(schema: LineSchema(format), format: format)]]
            + LineWrapper.allCases.compactMap { wrapper in
                let wrapped = LogFormat.wrapped(wrapper, format)
                return (try? LineSchema(wrapped)).map { [Way(schema: $0, format: wrapped)] }
            }
        let isWrapped = format != .w3c && LogHead.readable(lines, by: choices[0]) == 0
        let choice = isWrapped ? choices.first { LogHead.readable(lines, by: $0) > 0 } : nil
        self.init(choice ?? choices[0], lines)
    }

    /// Detects a log's format; `nil` if none fits any of the first lines.
    public convenience init?(detecting head: Span<UInt8>) {
        for lines in [LogHead.lines(head, limit: 50), LogHead.lines(head)] {
            guard let ways = FormatDetection.ways(for: lines) else { continue }
            self.init(ways, lines)
            return
        }
        return nil
    }

    private init(_ ways: [Way], _ lines: [[UInt8]]) {
        let lenient = ways.compactMap(\.lenient)
        let isLenient = LogHead.readable(lines, by: lenient) > LogHead.readable(lines, by: ways)
        self.ways = isLenient ? lenient + ways : ways + lenient
        let isShort = ways[0].shorter != nil && LogHead.readable(lines, by: self.ways, whole: true) == 0
        format = isShort ? ways[0].shorter ?? ways[0].format : ways[0].format
        unread = LogHead.unread(lines, by: ways[0].schema)
    }

    /// Whether a line that the schema does not fit can be read in another way.
    public var hasOtherWays: Bool { ways.count > 1 }

    /// The format of a line that one of the ways has read.
    public func format(ofWay index: Int, isShort: Bool) -> LogFormat {
        isShort ? ways[index].shorter ?? ways[index].format : ways[index].format
    }
}

extension LogLineReader {
    /// Reads a line again that the log's usual schema does not fit; returns its format, and the reason if it is not a
    /// click. `nil` if no other way fits.
    ///
    /// The record must be in the state before the line was first read.
    public mutating func readAgain(
        _ line: TextRange, by reading: LogReading, into record: inout LogRecord, _ request: inout ClickRequest,
        _ arena: inout ByteArena
    ) -> (way: Int, bypass: Bypass?)? {
        let empty = record
        for index in reading.ways.indices.dropFirst() {
            record = empty
            do throws(LineFault) {
                return (index, try read(line, by: reading.ways[index].schema, into: &record, &request, &arena))
            } catch { continue }
        }
        return nil
    }
}
