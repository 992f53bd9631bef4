import LinkStore
import OpenSSL
import PostgreSQL

extension SourceNode {
    /// Takes the secrets over that all nodes share, or gives the source this node's where it has none yet: once for each
    /// connection.
    func shareSecrets(through connection: SourceConnection) async throws {
        for name in options.sharedSecrets {
            let own = try store.secret(name) ?? SecureRandom.bytes(count: 32)
            let answers = try await connection.run([
                SourceStatement.keepSecret(name, own), SourceStatement.secret(name),
            ])
            guard answers[1].count == 1 else { continue }
            let shared = answers[1].bytes(0, 0)
            if try store.secret(name) != shared { _ = try await replicate(.secret(name, shared)) }
        }
    }
}
