import ByteText
import Mustache
import PageDesign

/// The bytes of a page in all its shapes, with gaps for values, words and surroundings.
///
/// Shapes share most of their bytes, and all sites and languages share the shapes: the text between two gaps is stored
/// once.
///
/// A class, so that rendering a page costs at most one reference count.
final class PageShapes: Sendable {
    /// Literal bytes, and the gap after them.
    private struct Piece: Sendable {
        let start: UInt32
        let count: UInt32
        /// ``PageGap/code``, or ``end`` for the last piece.
        let gap: UInt16

        static let end = UInt16.max
    }

    /// The bytes of all pieces.
    private let literal: ByteBuffer
    private let pieces: [Piece]
    /// The index in ``pieces`` of each shape's first piece, plus one for the end of the last shape.
    private let starts: [Int]

    /// Renders a template once for each combination of slots that it has sections for.
    ///
    /// - Parameters:
    ///   - slots: The names of all slots.
    ///   - sections: The indices of the slots that have sections.
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

    /// Shapes under construction.
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

    /// The pieces of a shape.
    func pieces(of shape: Int) -> Range<Int> { starts[shape]..<starts[shape + 1] }

    /// Appends the bytes of a piece. Returns the gap after it, or `nil` at the end.
    func append(piece index: Int, to buffer: inout ByteBuffer) -> PageGap? {
        let piece = pieces[index]
        let start = Int(piece.start)
        buffer.append(start..<(start + Int(piece.count)), of: literal)
        return PageGap(code: piece.gap)
    }
}
