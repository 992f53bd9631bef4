import Terminal

/// A sliding window over a file or standard input: processed bytes are dropped, and more are read behind them.
package struct FileWindow: ~Copyable {
    private var input: InputFile
    private var dropped = 0
    /// The bytes in the window.
    package private(set) var bytes: [UInt8] = []
    package private(set) var isAtEnd = false

    private static let size = 1 << 20

    /// Opens a file; `-` is standard input.
    package init(path: String) throws {
        input = try InputFile(path: path)
        bytes.reserveCapacity(Self.size)
    }

    /// The fraction of the file before the window, from 0 to 1, or `nil` if the size is unknown.
    package var part: Double? { input.size.map { $0 > 0 ? Double(dropped) / Double($0) : 1 } }

    /// Drops processed bytes.
    package mutating func drop(_ count: Int) {
        bytes.removeSubrange(..<count)
        dropped += count
    }

    /// Reads until the window is full or the file ends. If nothing was dropped, the window grows.
    package mutating func fill() throws {
        let wanted = max(Self.size, bytes.count + Self.size / 4)
        while bytes.count < wanted, !isAtEnd, !Interruption.isRequested {
            let known = bytes.count
            bytes.append(contentsOf: repeatElement(0, count: wanted - known))
            var count: Int? = 0
            defer { bytes.removeLast(wanted - known - (count ?? 0)) }
            count = try input.read(into: &bytes, behind: known)
            if count == 0 { isAtEnd = true }
        }
    }
}
