import ByteText
import Devices
import Links
import WebAddress

/// The known link that replaces an unknown one.
struct CorrectedLink {
    /// The index of its site.
    var site: Int
    var address: TextRange
}

/// Links that are not found as spelled. All of this runs only for clicks that would be refused.
extension Evaluator {
    /// A link's normal form: escapes of unreserved characters decoded (RFC 3986, section 6.2.2.2), the host without the
    /// final dot of a fully qualified name, and consecutive slashes merged, as servers do. `nil` if the link is already
    /// in this form.
    func normalized(_ text: TextRange, in arena: inout ByteArena) -> TextRange? {
        guard let colon = arena[text].firstIndex(of: UInt8(ascii: ":")), text.count > colon + 3,
            arena[text[colon + 1..<colon + 3]].equals("//")
        else { return nil }
        let hostStart = colon + 3
        let end = arena[text].firstIndex(of: UInt8(ascii: "?"), or: UInt8(ascii: "#")) ?? Int(text.count)
        let pathStart = arena[text].firstIndex(of: UInt8(ascii: "/"), from: hostStart) ?? end
        guard pathStart <= end else { return nil }
        let normal = arena.append(rewriting: text, atMost: Int(text.count)) { source, target in
            target.append(source.extracting(0..<hostStart))
            target.append(authority: source.extracting(hostStart..<pathStart))
            target.append(path: source.extracting(pathStart..<end))
            target.append(source.extracting(end..<source.count))
        }
        return normal.count < text.count ? normal : nil
    }

    /// The address without the punctuation after a code, such as a full stop or bracket that a text tool has taken for
    /// part of the address. `nil` if the shorter code is unknown. Looks up a second link.
    ///
    /// - Parameter link: An unknown short link whose ``LinkReading/code`` is set.
    func withoutPunctuation(_ link: inout LinkReading, in arena: inout ByteArena) -> TextRange? {
        guard link.form == .shortLink, let code = link.code else { return nil }
        let kept = arena[code].countWithoutPunctuation
        guard kept > 0, kept < code.count else { return nil }
        findings.asksTwice = true
        guard isKnown(code[0..<kept], of: &link, in: &arena) else { return nil }
        let mark = arena.count
        arena.append(copyOf: TextRange(offset: link.address.text.start, count: code.start - link.address.text.start))
        arena.append(copyOf: code[0..<kept])
        if let query = link.address.query {
            arena.append(UInt8(ascii: "?"))
            arena.append(copyOf: query)
        }
        return arena.piece(from: mark)
    }

    /// Redirects a click to the corrected link, whose own click is decided in turn.
    func decide(
        _ link: CorrectedLink, _ request: borrowing ClickRequest, from known: Device?, in arena: inout ByteArena
    ) -> Decision {
        let device = findDevice(request, on: link.site, from: known, in: &arena)
        var decision = Decision(kind: .continueRedirect, status: 302)
        (decision.target, decision.location) = (link.address, link.address)
        decision.inApp = device.inApp
        return decision
    }

    private func isKnown(_ code: TextRange, of link: inout LinkReading, in arena: inout ByteArena) -> Bool {
        let site = ruleSet.compiledSites[link.site]
        if site.links.value(for: arena[code]) != nil || site.link(inAnyCase: code, in: &arena) != nil { return true }
        guard let shortLinks else { return false }
        let key = key(of: code, &link, in: &arena)
        let asked = AskedShortLink(key, ignoresCase: site.ignoresCase, of: shortLinks, at: time, in: &arena)
        switch asked.answer {
        case .found, .over: return true
        case .refused(let code): return code != .unknownLink && code != .storeUnavailable
        }
    }
}

extension OutputSpan<UInt8> {
    /// Appends a host and a port, without the host's final dot.
    fileprivate mutating func append(authority: Span<UInt8>) {
        let colon = authority.firstIndex(of: UInt8(ascii: ":")) ?? authority.count
        let hasDot = colon > 1 && authority[colon - 1] == UInt8(ascii: ".") && authority[colon - 2] != UInt8(ascii: ".")
        append(authority.extracting(0..<(hasDot ? colon - 1 : colon)))
        append(authority.extracting(colon..<authority.count))
    }

    /// Appends a path with unreserved characters decoded and without empty segments, except at the end.
    fileprivate mutating func append(path: Span<UInt8>) {
        var index = 0
        while index < path.count {
            let byte = path[index]
            if byte == UInt8(ascii: "%"), let decoded = path.hexPair(at: index + 1),
                ByteSet.unreserved.contains(decoded)
            {
                append(decoded)
                index += 3
                continue
            }
            index += 1
            if byte == UInt8(ascii: "/"), index < path.count, path[index] == byte { continue }
            append(byte)
        }
    }
}

extension Span<UInt8> {
    /// The number of bytes of a code before its trailing punctuation, as encoded in a path; all bytes if there is none.
    ///
    /// Hyphens, multiple dots and ellipses are not punctuation here: they indicate a truncated code, and the rest of it
    /// would be another link's code.
    fileprivate var countWithoutPunctuation: Int {
        var end = count
        var dots = 0
        while end > 0, let last = lastScalar(endingAt: end) {
            guard last.scalar.isPunctuation else { break }
            if last.scalar == "." { dots += 1 }
            if dots > 1 { return count }
            end -= last.count
        }
        return end
    }

    /// The character, possibly escaped, that ends at a position of a path, and its length in bytes; `nil` if it is
    /// malformed.
    private func lastScalar(endingAt end: Int) -> (scalar: Unicode.Scalar, count: Int)? {
        guard let last = escape(endingAt: end) else { return (Unicode.Scalar(self[end - 1]), 1) }
        var bytes: InlineArray<4, UInt8> = [last, 0, 0, 0]
        var (count, start) = (1, end - 3)
        // From the last byte of a sequence to its first.
        while bytes[count - 1] & 0xC0 == 0x80 {
            guard count < 4, let byte = escape(endingAt: start) else { return nil }
            bytes[count] = byte
            count += 1
            start -= 3
        }
        return Self.scalar(reversed: bytes, count).map { ($0, end - start) }
    }

    /// The byte of the escape that ends at an index; `nil` if none does.
    private func escape(endingAt end: Int) -> UInt8? {
        end >= 3 && self[end - 3] == UInt8(ascii: "%") ? hexPair(at: end - 2) : nil
    }

    private static func scalar(reversed bytes: InlineArray<4, UInt8>, _ count: Int) -> Unicode.Scalar? {
        var decoder = UTF8()
        var index = count
        var iterator = AnyIterator<UInt8> {
            index -= 1
            return index >= 0 ? bytes[index] : nil
        }
        guard case .scalarValue(let scalar) = decoder.decode(&iterator) else { return nil }
        return scalar
    }
}

extension Unicode.Scalar {
    /// Whether text tools may have taken the character for part of a preceding address.
    fileprivate var isPunctuation: Bool {
        switch properties.generalCategory {
        case .dashPunctuation: false
        case .connectorPunctuation, .openPunctuation, .closePunctuation, .initialPunctuation, .finalPunctuation,
            .modifierSymbol, .spaceSeparator, .lineSeparator, .paragraphSeparator, .control, .format:
            true
        // A plus requests the preview of a link.
        case .mathSymbol: self != "+"
        // U+2026 is the ellipsis.
        case .otherPunctuation: self != "\u{2026}" && self != "/"
        default: false
        }
    }
}
