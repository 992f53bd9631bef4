/// The tokens that occur in only one labeled agent.
///
/// Such a token may have been learned from exactly that agent. Classified without them, the agent counts as one that
/// has never been seen before.
public struct LoneTokens: Sendable {
    /// The tokens that occur only in this agent, by its index. Most agents have none.
    private var tokens: [Int: Set<String>] = [:]

    /// Searches agents for tokens, whose texts are in lowercase.
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

    /// The tokens that occur only in the agent at this index.
    public subscript(index: Int) -> Set<String> { tokens[index] ?? [] }
}
