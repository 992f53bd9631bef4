/// Which sources show a token: those of the labelled agents that it occurs in.
///
/// A token that is known from one source alone may have been learnt by heart from it. Without such tokens, scores say what
/// the table would be worth if that source had never been seen.
public struct TokenSources: Sendable {
    /// By the text of the token. A token that no labelled agent shows is known from elsewhere, and stands in no row here.
    private var sources: [String: Set<String>] = [:]

    /// Finds the texts of tokens, which are in lower case, in agents.
    public init(of texts: Set<String>, in agents: [LabelledAgent]) {
        let candidates = Self.byOpening(texts)
        for agent in agents {
            let bytes = agent.agent.map { 0x41...0x5A ~= $0 ? $0 + 0x20 : $0 }
            for start in bytes.indices.dropLast() {
                for token in candidates[Self.opening(bytes[start], bytes[start + 1])]
                where bytes[start...].starts(with: token.utf8) {
                    sources[token, default: []].formUnion(agent.sources)
                }
            }
        }
    }

    /// Whether a token is known from this source and no other.
    public func isKnown(_ text: String, onlyFrom source: String) -> Bool { sources[text] == [source] }

    /// The tokens by their first two bytes: few of them begin where an agent goes on.
    private static func byOpening(_ texts: Set<String>) -> [[String]] {
        var candidates = [[String]](repeating: [], count: 1 << 16)
        for text in texts {
            let bytes = Array(text.utf8.prefix(2))
            if bytes.count == 2 { candidates[opening(bytes[0], bytes[1])].append(text) }
        }
        return candidates
    }

    private static func opening(_ first: UInt8, _ second: UInt8) -> Int {
        Int(first) << 8 | Int(second)
    }
}
