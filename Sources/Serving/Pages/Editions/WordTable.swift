import ByteText
import Markup
import PageDesign

/// The sentences of a language as HTML, stored contiguously, with placeholders for values.
final class WordTable: Sendable {
    /// Literal bytes, and the placeholder after them.
    private struct Part: Sendable {
        let start: Int32
        let count: Int32
        /// The index in ``PagePlaceholder/allCases``; -1 for none.
        let place: Int8
    }

    private let bytes: ByteBuffer
    private let parts: [Part]
    /// The index of each word's first part, plus one for the end of the last word. Words without parts are taken from
    /// ``base``.
    private let starts: [Int16]
    private let base: WordTable?
    private let lentBase: Lent<WordTable>?

    /// Compiles sentences.
    ///
    /// - Parameters:
    ///   - sentences: Sentences by word; missing ones are taken from `base`.
    ///   - known: The values of placeholders that are already known, as HTML.
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
        // Safe: this table retains `base`.
        lentBase = base.map { unsafe Lent($0) }
    }

    /// The parts of a sentence, in this table or its base.
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

    /// The parts of a sentence; empty if the table does not contain it.
    private func places(of word: PageWord) -> Range<Int> {
        let index = Int(word.rawValue)
        return Int(starts[index])..<Int(starts[index + 1])
    }

    /// Appends a part of a sentence. Returns the index of the placeholder after it among all placeholders, or `nil` if
    /// there is none.
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
