import ByteText

/// `method SP request-target SP HTTP-version` (RFC 9112, section 3), with exactly one space each.
extension RequestHead {
    /// Parses the request line, without its CRLF. Returns the status to refuse the request with, or `nil`.
    mutating func readRequestLine(_ buffer: borrowing ByteBuffer, at start: Int, _ line: Range<Int>) -> Status? {
        let bytes = buffer.message(at: start)
        guard let methodEnd = readMethod(bytes, line) else { return .badRequest }

        // The version is eight bytes long, so the target ends nine bytes before the line does.
        let targetStart = methodEnd + 1
        let targetEnd = line.upperBound - 9
        guard targetEnd > targetStart, bytes[targetEnd] == 0x20 else { return .badRequest }
        if let refusal = readVersion(bytes.extracting((targetEnd + 1)..<line.upperBound)) { return refusal }
        return readTarget(bytes, targetStart..<targetEnd)
    }

    /// Parses the method. Returns the offset of the space after it, or `nil` if it is malformed.
    private mutating func readMethod(_ bytes: Span<UInt8>, _ line: Range<Int>) -> Int? {
        if line.count > 4, bytes.shortWord(at: line.lowerBound, count: 4) == RequestHead.get {
            let end = line.lowerBound + 3
            methodRange = MessageRange(line.lowerBound..<end)
            method = .get
            return end
        }
        let end = bytes.extracting(0..<line.upperBound).endOfRun(of: .token, from: line.lowerBound)
        guard end > line.lowerBound, end < line.upperBound, bytes[end] == 0x20 else { return nil }
        methodRange = MessageRange(line.lowerBound..<end)
        method = Method(bytes.extracting(line.lowerBound..<end))
        return end
    }

    /// `GET ` and `HTTP/1.1` as words.
    private static var get: UInt64 { 0x2054_4547 }
    private static var version1: UInt64 { 0x312E_312F_5054_5448 }

    /// `HTTP/` DIGIT `.` DIGIT, in uppercase (RFC 9112, section 2.3).
    private mutating func readVersion(_ version: Span<UInt8>) -> Status? {
        if version.word(at: 0) == RequestHead.version1 {
            self.version = .http1_1
            return nil
        }
        guard version.starts(with: "HTTP/"), version[5].isDigit, version[6] == 0x2E, version[7].isDigit else {
            return .badRequest
        }
        guard version[5] == 0x31 else { return .versionNotSupported }
        self.version = version[7] == 0x30 ? .http1_0 : .http1_1
        return nil
    }

    /// The four forms of RFC 9112, section 3.2. CONNECT has its own form and is not implemented.
    private mutating func readTarget(_ bytes: Span<UInt8>, _ range: Range<Int>) -> Status? {
        if method == .connect {
            let end = bytes.extracting(0..<range.upperBound).endOfRun(of: .targetQuery, from: range.lowerBound)
            return end == range.upperBound ? .notImplemented : .badRequest
        }
        if bytes[range.lowerBound] == 0x2F { return readOriginForm(bytes, range) }
        if range.count == 1, bytes[range.lowerBound] == 0x2A {
            target = MessageRange(range)
            return method == .options ? nil : .badRequest
        }
        return readAbsoluteForm(bytes, range)
    }

    /// `absolute-path [ "?" query ]` without a fragment: visible ASCII, and unencoded UTF-8, which other servers accept
    /// as well.
    mutating func readOriginForm(_ bytes: Span<UInt8>, _ range: Range<Int>) -> Status? {
        target = MessageRange(range)
        let target = bytes.extracting(0..<range.upperBound)
        let pathEnd = target.endOfRun(of: .targetPath, from: range.lowerBound)
        if pathEnd == range.upperBound { return nil }
        guard target[pathEnd] == 0x3F else { return readUnencoded(target, from: pathEnd, after: range.lowerBound) }
        query = UInt32(pathEnd + 1)
        let queryEnd = target.endOfLongRun(of: .targetQuery, from: pathEnd + 1)
        return queryEnd == range.upperBound ? nil : readUnencoded(target, from: queryEnd, after: range.lowerBound)
    }

    /// Parses the rest of a target from the first unusual byte on. Cold.
    private mutating func readUnencoded(_ target: Span<UInt8>, from end: Int, after start: Int) -> Status? {
        for index in end..<target.count where target[index] < 0x80 {
            if query == nil, target[index] == 0x3F { query = UInt32(index + 1) }
            let allowed: ByteSet = query == nil && !takesAnyPath ? .targetPath : .targetQuery
            guard allowed.contains(target[index]) else { return .badRequest }
        }
        return (try? UTF8Span(validating: target.extracting(start...))) == nil ? .badRequest : nil
    }

    /// `http://authority/path?query`, as sent to proxies. A missing path is read as `/`; a query directly after the
    /// authority is refused, since parsers disagree about it.
    private mutating func readAbsoluteForm(_ bytes: Span<UInt8>, _ range: Range<Int>) -> Status? {
        let text = bytes.extracting(range)
        guard let colon = text.firstIndex(of: 0x3A), text.count >= colon + 3 else { return .badRequest }
        let scheme = text.extracting(0..<colon)
        guard scheme.equalsIgnoringCase("http") || scheme.equalsIgnoringCase("https"),
            text[colon + 1] == 0x2F, text[colon + 2] == 0x2F
        else { return .badRequest }
        let authorityStart = colon + 3
        targetPort = scheme.count == 4 ? 80 : 443
        let pathStart = text.firstIndex(of: 0x2F, from: authorityStart) ?? text.count
        guard pathStart > authorityStart else { return .badRequest }
        targetAuthority = MessageRange((range.lowerBound + authorityStart)..<(range.lowerBound + pathStart))
        if pathStart == text.count {
            // The slash before the authority serves as the missing path.
            target = MessageRange((range.lowerBound + authorityStart - 1)..<(range.lowerBound + authorityStart))
            return nil
        }
        return readOriginForm(bytes, (range.lowerBound + pathStart)..<range.upperBound)
    }
}
