import LinkStore
import PostgreSQL

extension SourceNode {
    /// Takes the source's tokens over where they have changed, and tells those who check them.
    func followTokens(_ heads: SourceHeads, through connection: SourceConnection) async throws {
        guard heads.tokens != tokensVersion else { return }
        let lines = try await connection.run([SourceStatement.tokens])[0].tokenLines
        _ = try await replicate(.tokens(lines))
        tokensVersion = heads.tokens
        tokensChanged?(lines)
    }
}
