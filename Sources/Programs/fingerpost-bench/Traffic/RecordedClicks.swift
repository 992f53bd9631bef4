import ArgumentParser

/// Reads the clicks of an access log in the combined format.
enum RecordedClicks {
    static func read(_ log: String) throws -> [Click] {
        let clicks = try FileText.bytes(log).split(separator: UInt8(ascii: "\n")).compactMap(click)
        guard !clicks.isEmpty else { throw ValidationError("\(log): no clicks in the combined format") }
        return clicks
    }

    /// The click of a line `… "GET TARGET HTTP/1.1" STATUS SIZE "REFERRER" "AGENT"`, or `nil` if it has another form.
    private static func click(_ line: ArraySlice<UInt8>) -> Click? {
        let pieces = line.split(separator: UInt8(ascii: "\""), omittingEmptySubsequences: false)
        guard pieces.count == 7 else { return nil }
        let words = pieces[1].split(separator: UInt8(ascii: " "))
        guard words.count == 3, words[0].elementsEqual("GET".utf8), !words[1].contains(0x09) else { return nil }
        return Click(
            target: String(decoding: words[1], as: UTF8.self), agent: String(decoding: pieces[5], as: UTF8.self))
    }
}
