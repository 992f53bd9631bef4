import ByteText

/// A text that is looked for in links, as people type it.
///
/// It is found in the short link, the name, the note and the long link: as that is written, and with its percent-coding
/// taken off, so that the payload, its host and its path are found too. Upper and lower case of ASCII letters are one.
public struct LinkSearch: Sendable {
    /// How often a long link is decoded: a payload is encoded once in it, and what a payload encodes itself twice.
    private static let levels = 2

    private let patterns: [Pattern]
    /// - Parameter texts: Ways to write what is looked for; one of them has to be found. An empty text is in every link.
    public init(_ texts: [String]) {
        patterns = texts.map(Pattern.init)
    }

    /// Whether a link has one of the texts. Takes time in proportion to the link's length.
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

    /// Takes one level of percent-coding off, in place; what is not percent-coding stays.
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

/// A text to be found in linear time, whatever the texts are (Knuth, Morris and Pratt).
private struct Pattern: Sendable {
    private let bytes: [UInt8]
    /// For each beginning of the text, how long a beginning its end is too: where to go on after a mismatch.
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
