import ByteText
import Mustache
import PageDesign

/// The bytes of a page in all its shapes, with gaps for values, words and what surrounds them.
///
/// Shapes have most of their bytes in common, and all sites and languages share them: what lies between two gaps is kept once.
///
/// A class, so that who fills a page counts one reference at most.
final class PageShapes: Sendable {
    /// Bytes, and what comes after them.
    private struct Piece: Sendable {
        let start: UInt32
        let count: UInt32
        /// ``PageGap/code``; of the last piece ``end``.
        let gap: UInt16

        static let end = UInt16.max
    }

    /// The bytes of all pieces.
    private let literal: ByteBuffer
    private let pieces: [Piece]
    /// Where each shape begins in ``pieces``; one more for the end of the last.
    private let starts: [Int]

    /// Runs a template once for each set of slots that it has sections for.
    ///
    /// - Parameters:
    ///   - slots: The names of all slots.
    ///   - sections: Those among them that have sections, by their place.
    init(_ template: MustacheTemplate, slots: [String], sections: [Int]) {
        var parts = Parts()
        let say = Dictionary(uniqueKeysWithValues: PageWord.allCases.map { ($0.name, PageGap.word($0).mark) })
        let surroundings = PageSurrounding.allCases.map { ($0.name, PageGap.surrounding($0).mark as Any) }
        var entries = Dictionary(uniqueKeysWithValues: surroundings)
        entries["say"] = say
        for index in 0..<(1 << sections.count) {
            for (number, name) in slots.enumerated() {
                let bit = sections.firstIndex(of: number)
                entries[name] = bit.map { index >> $0 & 1 == 1 } ?? true ? PageGap.slot(number).mark : nil
            }
            parts.add(template.render(entries))
        }
        literal = ByteBuffer(copying: parts.literal.span)
        (pieces, starts) = (parts.pieces, parts.starts)
    }

    /// Shapes that are being put together.
    private struct Parts {
        var literal: [UInt8] = []
        var pieces: [Piece] = []
        var starts = [0]
        private var known: [[UInt8]: UInt32] = [:]

        mutating func add(_ text: String) {
            var bytes: [UInt8] = []
            func piece(before gap: UInt16) {
                let start = known[bytes] ?? UInt32(literal.count)
                if known.updateValue(start, forKey: bytes) == nil { literal += bytes }
                pieces.append(Piece(start: start, count: UInt32(bytes.count), gap: gap))
                bytes.removeAll()
            }
            for scalar in text.unicodeScalars {
                if let gap = PageGap(mark: scalar) {
                    piece(before: gap.code)
                } else {
                    bytes.append(contentsOf: UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
                }
            }
            piece(before: Piece.end)
            starts.append(pieces.count)
        }
    }

    /// How many bytes the shapes take.
    var byteCount: Int {
        literal.count + pieces.count * MemoryLayout<Piece>.stride + starts.count * MemoryLayout<Int>.stride
    }

    /// The pieces of a shape.
    func pieces(of shape: Int) -> Range<Int> { starts[shape]..<starts[shape + 1] }

    /// Appends the bytes of a piece, and returns the gap after it; nil at the end.
    func append(piece index: Int, to buffer: inout ByteBuffer) -> PageGap? {
        let piece = pieces[index]
        let start = Int(piece.start)
        buffer.append(start..<(start + Int(piece.count)), of: literal)
        return PageGap(code: piece.gap)
    }
}
