import ByteText
import HTTP

/// The results of reading a stream of bytes: one line per request or refusal.
func outcomes(
    of bytes: [UInt8], pieces: [Int], limits: RequestLimits = RequestLimits(), capacity: Int = 4096
) -> [String] {
    var reader = RequestReader(limits: limits, capacity: capacity)
    var seen: [String] = []
    var position = 0
    for piece in pieces + [bytes.count] where piece > position || piece == bytes.count {
        reader.receive(bytes.span.extracting(position..<piece))
        position = piece
        if drain(&reader, &seen) { return seen }
    }
    reader.receiveEnd()
    _ = drain(&reader, &seen)
    return seen
}

/// Records the reader's results; returns true after a refusal or the end.
private func drain(_ reader: inout RequestReader, _ seen: inout [String]) -> Bool {
    while true {
        switch reader.next() {
        case .needBytes: return false
        case .sendContinue: continue
        case .request:
            seen.append(describe(reader.request))
            let last = !reader.exchange.keepsAlive
            reader.finishRequest()
            if last { return true }
        case .refuse(let status):
            seen.append("refused \(status.code)")
            return true
        case .end:
            return true
        }
    }
}

func describe(_ request: borrowing Request) -> String {
    let version = request.version.text.description.dropFirst("HTTP/".count)
    var text = "\(String(request.methodName)) \(String(request.target)) \(version)"
    text += " host=\(String(request.host))"
    if let port = request.port { text += ":\(port)" }
    for index in 0..<request.fieldCount {
        text += " [\(String(request.fieldName(index)))=\(String(request.fieldValue(index)))]"
    }
    if request.body.count > 0 { text += " body=\(String(request.body))" }
    return text + (request.keepsAlive ? "" : " last")
}

func outcomes(of text: String, limits: RequestLimits = RequestLimits()) -> [String] {
    outcomes(of: Array(text.utf8), pieces: [], limits: limits)
}
