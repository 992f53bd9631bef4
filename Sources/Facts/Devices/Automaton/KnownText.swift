import ByteText

/// A text that many agents have in the same spelling, and what a reader knows once it is behind it.
struct KnownText: Sendable {
    /// Its bytes, eight at a time; the rest is within ``last``.
    private var words = InlineArray<5, UInt64>(repeating: 0)
    private var wordCount = 0
    /// Its last eight bytes.
    private var last: UInt64 = 0
    private(set) var count = 0
    /// The signs that it holds.
    private(set) var signs = SignSet()
    /// The state in which it leaves a reader that began with it.
    private(set) var state: UInt16 = 0

    /// A text that occurs nowhere.
    init() {}

    init(_ text: String, signs: SignSet, state: UInt16) {
        let bytes = Array(text.utf8)
        count = bytes.count
        wordCount = count / 8
        precondition(1...5 ~= wordCount, "a known text has 8 to 47 bytes")
        for place in 0..<wordCount { words[place] = bytes.span.word(at: 8 * place) }
        last = bytes.span.word(at: count - 8)
        self.signs = signs
        self.state = state
    }

    /// Whether an agent has the text at an index, in the same case.
    @inline(__always)
    func occurs(in agent: Span<UInt8>, at index: Int) -> Bool {
        // The end differs sooner than the start.
        guard count > 0, agent.count - index >= count, agent.word(at: index + count - 8) == last else { return false }
        for place in 0..<wordCount where agent.word(at: index + 8 * place) != words[place] { return false }
        return true
    }
}
