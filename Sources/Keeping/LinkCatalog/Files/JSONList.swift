import ByteText

/// A list of links in one JSON text: an array, or an object that has one under a name that APIs and exports use.
enum JSONList {
    /// The beginning of a file.
    enum Finding: Equatable {
        /// A list whose first element starts at an offset.
        case list(start: Int)
        /// Anything else, such as a single object.
        case none
    }

    /// The names of lists in the output of Sink, Bitly, Short.io, Kutt and Shlink, and of our own API.
    private static let names: [StaticString] = ["links", "data", "shortUrls", "items", "results", "bitlinks", "urls"]

    /// Finds the list in a text that begins with `[` or `{`; `nil` if it has not arrived yet.
    static func find(in text: Span<UInt8>, isLast: Bool) -> Finding? {
        if text[0] == UInt8(ascii: "[") { return .list(start: 1) }
        var scan = Scan()
        var name: Range<Int>?
        var position = 0
        while position < text.count {
            let byte = text[position]
            if byte == UInt8(ascii: "\"") {
                guard let end = endOfString(text, from: position) else { break }
                name = position + 1..<end - 1
                position = end
                continue
            }
            if byte == UInt8(ascii: "["), scan.depth <= 2, scan.isValue, let name, isList(text.extracting(name)) {
                return .list(start: position + 1)
            }
            // A list of links one level deeper is in Shlink's format.
            scan.read(byte)
            position += 1
            if scan.depth == 0 { return Finding.none }
        }
        return isLast || text.count > CSVRecord.longestRecord ? Finding.none : nil
    }

    /// The end of an element; `nil` if it has not arrived yet.
    static func endOfElement(_ text: Span<UInt8>) -> Int? {
        var scan = Scan()
        var position = 0
        while position < text.count {
            let byte = text[position]
            if byte == UInt8(ascii: "\"") {
                guard let end = endOfString(text, from: position) else { return nil }
                position = end
            } else {
                // A value that is not an object ends before the next comma, or before the end of the list.
                if scan.depth == 0, position > 0, byte == UInt8(ascii: ",") || byte == UInt8(ascii: "]") {
                    return position
                }
                scan.read(byte)
                position += 1
            }
            if scan.depth == 0, text[0] == UInt8(ascii: "{") { return position }
        }
        return nil
    }

    /// A value as the text of a table cell.
    static func cell(_ value: JSONValue) -> String {
        switch value {
        case .null: ""
        case .string(let text): text
        default: value.text
        }
    }

    private static func isList(_ name: Span<UInt8>) -> Bool { names.contains { name.equals($0) } }

    /// The index after a string's closing quote.
    private static func endOfString(_ text: Span<UInt8>, from start: Int) -> Int? {
        var index = start + 1
        while index < text.count {
            switch text[index] {
            case UInt8(ascii: "\\"): index += 2
            case UInt8(ascii: "\""): return index + 1
            default: index += 1
            }
        }
        return nil
    }

    /// The nesting depth of a position, and whether a value comes next.
    private struct Scan {
        var depth = 0
        var isValue = false

        mutating func read(_ byte: UInt8) {
            switch byte {
            case UInt8(ascii: "{"), UInt8(ascii: "["): (depth, isValue) = (depth + 1, false)
            case UInt8(ascii: "}"), UInt8(ascii: "]"): (depth, isValue) = (depth - 1, false)
            case UInt8(ascii: ":"): isValue = true
            case UInt8(ascii: ","): isValue = false
            default: return
            }
        }
    }
}
