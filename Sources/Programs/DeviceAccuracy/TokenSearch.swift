/// Finds tokens in agents. The cost is a comparison for each token with the right first two bytes at each position.
struct TokenSearch {
    /// The tokens by their first two bytes, so that few have to be compared at each position.
    private var candidates = [[String]](repeating: [], count: 1 << 16)

    /// - Parameter texts: In lowercase. Texts of fewer than two bytes are never found.
    init(_ texts: Set<String>) {
        for text in texts {
            let bytes = Array(text.utf8.prefix(2))
            if bytes.count == 2 { candidates[Self.opening(bytes[0], bytes[1])].append(text) }
        }
    }

    /// The tokens in an agent, ignoring ASCII case.
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
