import ByteText
import Devices
import Routing

/// Writes the fields of a line into its record. Each worker has its own.
struct RecordWriter {
    private var times = LogTimeReader()
    private(set) var findings = FieldFindings()

    /// Begins a line.
    mutating func begin() {
        findings = FieldFindings()
    }

    /// Records that the line is not about a request.
    mutating func markNoRequest() {
        findings.bypass = findings.bypass ?? .noRequest
    }

    /// Records that the line ends before the format's last columns.
    mutating func markShort() {
        findings.isShort = true
    }

    /// Records the text after the format's last column.
    mutating func markRest(_ rest: TextRange) {
        findings.rest = rest
    }

    /// Writes a field. `-` and empty texts are ignored; a field that already has a value keeps it.
    mutating func put(_ text: TextRange, as role: FieldRole, into record: inout LogRecord, _ arena: inout ByteArena) {
        if role == .other { return }
        if Self.isPlaceholder(text, in: arena) {
            if role == .request { markNoRequest() }
            return
        }
        switch role {
        case .other: break
        case .request: putRequest(text, into: &record, in: arena)
        case .method: record.method = text
        case .host: record.host = record.host ?? Self.withoutPort(text, in: arena)
        case .target: record.target = text
        case .path: findings.path = text
        case .query: findings.query = text
        case .userAgent: record.userAgent = text
        case .encodedUserAgent: record.userAgent = PercentUnescaping.unescapeWhole(text, in: &arena)
        case .referer: record.referer = PercentUnescaping.unescapeAddress(text, in: &arena)
        case .encodedReferer: record.referer = PercentUnescaping.unescapeDouble(text, in: &arena)
        case .acceptLanguage: record.acceptLanguage = PercentUnescaping.unescapeLanguages(text, in: &arena)
        case .ip: record.ip = AddressField.address(text, in: &arena)
        case .addressAndPort: record.ip = AddressField.addressAndPort(text, in: &arena)
        case .country: record.country = AddressField.country(text, in: arena)
        case .time: putTime(text, into: &record, in: arena)
        case .date: putDate(text, into: &record, in: arena)
        case .status: record.status = arena[text].decimalValue.flatMap { UInt16(exactly: $0) }
        case .location: record.location = text
        case .wrapped: findings.wrapped = text
        case .listener: if !arena[text].equals("front") { findings.bypass = .otherRecord }
        default: putHint(text, as: role, into: &record)
        }
    }

    private mutating func putTime(_ text: TextRange, into record: inout LogRecord, in arena: borrowing ByteArena) {
        if let time = times.read(arena[text]) {
            record.time = time
        } else if text.count >= 8, arena[text.start + 2] == UInt8(ascii: ":") {
            findings.timeOfDay = text
        }
    }

    private mutating func putDate(_ text: TextRange, into record: inout LogRecord, in arena: borrowing ByteArena) {
        if text.count == 10, arena[text.start + 4] == UInt8(ascii: "-") {
            findings.date = text
        } else if record.time == nil {
            record.time = times.read(arena[text])
        }
    }

    private func putHint(_ text: TextRange, as role: FieldRole, into record: inout LogRecord) {
        switch role {
        case .hintPlatform: record.hints.platform = text
        case .hintPlatformVersion: record.hints.platformVersion = text
        case .hintMobile: record.hints.mobile = text
        case .hintModel: record.hints.model = text
        case .hintFormFactors: record.hints.formFactors = text
        case .hintVersions: record.hints.fullVersionList = text
        case .hintBrands: record.hints.brands = text
        case .requestedWith: record.hints.requestedWith = text
        default: break
        }
    }

    /// Ends a line: combines separate fields, and returns the reason if it is not a click.
    mutating func end(_ record: inout LogRecord, _ arena: inout ByteArena) throws(LineFault) -> Bypass? {
        if let bypass = findings.bypass { return bypass }
        if record.target == nil { joinTarget(&record, &arena) }
        if record.time == nil, let date = findings.date, let timeOfDay = findings.timeOfDay {
            record.time = times.read(date: arena[date], timeOfDay: arena[timeOfDay])
        }
        guard let target = record.target else { throw .noTarget }
        if !target.isEmpty, arena[target][0] != UInt8(ascii: "/") { splitAbsoluteForm(target, &record, in: arena) }
        return nil
    }

