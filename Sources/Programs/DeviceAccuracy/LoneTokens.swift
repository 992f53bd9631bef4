/// The tokens that one labelled agent alone shows.
///
/// Such a token may have been learnt by heart from that agent. Classified without them, the agent counts as one that nobody
/// has seen before.
public struct LoneTokens: Sendable {
    /// The tokens that only this agent shows, by its index. Most agents have none.
    private var tokens: [Int: Set<String>] = [:]

    /// Finds the texts of tokens, which are in lower case, in agents.
    public init(of texts: Set<String>, in agents: [LabelledAgent]) {
        let search = TokenSearch(texts)
        var owners: [String: Int] = [:]
        var shared = Set<String>()
        for (index, agent) in agents.enumerated() {
            for token in search.tokens(in: agent.agent)
            where owners.updateValue(index, forKey: token) != nil {
                shared.insert(token)
            }
        }
        for (token, index) in owners where !shared.contains(token) { tokens[index, default: []].insert(token) }
    }

    /// The tokens that only the agent at this index shows.
    public subscript(index: Int) -> Set<String> { tokens[index] ?? [] }
}
