/// The part of a file, or of standard input, that is being looked at: what is done with is dropped, and more comes after.
struct FileWindow: ~Copyable {
    private var input: InputFile
    private var dropped = 0
    /// What is there.
    private(set) var bytes: [UInt8] = []
    private(set) var isAtEnd = false

    private static let size = 1 << 20

    /// Opens a file; `-` is standard input.
    init(path: String) throws {
        input = try InputFile(path: path)
        bytes.reserveCapacity(Self.size)
    }

    /// How much of the file is after the window, from 0 to 1; nil where that is not known.
    var part: Double? { input.size.map { $0 > 0 ? Double(dropped) / Double($0) : 1 } }

    /// Drops what is done with.
    mutating func drop(_ count: Int) {
        bytes.removeSubrange(..<count)
        dropped += count
    }

    /// Reads on, until the window is full or the file ends. A window that nothing was dropped from grows.
    mutating func fill() throws {
        let wanted = max(Self.size, bytes.count + Self.size / 4)
        while bytes.count < wanted, !isAtEnd, !Interruption.hasCome {
            let known = bytes.count
            bytes.append(contentsOf: repeatElement(0, count: wanted - known))
            var count: Int? = 0
            defer { bytes.removeLast(wanted - known - (count ?? 0)) }
            count = try input.read(into: &bytes, behind: known)
            if count == 0 { isAtEnd = true }
        }
    }
}