    private func joinTarget(_ record: inout LogRecord, _ arena: inout ByteArena) {
        guard let path = findings.path else { return }
        // Some logs omit the first slash.
        let isCut =
            arena[path][0] != UInt8(ascii: "/") && arena[path][0] != UInt8(ascii: "*")
            && !arena[path].starts(with: "http://") && !arena[path].starts(with: "https://")
        guard findings.query != nil || isCut else {
            record.target = path
            return
        }
        let mark = arena.count
        if isCut { arena.append("/") }
        arena.append(copyOf: path)
        guard let query = findings.query else {
            record.target = arena.piece(from: mark)
            return
        }
        if arena[query][0] != UInt8(ascii: "?") { arena.append("?") }
        arena.append(copyOf: query)
        record.target = PercentUnescaping.unescapeDouble(arena.piece(from: mark), in: &arena)
    }

    /// A target in absolute form (RFC 9112, section 3.2.2) includes the host; its port is dropped.
    private func splitAbsoluteForm(_ target: TextRange, _ record: inout LogRecord, in arena: borrowing ByteArena) {
        let bytes = arena[target]
        let scheme = bytes.starts(with: "https://") ? 8 : bytes.starts(with: "http://") ? 7 : 0
        guard scheme > 0 else { return }
        let end = bytes.firstIndex(of: UInt8(ascii: "/"), from: scheme) ?? bytes.count
        record.host = Self.withoutPort(target[scheme..<end], in: arena)
        record.target = target[end..<bytes.count]
    }

    private static func isPlaceholder(_ text: TextRange, in arena: borrowing ByteArena) -> Bool {
        text.isEmpty || text.count == 1 && arena[text.start] == UInt8(ascii: "-")
    }

    private static func withoutPort(_ host: TextRange, in arena: borrowing ByteArena) -> TextRange {
        let bytes = arena[host]
        var index = bytes.count
        while index > 0, bytes[index - 1].isDigit { index -= 1 }
        guard index > 1, index < bytes.count || index == bytes.count, bytes[index - 1] == UInt8(ascii: ":") else {
            return host
        }
        // The last group of an IPv6 address is not a port.
        let name = host[0..<index - 1]
        return arena[name].firstIndex(of: UInt8(ascii: ":")) == nil || bytes[0] == UInt8(ascii: "[") ? name : host
    }
}

// MARK: - Request lines

extension RecordWriter {
    /// `GET /x HTTP/1.1`, or `GET /x` as in HTTP/0.9 and some logs. Anything else was not a request.
    private mutating func putRequest(_ text: TextRange, into record: inout LogRecord, in arena: borrowing ByteArena) {
        let bytes = arena[text]
        var start = 0
        while start < bytes.count, bytes[start].isAlpha || bytes[start] == UInt8(ascii: "-") { start += 1 }
        guard start > 0, bytes[0].isAlpha, start < bytes.count, bytes[start] == 0x20 else {
            findings.bypass = .noRequest
            return
        }
        record.method = text[0..<start]
        let end = bytes.count - Self.protocolCount(bytes)
        guard end > start + 1 else {
            findings.bypass = .noRequest
            return
        }
        record.target = text[start + 1..<end]
    }

    /// ` HTTP/1.`, as a little-endian word.
    private static let httpOne: UInt64 = 0x2E31_2F50_5454_4820

    /// The length of the space and the protocol at the end.
    private static func protocolCount(_ bytes: Span<UInt8>) -> Int {
        // Nearly every request.
        if bytes.count > 9, bytes.word(at: bytes.count - 9) == httpOne { return 9 }
        for count in [9, 7] where bytes.count > count {
            if bytes.extracting(bytes.count - count..<bytes.count).starts(with: " HTTP/") { return count }
        }
        return 0
    }
}
