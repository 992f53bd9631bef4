import ByteText

extension WebAddressFault {
    /// The offset of the byte that causes this fault; `nil` if the text as a whole does, for example because it is too long.
    ///
    /// For messages: scans the text again.
    public func offset(in text: Span<UInt8>) -> Int? {
        switch self {
        case .percentSequence:
            text.indices.first { text[$0] == UInt8(ascii: "%") && text.percentEscape(at: $0) == nil }
        case .encodedNUL: text.indices.first { text.percentEscape(at: $0) == 0 }
        case .controlCharacter: text.indices.first { Self.isControl(text, at: $0) }
        case .outerSpace: text.isEmpty || text[0] == 0x20 ? 0 : text.count - 1
        case .backslash: text.firstIndex(of: UInt8(ascii: "\\"))
        case .missingSlashes: text.firstIndex(of: UInt8(ascii: ":")).flatMap { $0 + 1 < text.count ? $0 + 1 : nil }
        case .userinfo: text.firstIndex(of: UInt8(ascii: "@"))
        case .hostCharacter: Self.host(of: text)?.first { !Self.isOfHost(text[$0]) }
        case .hostLabel: Self.emptyLabel(in: text)
        case .port: Self.authority(of: text).flatMap { Self.portFault(in: text, $0) }
        case .afterHost: text.firstIndex(of: UInt8(ascii: "]")).map { $0 + 1 }
        case .dotSegment:
            text.indices.first { text[$0] == UInt8(ascii: "/") && AddressScan.isDotSegment(text, from: $0 + 1) }
                .map { $0 + 1 }
        case .notWebScheme, .tooLong, .notUTF8, .emptyHost, .hostLength, .ipv4Form, .ipv6Form, .internationalName: nil
        }
    }

    private static func isControl(_ text: Span<UInt8>, at index: Int) -> Bool {
        text[index].isControl || (text[index] == 0xC2 && index + 1 < text.count && text[index + 1] < 0xA0)
    }

    private static func isOfHost(_ byte: UInt8) -> Bool {
        byte >= 0x80 || HostForm.plain.contains(byte.lowercased)
    }

    /// The authority, between `//` and the path.
    private static func authority(of text: Span<UInt8>) -> Range<Int>? {
        guard let colon = text.firstIndex(of: UInt8(ascii: ":")), colon + 3 <= text.count else { return nil }
        let start = colon + 3
        return start..<((start..<text.count).first { HostForm.endsAuthority(text[$0]) } ?? text.count)
    }

    /// The authority without the port, which follows its last colon.
    private static func host(of text: Span<UInt8>) -> Range<Int>? {
        authority(of: text).map { authority in
            authority.lowerBound..<(authority.last { text[$0] == UInt8(ascii: ":") } ?? authority.upperBound)
        }
    }

    private static func portFault(in text: Span<UInt8>, _ authority: Range<Int>) -> Int? {
        guard let colon = authority.last(where: { text[$0] == UInt8(ascii: ":") }) else { return nil }
        return (colon + 1..<authority.upperBound).first { !text[$0].isDigit }
    }

    /// The dot before or after an empty label.
    private static func emptyLabel(in text: Span<UInt8>) -> Int? {
        guard let host = host(of: text) else { return nil }
        return host.first { index in
            guard text[index] == UInt8(ascii: ".") else { return false }
            return index == host.lowerBound || index + 1 == host.upperBound || text[index - 1] == UInt8(ascii: ".")
        }
    }
}
