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

    private let bytes: [UInt8]
    private let parts: [Part]
    /// Where the parts of each word begin; one more for the end of the last. A word without parts is ``base``'s.
    private let starts: [Int16]
    private let base: WordTable?

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
        let text = buffer.bytes
        bytes = text.indices.map { text[$0] }
        (self.parts, self.starts, self.base) = (parts, starts, base)
    }

    /// How many bytes the table takes, without the one under it.
    var byteCount: Int {
        bytes.count + parts.count * MemoryLayout<Part>.stride + starts.count * MemoryLayout<Int16>.stride
    }

    /// The table that has a word: this one, or the one under it.
    func owner(of word: PageWord) -> WordTable {
        let index = Int(word.rawValue)
        return starts[index] < starts[index + 1] ? self : base ?? self
    }

    /// The parts of a sentence, which this table owns.
    func parts(of word: PageWord) -> Range<Int> {
        let index = Int(word.rawValue)
        return Int(starts[index])..<Int(starts[index + 1])
    }

    /// Appends a part, and returns the place after it by its index among all placeholders; nil where there is none.
    func append(part index: Int, to buffer: inout ByteBuffer) -> Int? {
        let part = parts[index]
        let bytes = bytes
        let text = bytes.span
        buffer.append(text.extracting(Int(part.start)..<Int(part.start + part.count)))
        return part.place < 0 ? nil : Int(part.place)
    }
}
