import ByteText

/// Texts by index, stored contiguously. Immutable.
struct StoredTexts: Sendable, ~Copyable {
    private let bytes: ByteBuffer
    /// The end of each text.
    private let ends: [Int]

    init(_ texts: [String]) {
        var (all, ends): ([UInt8], [Int]) = ([], [])
        for text in texts {
            all += text.utf8
            ends.append(all.count)
        }
        bytes = ByteBuffer(copying: all.span)
        self.ends = ends
    }

    /// Appends a text. Does not allocate if the buffer has room.
    func append(_ number: Int, to buffer: inout ByteBuffer) { buffer.append(place(of: number), of: bytes) }

    /// A text. For cold paths.
    func string(_ number: Int) -> String { String(decoding: place(of: number).map { bytes[$0] }, as: UTF8.self) }

    private func place(of number: Int) -> Range<Int> { (number == 0 ? 0 : ends[number - 1])..<ends[number] }
}
