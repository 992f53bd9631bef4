/// Finds the end of a response with `Content-Length`, as sent by the servers under test.
public enum AnswerReader {
    /// The status and whether the connection stays open, or `nil` while the response is incomplete.
    public static func read(_ bytes: [UInt8]) -> (status: Int, keepsAlive: Bool)? {
        guard bytes.count > 12 else { return nil }
        var length = 0
        var keepsAlive = true
        var line = 12
        while let end = endOfLine(bytes, from: line) {
            if end == line, line > 12 {
                let status = bytes[9..<12].reduce(0) { $0 * 10 + Int($1) - 0x30 }
                return bytes.count >= end + 2 + length ? (status, keepsAlive) : nil
            }
            if let value = value(of: "content-length: ", bytes[line..<end]) {
                length = value.reduce(0) { $0 * 10 + Int($1) - 0x30 }
            } else if let value = value(of: "connection: ", bytes[line..<end]), value.elementsEqual("close".utf8) {
                keepsAlive = false
            }
            line = end + 2
        }
        return nil
    }

    private static func endOfLine(_ bytes: [UInt8], from start: Int) -> Int? {
        var index = start
        while index + 1 < bytes.count {
            if bytes[index] == 0x0D, bytes[index + 1] == 0x0A { return index }
            index += 1
        }
        return nil
    }

    private static func value(of name: StaticString, _ line: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
        let count = name.utf8CodeUnitCount
        guard line.count > count else { return nil }
        let isNamed = name.withUTF8Buffer { wanted in
            unsafe zip(line, wanted).allSatisfy { $0 | 0x20 == $1 | 0x20 }
        }
        return isNamed ? line.dropFirst(count) : nil
    }
}
