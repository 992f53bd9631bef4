import ByteText

/// A text to search for in links, as typed by a user.
///
/// It is searched for in the short link, the name, the note and the long link, as written and percent-decoded, so the
/// payload, its host and its path match too. The case of ASCII letters is ignored.
public struct LinkSearch: Sendable {
    /// The levels of percent-coding to decode in a long link: one for its payload, and one for values encoded within
    /// the payload.
    private static let levels = 2

    private let patterns: [SearchText]
    /// - Parameter texts: Alternatives, at least one of which must match. An empty text matches every link.
    public init(_ texts: [String]) {
        patterns = texts.map(SearchText.init)
    }

    /// Whether one of the texts occurs in a link. The time is linear in the link's length.
    public func finds(_ record: LinkRecord) -> Bool {
        var bytes: [UInt8] = []
        for text in ["https://" + record.key.text, record.name, record.note, record.longLink] {
            bytes = text.utf8.map(\.lowercased)
            if occurs(in: bytes) { return true }
        }
        for _ in 0..<Self.levels where bytes.contains(UInt8(ascii: "%")) {
            Self.decode(&bytes)
            if occurs(in: bytes) { return true }
        }
        return false
    }

    private func occurs(in bytes: [UInt8]) -> Bool { patterns.contains { $0.occurs(in: bytes) } }

    /// Removes one level of percent-coding, in place; everything else is unchanged.
    private static func decode(_ bytes: inout [UInt8]) {
        var end = 0
        var index = 0
        while index < bytes.count {
            var byte = bytes[index]
            if let decoded = bytes.span.percentEscape(at: index) {
                byte = decoded.lowercased
                index += 2
            }
            bytes[end] = byte
            end += 1
            index += 1
        }
        bytes.removeLast(bytes.count - end)
    }
}

/// A text to find in linear time, whatever the text (Knuth, Morris and Pratt).
private struct SearchText: Sendable {
    private let bytes: [UInt8]
    /// For each prefix of the text, the length of its longest prefix that is also its suffix: the position to continue
    /// from after a mismatch.
    private let borders: [Int]

    init(_ text: String) {
        bytes = text.utf8.map(\.lowercased)
        var borders = [0]
        var length = 0
        for byte in bytes.dropFirst() {
            while length > 0, bytes[length] != byte { length = borders[length - 1] }
            if bytes[length] == byte { length += 1 }
            borders.append(length)
        }
        self.borders = borders
    }

    func occurs(in text: [UInt8]) -> Bool {
        if bytes.isEmpty { return true }
        var length = 0
        for byte in text {
            while length > 0, bytes[length] != byte { length = borders[length - 1] }
            if bytes[length] == byte { length += 1 }
            if length == bytes.count { return true }
        }
        return false
    }
}
