import LinkStore
import PostgreSQL

extension SourceNode {
    /// Takes the source's tokens over where they have changed, and tells those who check them.
    func followTokens(_ heads: SourceHeads, through connection: SourceConnection) async throws {
        guard heads.tokens != tokensVersion else { return }
        let answers = try await connection.run([SourceStatement.tokens])
        var lines = ""
        for row in 0..<answers[0].count {
            let options = try answers[0].text(row, 2)
            lines += try
                "\(answers[0].text(row, 0)) \(answers[0].text(row, 1))\(options.isEmpty ? "" : " ")\(options)\n"
        }
        _ = try await replicate(.tokens(lines))
        tokensVersion = heads.tokens
        tokensChanged?(lines)
    }
}
