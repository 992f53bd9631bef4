public import PostgreSQL

/// The tokens and API keys that all nodes accept.
extension Source {
    /// The tokens, as lines of a tokens file.
    public func tokens() async throws(PostgreSQLError) -> String {
        try await connected().run([SourceStatement.tokens])[0].tokenLines
    }

    /// Adds a token by the words of its line; `false` if the name is taken. Nodes accept it within a second.
    public func addToken(name: String, digest: String, options: [String]) async throws(PostgreSQLError) -> Bool {
        try await retrying { connection throws(PostgreSQLError) in
            let add = AdministrationStatement.addToken(name, digest, options.joined(separator: " "))
            let answers = try await connection.run([SourceStatement.begin, add])
            guard answers[1].affected == 1 else {
                _ = try await connection.run([SourceStatement.rollback])
                return false
            }
            _ = try await connection.run([AdministrationStatement.tokensChanged, SourceStatement.commit])
            return true
        }
    }

    /// Removes tokens, all of them or none; returns the missing names. Nodes reject them within a second.
    public func removeTokens(_ names: [String]) async throws(PostgreSQLError) -> [String] {
        try await retrying { connection throws(PostgreSQLError) in
            let answers = try await connection.run([
                SourceStatement.begin, SourceStatement.tokens, AdministrationStatement.removeTokens(names),
            ])
            var known: Set<String> = []
            for row in 0..<answers[1].count { known.insert(try answers[1].text(row, 0)) }
            let missing = names.filter { !known.contains($0) }
            guard missing.isEmpty else {
                _ = try await connection.run([SourceStatement.rollback])
                return missing
            }
            _ = try await connection.run([AdministrationStatement.tokensChanged, SourceStatement.commit])
            return []
        }
    }
}
