import ByteText

/// A text that many agents share verbatim, and the state of a reader after skipping it.
///
/// Small, because it is copied at each use; its pieces and reports are stored in the arrays of ``KnownTexts``.
struct KnownText: Sendable {
    /// Sixteen bytes of an agent that contain a piece of a text, as two numbers.
    struct Piece: Sendable {
        /// The start relative to the text; negative for a short text at the end of an agent.
        var start = 0
        var low: UInt64 = 0
        var high: UInt64 = 0
        /// The bits to compare.
        var lowMask: UInt64 = 0
        var highMask: UInt64 = 0

        fileprivate init(of text: [UInt8], from start: Int) {
            self.start = start
            for place in 0..<8 {
                let bits = UInt64(8 * place)
                if text.indices.contains(start + place) {
                    low |= UInt64(text[start + place]) << bits
                    lowMask |= 0xFF << bits
                }
                if text.indices.contains(start + 8 + place) {
                    high |= UInt64(text[start + 8 + place]) << bits
                    highMask |= 0xFF << bits
                }
            }
        }

        /// Whether an agent contains the piece, given the start index of the text.
        @inline(__always)
        @unsafe func occursUnchecked(in agent: Span<UInt8>, at index: Int) -> Bool {
            let place = index &+ start
            // Safe: the caller ensures that the sixteen bytes are within the agent.
            let words = unsafe (agent.uncheckedWord(at: place), agent.uncheckedWord(at: place &+ 8))
            return (words.0 ^ low) & lowMask | (words.1 ^ high) & highMask == 0
        }
    }

    /// A state within the text that needs further examination.
    struct Report: Hashable, Sendable {
        var state: UInt16
        /// The number of bytes of the text that lead to it.
        var count: UInt16
    }

    let count: Int
    /// The ranges of its pieces and reports among those of all texts. A text without pieces never matches.
    let pieces: Range<Int>
    /// The range of bytes the pieces read, relative to the start of the text. It starts below zero or ends after the text if
    /// sixteen bytes are longer than the text. For a text without pieces it exceeds every agent.
    let reach: Range<Int>
    let reports: Range<Int>
    /// The signs of the text.
    let signs: SignSet
    /// The final state of a reader that starts with the text.
    let state: UInt16

    /// Splits a text into pieces. Those of a text shorter than sixteen bytes include the bytes before it if it is an ending,
    /// otherwise the bytes after it.
    static func pieces(of text: [UInt8], isEnding: Bool) -> [Piece] {
        stride(from: 0, to: text.count, by: 16).map { place in
            let isLast = place + 16 >= text.count
            return Piece(of: text, from: isLast && (isEnding || text.count > 16) ? text.count - 16 : place)
        }
    }
}
