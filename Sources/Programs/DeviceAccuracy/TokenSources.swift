/// The sources of a token: those of the labeled agents in which it occurs.
///
/// A token that occurs only in agents of one source may have been learned from it. A score without the tokens of the agent's own
/// sources shows how well the table classifies agents that it has not seen.
struct TokenSources: Sendable {
    /// The sources by the text of the token. Tokens that occur in no labeled agent have other origins and are not included.
    private var sources: [String: Set<String>] = [:]

    /// Searches agents for tokens, whose texts are in lowercase.
    init(of texts: Set<String>, in agents: [LabelledAgent]) {
        let search = TokenSearch(texts)
        for agent in agents {
            for token in search.tokens(in: agent.agent) { sources[token, default: []].formUnion(agent.sources) }
        }
    }

    /// The tokens that occur in labelled agents of these sources only.
    func tokens(onlyFrom own: Set<String>) -> Set<String> {
        Set(sources.lazy.filter { !$0.value.isEmpty && $0.value.isSubset(of: own) }.map(\.key))
    }
}
