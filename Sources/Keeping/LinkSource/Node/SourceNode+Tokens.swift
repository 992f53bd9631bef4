import LinkStore
import PostgreSQL

extension SourceNode {
    /// Copies the source's tokens if they have changed, and notifies the token checker.
    func followTokens(_ heads: SourceHeads, through connection: SourceConnection) async throws {
        guard heads.tokens != tokensVersion else { return }
        let lines = try await connection.run([SourceStatement.tokens])[0].tokenLines
        _ = try await replicate(.tokens(lines))
        tokensVersion = heads.tokens
        tokensChanged?(lines)
    }
}
