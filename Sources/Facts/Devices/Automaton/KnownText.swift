import ByteText

/// A text that many agents have in the same spelling, and what a reader knows once it is behind it.
///
/// Small, as it is copied where it is used: its bytes and reports are in the arrays of ``KnownTexts``.
struct KnownText: Sendable {
    /// Sixteen bytes of an agent that hold a piece of a text, as two numbers.
    struct Piece: Sendable {
        /// Where they start, from the start of the text; below zero for a short text that ends them.
        var start = 0
        var low: UInt64 = 0
        var high: UInt64 = 0
        /// The bits that count.
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

        /// Whether an agent has the piece of a text that starts at an index.
        @inline(__always)
        @unsafe func occursUnchecked(in agent: Span<UInt8>, at index: Int) -> Bool {
            let place = index &+ start
            // Safe: the caller has made sure that the sixteen bytes are the agent's.
            let words = unsafe (agent.uncheckedWord(at: place), agent.uncheckedWord(at: place &+ 8))
            return (words.0 ^ low) & lowMask | (words.1 ^ high) & highMask == 0
        }
    }

    /// A state on the way that asks for a closer look.
    struct Report: Hashable, Sendable {
        var state: UInt16
        /// How many bytes of the text lead to it.
        var count: UInt16
    }

    let count: Int
    /// Where its pieces and reports are among those of all texts. A text without pieces occurs nowhere.
    let pieces: Range<Int>
    /// What the pieces look at, from the start of the text: below zero or beyond the end where sixteen bytes are more,
    /// and further than any agent for a text without pieces.
    let reach: Range<Int>
    let reports: Range<Int>
    /// The signs that it holds.
    let signs: SignSet
    /// The state in which it leaves a reader that began with it.
    let state: UInt16

    /// The pieces of a text. Those of a text of less than sixteen bytes have the bytes before it in them if it is an ending,
    /// otherwise those behind it.
    static func pieces(of text: [UInt8], isEnding: Bool) -> [Piece] {
        stride(from: 0, to: text.count, by: 16).map { place in
            let isLast = place + 16 >= text.count
            return Piece(of: text, from: isLast && (isEnding || text.count > 16) ? text.count - 16 : place)
        }
    }
}
