import Server

/// A PROXY protocol header has one reading, however few of its bytes have arrived.
enum ProxyProperties {
    static func fault(of input: Span<UInt8>) -> String? {
        let whole = ProxyHeader.read(input)
        var isDecided = false
        for count in 0..<input.count {
            let part = ProxyHeader.read(input.extracting(0..<count))
            if part == .incomplete {
                if isDecided { return "\(count) bytes are less than those before them" }
                continue
            }
            isDecided = true
            if part != whole { return "\(count) bytes make \(part), and all make \(whole)" }
        }
        switch whole {
        case .header(_, let count):
            if count < 8 || count > min(input.count, ProxyHeader.largestCount) { return "a header of \(count) bytes" }
            if case .header = ProxyHeader.read(input.extracting(0..<count - 1)) {
                return "a header lacks its last byte"
            }
        case .incomplete:
            if input.count >= ProxyHeader.largestCount { return "a header without an end" }
        case .malformed: break
        }
        return nil
    }
}
