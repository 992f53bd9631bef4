import ByteText

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
    /// - Parameter sections: The indices of the slots that have sections.
    init(_ template: PageTemplate, sections: [Int]) {
        var parts = Parts()
        for index in 0..<(1 << sections.count) {
            parts.add(template.nodes) { slot in
                sections.firstIndex(of: slot).map { index >> $0 & 1 == 1 } ?? true
            }
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
        /// The text since the last gap.
        private var bytes: [UInt8] = []

        /// Adds a shape.
        mutating func add(_ nodes: [PageTemplate.Node], has: (Int) -> Bool) {
            append(nodes, has)
            endPiece(before: Piece.end)
            starts.append(pieces.count)
        }

        private mutating func append(_ nodes: [PageTemplate.Node], _ has: (Int) -> Bool) {
            for node in nodes {
                switch node {
                case .text(let text): bytes += text
                case .gap(.slot(let slot)): if has(slot) { endPiece(before: PageGap.slot(slot).code) }
                case .gap(let gap): endPiece(before: gap.code)
                case .section(let slot, let ifPresent, let nodes): if has(slot) == ifPresent { append(nodes, has) }
                case .group(let nodes): append(nodes, has)
                }
            }
        }

        private mutating func endPiece(before gap: UInt16) {
            let start = known[bytes] ?? UInt32(literal.count)
            if known.updateValue(start, forKey: bytes) == nil { literal += bytes }
            pieces.append(Piece(start: start, count: UInt32(bytes.count), gap: gap))
            bytes.removeAll(keepingCapacity: true)
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
