import ByteText

/// The head of a message, line by line.
extension RequestReader {
    /// The result of scanning for the next line.
    enum Line {
        /// A line without its CRLF.
        case whole(Range<Int>)
        case incomplete
        /// The line does not end before the limit.
        case tooLong
        /// A control character, a CR without LF, or an LF without CR.
        case malformed
    }

    /// Finds the line at ``lineStart``, which must end before offset `limit`, and advances past it.
    mutating func nextLine(before limit: Int) -> Line {
        let received = buffer.count - start
        let end = min(received, limit)
        // A single pass finds the line's end and every byte that is not allowed in a line.
        let stop = buffer.message(at: start).extracting(0..<end).endOfLongRun(of: .lineText, from: min(scan, end))
        guard stop + 1 < end else {
            // A CR at the very end waits for its LF, if that can still arrive within the limit.
            guard stop == end || buffer[start + stop] == 0x0D else { return .malformed }
            scan = stop
            return received >= limit ? .tooLong : .incomplete
        }
        guard buffer[start + stop] == 0x0D, buffer[start + stop + 1] == 0x0A else { return .malformed }
        let line = lineStart..<stop
        scan = stop + 2
        lineStart = scan
        return .whole(line)
    }

    /// Skips empty lines before a request (RFC 9112, section 2.2) and checks its first byte: anything that can't begin
    /// a method is refused without waiting for the end of a line that may never come.
    mutating func readEmptyLines() -> Step {
        guard start < buffer.count else { return .starved }
        let first = buffer[start]
        guard first == 0x0D else {
            guard first.isToken else { return .refuse(.badRequest) }
            phase = .requestLine
            return .onward
        }
        guard start + 1 < buffer.count else { return .starved }
        emptyLines += 1
        guard buffer[start + 1] == 0x0A, emptyLines <= RequestLimits.emptyLines else { return .refuse(.badRequest) }
        start += 2
        return .onward
    }

    mutating func readRequestLine() -> Step {
        switch nextLine(before: limits.headBytes) {
        case .incomplete: return .starved
        case .tooLong: return .refuse(.targetTooLong)
        case .malformed: return .refuse(.badRequest)
        case .whole(let line):
            head.takesAnyPath = limits.takesAnyPath
            if let refusal = head.readRequestLine(buffer, at: start, line) { return .refuse(refusal) }
            phase = .fields
            return .onward
        }
    }

    /// Parses field lines up to the empty line, or as far as they have arrived.
    mutating func readFieldLines() -> Step {
        while true {
            var field = nextWholeField()
            if field == nil {
                // The empty line, an incomplete line, or one to refuse.
                switch nextLine(before: limits.headBytes) {
                case .incomplete: return .starved
                case .tooLong: return .refuse(.fieldsTooLarge)
                case .malformed: return .refuse(.badRequest)
                case .whole(let line):
                    if line.isEmpty { return finishHead() }
                    field = RequestHead.split(buffer, at: start, line)
                }
            }
            fieldCount += 1
            guard fieldCount <= limits.fields else { return .refuse(.fieldsTooLarge) }
            guard let field else { return .refuse(.badRequest) }
            add(field)
            if let refusal = head.record(buffer, at: start, field) { return .refuse(refusal) }
        }
    }

    /// Parses the field line at ``lineStart`` in one pass, if it has arrived completely since the last attempt and is
    /// well-formed. Otherwise returns `nil` without changing state, and the caller determines why.
    private mutating func nextWholeField() -> FieldLine? {
        let end = min(buffer.count - start, limits.headBytes)
        // A partially scanned line is not read from its start again and again.
        guard scan == lineStart, lineStart < end else { return nil }
        guard let (field, stop) = RequestHead.wholeField(buffer, at: start, lineStart..<end) else { return nil }
        scan = stop + 2
        lineStart = scan
        return field
    }

    /// Validates the head as a whole and determines the framing of the body (RFC 9112, section 6.3).
    private mutating func finishHead() -> Step {
        if let refusal = head.finish(buffer, at: start) { return .refuse(refusal) }
        buffer.lowercase((start + head.host.lowerBound)..<(start + head.host.upperBound))
        bodyStart = scan
        bodyEnd = scan
        if head.isChunked {
            phase = .chunkLine
        } else if let length = head.contentLength, length > 0 {
            guard length <= limits.bodyBytes else { return .refuse(.contentTooLarge) }
            bodyEnd = bodyStart + length
            phase = .body
        } else {
            phase = .complete
            return .act(.request)
        }
        guard head.expectsContinue, start + scan == buffer.count else { return .onward }
        return .act(.sendContinue)
    }
}

extension ByteBuffer {
    /// The bytes from `start` on: the message being read.
    @_lifetime(borrow self)
    func message(at start: Int) -> Span<UInt8> { bytes.extracting(start..<count) }
}
