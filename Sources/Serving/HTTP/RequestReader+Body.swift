import ByteText

/// Bodies with a length or in chunks (RFC 9112, sections 6 and 7). A body is collected in one piece, directly after its
/// head.
extension RequestReader {
    mutating func readBody() -> Step {
        guard buffer.count - start >= bodyEnd else { return .starved }
        scan = bodyEnd
        phase = .complete
        return .onward
    }

    /// `chunk-size [ chunk-ext ] CRLF`. Extensions are validated and ignored.
    mutating func readChunkLine() -> Step {
        switch nextLine(before: lineStart + RequestLimits.chunkLineBytes) {
        case .incomplete: return .starved
        case .tooLong, .malformed: return .refuse(.badRequest)
        case .whole(let range):
            guard let size = RequestHead.chunkSize(buffer, at: start, range) else { return .refuse(.badRequest) }
            return beginChunk(size)
        }
    }

    private mutating func beginChunk(_ size: Int) -> Step {
        if size == 0 {
            sectionStart = lineStart
            phase = .trailers
            return .onward
        }
        guard size <= limits.bodyBytes - (bodyEnd - bodyStart) else { return .refuse(.contentTooLarge) }
        chunkRemaining = size
        phase = .chunkData
        return .onward
    }

    /// Moves the received part of the chunk down to the end of the body.
    mutating func readChunkData() -> Step {
        let available = min(chunkRemaining, buffer.count - start - scan)
        guard available > 0 else { return .starved }
        buffer.move((start + scan)..<(start + scan + available), to: start + bodyEnd)
        bodyEnd += available
        scan += available
        lineStart = scan
        chunkRemaining -= available
        if chunkRemaining == 0 { phase = .chunkEnd }
        return .onward
    }

    /// The CRLF after a chunk's data; nothing else is accepted.
    mutating func readChunkEnd() -> Step {
        let position = start + scan
        guard position < buffer.count else { return .starved }
        guard buffer[position] == 0x0D else { return .refuse(.badRequest) }
        guard position + 1 < buffer.count else { return .starved }
        guard buffer[position + 1] == 0x0A else { return .refuse(.badRequest) }
        scan += 2
        lineStart = scan
        phase = .chunkLine
        return .onward
    }

    /// Trailer fields are validated like other fields and dropped. Fields that frame or route a message are not allowed
    /// there (RFC 9110, section 6.5.1).
    mutating func readTrailerLine() -> Step {
        switch nextLine(before: sectionStart + limits.headBytes) {
        case .incomplete: return .starved
        case .tooLong: return .refuse(.fieldsTooLarge)
        case .malformed: return .refuse(.badRequest)
        case .whole(let line):
            if line.isEmpty {
                phase = .complete
                return .onward
            }
            fieldCount += 1
            guard fieldCount <= limits.fields else { return .refuse(.fieldsTooLarge) }
            guard RequestHead.isTrailer(buffer, at: start, line) else { return .refuse(.badRequest) }
            return .onward
        }
    }

    /// Makes room for at least a kilobyte: first by removing consumed data, then by growing.
    mutating func makeRoom() {
        if start > 0 {
            buffer.remove(0..<start)
            start = 0
        }
        // Consumed chunk lines lie between the body so far and the unread bytes.
        let read = min(lineStart, scan)
        if head.isChunked, phase != .complete, bodyStart > 0, read > bodyEnd {
            let gap = read - bodyEnd
            buffer.remove(bodyEnd..<read)
            scan -= gap
            lineStart -= gap
            sectionStart -= gap
        }
        buffer.reserve(1024)
    }
}

extension RequestHead {
    /// The size in a chunk line; extensions are validated and ignored. `nil` if the line is malformed.
    static func chunkSize(_ buffer: borrowing ByteBuffer, at start: Int, _ range: Range<Int>) -> Int? {
        let line = buffer.message(at: start).extracting(range)
        var digits = 0
        var size = 0
        while digits < line.count, let value = line[digits].hexValue {
            guard digits < 15 else { return nil }
            size = size << 4 | Int(value)
            digits += 1
        }
        return digits > 0 && line.extracting(digits..<line.count).isChunkExtension ? size : nil
    }

    /// Whether a line is allowed in a trailer section.
    static func isTrailer(_ buffer: borrowing ByteBuffer, at start: Int, _ line: Range<Int>) -> Bool {
        guard let field = split(buffer, at: start, line) else { return false }
        return !buffer.message(at: start).extracting(field.name).isFramingField
    }
}

extension Span<UInt8> {
    /// `*( ";" token [ "=" ( token / quoted-string ) ] )` (RFC 9112, section 7.1.1), without the optional whitespace
    /// that some parsers treat as the end of the size.
    var isChunkExtension: Bool {
        var index = 0
        while index < count {
            guard self[index] == 0x3B else { return false }
            index += 1
            let name = index
            while index < count, self[index].isToken { index += 1 }
            guard index > name else { return false }
            guard index < count, self[index] == 0x3D else { continue }
            index += 1
            guard let end = endOfExtensionValue(from: index) else { return false }
            index = end
        }
        return true
    }

    private func endOfExtensionValue(from start: Int) -> Int? {
        var index = start
        guard index < count, self[index] == 0x22 else {
            while index < count, self[index].isToken { index += 1 }
            return index > start ? index : nil
        }
        index += 1
        while index < count, self[index] != 0x22 { index += self[index] == 0x5C ? 2 : 1 }
        return index < count ? index + 1 : nil
    }

    /// Whether this is the name of a field that frames or routes the message.
    var isFramingField: Bool {
        equalsIgnoringCase("host") || equalsIgnoringCase("content-length") || equalsIgnoringCase("transfer-encoding")
            || equalsIgnoringCase("connection") || equalsIgnoringCase("expect")
    }
}
