import ByteText

/// Field lines (RFC 9112, section 5) and the fields that frame the message.
extension RequestHead {
    /// Finds the name and value in a field line without its CRLF. Returns `nil` if the line is malformed.
    ///
    /// The line contains no control characters except tabs. It must not begin with a space (`obs-fold`) or have one
    /// before the colon.
    static func split(_ buffer: borrowing ByteBuffer, at start: Int, _ line: Range<Int>) -> FieldLine? {
        let bytes = buffer.message(at: start)
        let nameEnd = bytes.extracting(0..<line.upperBound).endOfRun(of: .token, from: line.lowerBound)
        return FieldLine(bytes, line, nameEnd: nameEnd)
    }

    /// The field line at the beginning of a range, and the offset of its CRLF. `nil` if the CRLF is not in the range,
    /// or if the line is malformed or empty.
    @inline(__always)
    static func wholeField(_ buffer: borrowing ByteBuffer, at start: Int, _ range: Range<Int>) -> (FieldLine, Int)? {
        let bytes = buffer.message(at: start).extracting(0..<range.upperBound)
        if bytes[range.lowerBound] == 0x0D { return nil }
        let (stop, nameEnd) = bytes.fieldLine(from: range.lowerBound, names: .token)
        guard stop + 1 < bytes.count, bytes[stop] == 0x0D, bytes[stop + 1] == 0x0A else { return nil }
        return FieldLine(bytes, range.lowerBound..<stop, nameEnd: nameEnd).map { ($0, stop) }
    }

    /// Records a field that frames or routes the message. Returns the status to refuse the request with, or `nil`.
    mutating func record(_ buffer: borrowing ByteBuffer, at start: Int, _ field: FieldLine) -> Status? {
        let bytes = buffer.message(at: start)
        switch field.nameCount {
        case 4 where field.isNamed("host", in: bytes):
            guard hostField == nil else { return .badRequest }
            hostField = MessageRange(field.value)
        case 6 where field.isNamed("expect", in: bytes):
            guard bytes.extracting(field.value).equalsIgnoringCase("100-continue") else { return .expectationFailed }
            expectsContinue = true
        case 10 where field.isNamed("connection", in: bytes):
            return recordConnection(bytes.extracting(field.value))
        case 14 where field.isNamed("content-length", in: bytes):
            let value = bytes.extracting(field.value)
            // Repeated or listed lengths are refused even if they agree (RFC 9112, section 6.3, allows both).
            guard contentLength == nil, value.count <= 18, let length = value.decimalValue else { return .badRequest }
            contentLength = length
        case 17 where field.isNamed("transfer-encoding", in: bytes):
            return recordTransferEncoding(bytes.extracting(field.value))
        default: break
        }
        return nil
    }

    /// Accepts `chunked` only. Other codings before it are not implemented; anything else leaves the length undefined.
    private mutating func recordTransferEncoding(_ value: Span<UInt8>) -> Status? {
        guard !isChunked else { return .badRequest }
        if value.equalsIgnoringCase("chunked") {
            isChunked = true
            return nil
        }
        guard let comma = value.lastIndex(of: 0x2C) else { return .badRequest }
        var last = comma + 1
        while last < value.count, value[last].isBlank { last += 1 }
        guard value.extracting(last..<value.count).equalsIgnoringCase("chunked") else { return .badRequest }
        var start = 0
        while start <= comma {
            let end = value.firstIndex(of: 0x2C, from: start) ?? comma
            let coding = value.extracting(start..<end).trimmingBlanks
            guard !coding.isEmpty, coding.isToken, !coding.equalsIgnoringCase("chunked") else { return .badRequest }
            start = end + 1
        }
        return .notImplemented
    }

    /// `Connection` is a list of tokens; `close` takes precedence over `keep-alive` (RFC 9112, section 9.3).
    private mutating func recordConnection(_ value: Span<UInt8>) -> Status? {
        var start = 0
        while start <= value.count {
            let end = value.firstIndex(of: 0x2C, from: start) ?? value.count
            let option = value.extracting(start..<end).trimmingBlanks
            guard option.isToken else { return .badRequest }
            if option.equalsIgnoringCase("close") { requestsClose = true }
            if option.equalsIgnoringCase("keep-alive") { requestsKeepAlive = true }
            start = end + 1
        }
        return nil
    }

