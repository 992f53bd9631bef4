/// Finds the texts of tokens in agents, each of which costs a step for every token that begins as it goes on.
struct TokenSearch {
    /// The tokens by their first two bytes: few of them begin where an agent goes on.
    private var candidates = [[String]](repeating: [], count: 1 << 16)

    /// - Parameter texts: In lower case. One of fewer than two bytes is never found.
    init(_ texts: Set<String>) {
        for text in texts {
            let bytes = Array(text.utf8.prefix(2))
            if bytes.count == 2 { candidates[Self.opening(bytes[0], bytes[1])].append(text) }
        }
    }

    /// The tokens in an agent, without regard to the case of ASCII letters.
    func tokens(in agent: [UInt8]) -> Set<String> {
        let bytes = agent.map { 0x41...0x5A ~= $0 ? $0 + 0x20 : $0 }
        var found = Set<String>()
        for start in bytes.indices.dropLast() {
            for token in candidates[Self.opening(bytes[start], bytes[start + 1])]
            where bytes[start...].starts(with: token.utf8) {
                found.insert(token)
            }
        }
        return found
    }

    private static func opening(_ first: UInt8, _ second: UInt8) -> Int {
        Int(first) << 8 | Int(second)
    }
}
