package import ByteText
import Terminal

/// A file with one JSON request.
package enum RequestFile {
    /// Large enough for a request that contains its site.
    private static let maximumBytes = 16 << 20

    /// Reads the request; `-` is standard input.
    package static func read(_ path: String) throws -> JSONValue {
        var file = try InputFile(path: path)
        var bytes = [UInt8](repeating: 0, count: 65_536)
        var used = 0
        while true {
            if used == bytes.count { bytes += [UInt8](repeating: 0, count: bytes.count) }
            guard used < maximumBytes else {
                throw Failure("\(file.name): more than \(maximumBytes >> 20) MB; expected one request")
            }
            guard let count = try file.read(into: &bytes, behind: used) else { continue }
            if count == 0 { break }
            used += count
        }
        let text = Array(bytes[..<used])
        do { return try JSONValue(parsing: text.span) } catch {
            throw Failure("\(file.name): not a request in JSON: \(error)")
        }
    }
}