    /// Checks that require all fields. Returns the status to refuse the request with, or `nil`.
    mutating func finish(_ buffer: borrowing ByteBuffer, at start: Int) -> Status? {
        let bytes = buffer.message(at: start)
        if isChunked, contentLength != nil || version == .http1_0 { return .badRequest }
        if version == .http1_0 { expectsContinue = false }
        guard let hostField else { return finishWithoutHost(bytes) }
        if let refusal = readAuthority(bytes, hostField.indices) { return refusal }
        guard let targetAuthority else { return nil }
        // The authority of the target takes precedence (RFC 9112, section 3.2.2); a different Host is an attempt to
        // confuse parsers. The default port of the scheme may be omitted in either.
        let (givenHost, givenPort) = (host, port ?? targetPort)
        if let refusal = readAuthority(bytes, targetAuthority.indices) { return refusal }
        guard port ?? targetPort == givenPort,
            bytes.extracting(host.indices).equalsIgnoringCase(bytes.extracting(givenHost.indices))
        else {
            return .badRequest
        }
        return nil
    }

    /// HTTP/1.1 requires `Host`. For HTTP/1.0 it is optional, and the host is then empty; HTTP/2 has `:authority`
    /// instead.
    private mutating func finishWithoutHost(_ bytes: Span<UInt8>) -> Status? {
        guard version != .http1_1 else { return .badRequest }
        guard let targetAuthority else { return version == .http1_0 ? nil : .badRequest }
        return readAuthority(bytes, targetAuthority.indices)
    }
}

extension FieldLine {
    /// Whether the line has this lowercase field name.
    @inline(__always)
    fileprivate func isNamed(_ name: StaticString, in bytes: Span<UInt8>) -> Bool {
        bytes.extracting(self.name).isField(name)
    }

    /// A line without its CRLF, given the end of its name. `nil` if no colon follows the name, or the name is empty.
    @inline(__always)
    init?(_ bytes: Span<UInt8>, _ line: Range<Int>, nameEnd: Int) {
        guard nameEnd > line.lowerBound, nameEnd < line.upperBound, line.upperBound <= bytes.count,
            bytes[nameEnd] == 0x3A
        else { return nil }
        var value = nameEnd &+ 1
        var end = line.upperBound
        // Safe: the indices are after the name and before the line's end, hence in the span.
        while value < end, unsafe bytes[unchecked: value].isBlank { value &+= 1 }
        while end > value, unsafe bytes[unchecked: end &- 1].isBlank { end &-= 1 }
        nameStart = UInt32(truncatingIfNeeded: line.lowerBound)
        nameCount = UInt32(truncatingIfNeeded: nameEnd &- line.lowerBound)
        valueStart = UInt32(truncatingIfNeeded: value)
        valueCount = UInt32(truncatingIfNeeded: end &- value)
    }
}

extension Span<UInt8> {
    /// The span without leading and trailing spaces and tabs.
    var trimmingBlanks: Span<UInt8> {
        @_lifetime(copy self) get {
            var start = 0
            var end = count
            while start < end, self[start].isBlank { start += 1 }
            while end > start, self[end - 1].isBlank { end -= 1 }
            return extracting(start..<end)
        }
    }

    /// Whether all bytes are token characters. `true` for the empty span, since a list may have empty elements.
    var isToken: Bool {
        for index in indices where !self[index].isToken { return false }
        return true
    }

    func lastIndex(of byte: UInt8) -> Int? {
        var index = count
        while index > 0 {
            index -= 1
            if self[index] == byte { return index }
        }
        return nil
    }

    /// Whether two spans are equal, ignoring the case of ASCII letters.
    func equalsIgnoringCase(_ other: Span<UInt8>) -> Bool {
        guard count == other.count else { return false }
        for index in indices where self[index].lowercased != other[index].lowercased { return false }
        return true
    }
}
