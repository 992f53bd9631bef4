/// Finds the end of an answer that is framed by its length, as the servers under test send them.
enum AnswerReader {
    /// The status and whether the connection stays open; nil while part of the answer is missing.
    static func read(_ bytes: [UInt8]) -> (status: Int, keepsAlive: Bool)? {
        guard bytes.count > 12, let end = endOfHead(bytes) else { return nil }
        let status = bytes[9..<12].reduce(0) { $0 * 10 + Int($1) - 0x30 }
        let head = String(decoding: bytes[..<end], as: UTF8.self).lowercased()
        let length = head.firstRange(of: "\r\ncontent-length: ").flatMap { range in
            Int(head[range.upperBound...].prefix { $0.isNumber })
        }
        guard bytes.count >= end + 4 + (length ?? 0) else { return nil }
        return (status, !head.contains("\r\nconnection: close"))
    }

    /// Where the empty line begins.
    private static func endOfHead(_ bytes: [UInt8]) -> Int? {
        var index = 12
        while index + 3 < bytes.count {
            if bytes[index] == 0x0D, bytes[index + 1] == 0x0A, bytes[index + 2] == 0x0D { return index }
            index += 1
        }
        return nil
    }
}
