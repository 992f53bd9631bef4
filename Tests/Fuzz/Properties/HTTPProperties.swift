import ByteText
import HTTP

/// The pieces in which bytes arrive do not affect the requests.
///
/// The first byte of an input selects the limits and where the rest is split.
enum HTTPProperties {
    static func fault(of input: Span<UInt8>) -> String? {
        guard input.count > 0 else { return nil }
        let stream = input.extracting(1..<input.count)
        let limits = input[0] & 1 == 0 ? RequestLimits() : RequestLimits(headBytes: 90, fields: 4, bodyBytes: 12)
        let whole = record(of: stream, cutting: stream.count, limits, capacity: 4096)
        let step = Int(input[0] >> 1)
        if step > 0, record(of: stream, cutting: step, limits, capacity: 16) != whole {
            return "pieces of \(step) bytes make other requests than the whole"
        }
        // Once in two pieces, split where the input selects.
        let first = stream.count * step / 128
        if record(of: stream, cutting: max(first, 1), limits, capacity: 1) != whole {
            return "a cut at \(first) makes other requests than the whole"
        }
        return nil
    }

    /// The requests of a stream, and how it ended.
    private static func record(
        of stream: Span<UInt8>, cutting step: Int, _ limits: RequestLimits, capacity: Int
    ) -> [UInt8] {
        var reader = RequestReader(limits: limits, capacity: capacity)
        var record: [UInt8] = []
        var position = 0
        repeat {
            let end = min(stream.count, position + max(step, 1))
            reader.receive(stream.extracting(position..<end))
            position = end
            if take(from: &reader, into: &record) { return record }
        } while position < stream.count
        reader.receiveEnd()
        _ = take(from: &reader, into: &record)
        return record
    }

    /// Records the reader's results; returns true if no more follow.
    private static func take(from reader: inout RequestReader, into record: inout [UInt8]) -> Bool {
        while true {
            switch reader.next() {
            case .needBytes: return false
            case .sendContinue: continue
            case .request:
                append(reader.request, to: &record)
                let last = !reader.exchange.keepsAlive
                reader.finishRequest()
                if last { return true }
            case .refuse(let status):
                record.append(contentsOf: [0xFE, UInt8(truncatingIfNeeded: status.code), UInt8(status.code >> 8)])
                return true
            case .end:
                record.append(0xFD)
                return true
            }
        }
    }

    private static func append(_ request: borrowing Request, to record: inout [UInt8]) {
        append(request.methodName, to: &record)
        append(request.target, to: &record)
        append(request.path, to: &record)
        append(request.host, to: &record)
        record.append(contentsOf: "\(request.port ?? -1) \(request.version) \(request.keepsAlive)".utf8)
        for index in 0..<request.fieldCount {
            append(request.fieldName(index), to: &record)
            append(request.fieldValue(index), to: &record)
        }
        append(request.body, to: &record)
        record.append(0xFC)
    }

    /// Appends the bytes, preceded by their length so that fields can't run into each other.
    private static func append(_ bytes: Span<UInt8>, to record: inout [UInt8]) {
        record.append(contentsOf: "\(bytes.count):".utf8)
        for index in 0..<bytes.count { record.append(bytes[index]) }
    }
}
