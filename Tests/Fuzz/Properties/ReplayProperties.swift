import ByteText
import Devices
import LogFormats
import Replay

/// Each line of any log is a click, a bypass or a fault, independent of the lines before it.
///
/// The first byte of an input selects the format; the rest is the log.
enum ReplayProperties {
    private static let formats =
        LogFormat.named.map(\.format) + [
            .haproxy(captured: ["host", "user-agent"]),
            .pattern("$remote_addr [$time_local] $host \"$request\" $status \"$http_user_agent\""),
        ]

    static func fault(of input: Span<UInt8>) -> String? {
        guard input.count > 0 else { return nil }
        let log = input.extracting(1..<input.count)
        let format = formats[Int(input[0]) % formats.count]
        _ = LogLines.format(of: log)
        let whole = readings(of: log, format)
        let lines = lineCount(log, format)
        guard whole.count == lines else { return "\(whole.count) readings of \(lines) lines" }
        if format == .w3c { return nil }
        // Each line alone, with a new reader.
        var start = 0
        var index = 0
        while start < log.count {
            let end = log.firstIndex(of: 0x0A, from: start) ?? log.count
            if end > start {
                guard readings(of: log.extracting(start..<end), format) == [whole[index]] else {
                    return "line \(index + 1) is read differently on its own"
                }
                index += 1
            }
            start = end + 1
        }
        return nil
    }

    private static func lineCount(_ log: Span<UInt8>, _ format: LogFormat) -> Int {
        var count = 0
        var start = 0
        while start < log.count {
            let end = log.firstIndex(of: 0x0A, from: start) ?? log.count
            if end > start, !(format == .w3c && log[start] == UInt8(ascii: "#")) { count += 1 }
            start = end + 1
        }
        return count
    }

    /// The result of each line, as text. Texts are read, so that a range outside of the arena traps.
    private static func readings(of log: Span<UInt8>, _ format: LogFormat) -> [String] {
        var readings: [String] = []
        do throws(LogFormatFault) {
            try LogLines.read(log, as: format) { reading, arena in readings.append(told(reading, arena)) }
        } catch {
            return [error.description]
        }
        return readings
    }

    private static func told(_ reading: LogLines.Reading, _ arena: borrowing ByteArena) -> String {
        switch reading {
        case .bypass(let reason): return reason.name.description
        case .fault(let fault): return fault.name.description
        case .click(let record):
            let texts = [
                record.method, record.host, record.target, record.userAgent, record.referer, record.acceptLanguage,
                record.ip, record.country, record.location, record.hints.platform, record.hints.brands,
                record.logged?.target,
            ]
            let told = texts.map { $0.map { arena.string($0) } ?? "nil" }.joined(separator: "|")
            return "\(told)|\(record.time ?? -1)|\(record.status ?? 0)"
        }
    }
}
