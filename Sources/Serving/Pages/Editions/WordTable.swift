import ByteText
import Markup
import PageDesign

/// The sentences of a language as HTML, in one piece of memory, with places for values.
final class WordTable: Sendable {
    /// Bytes, and the place that comes after them.
    private struct Part: Sendable {
        let start: Int32
        let count: Int32
        /// By ``PagePlaceholder/allCases``; -1 for none.
        let place: Int8
    }

    private let bytes: ByteBuffer
    private let parts: [Part]
    /// Where the parts of each word begin; one more for the end of the last. A word without parts is ``base``'s.
    private let starts: [Int16]
    private let base: WordTable?
    private let lentBase: Lent<WordTable>?

    /// Puts sentences together.
    ///
    /// - Parameters:
    ///   - sentences: By word; those that are missing are `base`'s.
    ///   - known: What places are filled with whose values are known now, as HTML.
    init(_ sentences: [PageWord: PageSentence], known: [PagePlaceholder: String] = [:], base: WordTable? = nil) {
        var buffer = ByteBuffer(capacity: 4096)
        var parts: [Part] = []
        var starts: [Int16] = []
        let places = PagePlaceholder.allCases
        for word in PageWord.allCases {
            starts.append(Int16(parts.count))
            guard let sentence = sentences[word] else { continue }
            var start = buffer.count
            for part in sentence.parts {
                switch part {
                case .text(let text):
                    let utf8 = text.utf8
                    HTMLText.append(utf8.span, to: &buffer)
                case .place(let place):
                    if let html = known[place] {
                        let utf8 = html.utf8
                        buffer.append(utf8.span)
                    } else {
                        let index = places.firstIndex(of: place) ?? -1
                        parts.append(Part(start: Int32(start), count: Int32(buffer.count - start), place: Int8(index)))
                        start = buffer.count
                    }
                }
            }
            parts.append(Part(start: Int32(start), count: Int32(buffer.count - start), place: -1))
        }
        starts.append(Int16(parts.count))
        bytes = ByteBuffer(copying: buffer.bytes)
        (self.parts, self.starts, self.base) = (parts, starts, base)
        // Safe: this table keeps it.
        lentBase = base.map { unsafe Lent($0) }
    }

    /// How many bytes the table takes, without the one under it.
    var byteCount: Int {
        bytes.count + parts.count * MemoryLayout<Part>.stride + starts.count * MemoryLayout<Int16>.stride
    }

    /// The parts of a sentence, of this table or of the one under it.
    struct Sentence {
        let parts: Range<Int>
        fileprivate let isBase: Bool
    }

    /// The sentence for a word.
    func sentence(of word: PageWord) -> Sentence {
        let own = places(of: word)
        guard own.isEmpty, let lentBase else { return Sentence(parts: own, isBase: false) }
        return Sentence(parts: lentBase.use { $0.places(of: word) }, isBase: true)
    }

    /// Where the parts of a sentence are; nowhere if the table has it not.
    private func places(of word: PageWord) -> Range<Int> {
        let index = Int(word.rawValue)
        return Int(starts[index])..<Int(starts[index + 1])
    }

    /// Appends a part of a sentence, and returns the place after it by its index among all placeholders; nil where there is
    /// none.
    @inline(__always)
    func append(part index: Int, of sentence: Sentence, to buffer: inout ByteBuffer) -> Int? {
        guard sentence.isBase, let lentBase else { return append(part: index, to: &buffer) }
        return lentBase.use { $0.append(part: index, to: &buffer) }
    }

    private func append(part index: Int, to buffer: inout ByteBuffer) -> Int? {
        let part = parts[index]
        buffer.append(Int(part.start)..<Int(part.start + part.count), of: bytes)
        return part.place < 0 ? nil : Int(part.place)
    }
}
