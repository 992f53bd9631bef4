public import PostgreSQL

/// The user-supplied address of a source: a URL or libpq keywords, without the password.
public enum SourceAddress {
    /// Parses an address and adds the password. Throws ``PostgreSQL/PostgreSQLError/parameters(_:)`` if the address
    /// contains one, since command lines and rules directories are not secret.
    public static func parameters(
        _ text: String, password: String?
    ) throws(PostgreSQLError) -> ConnectionParameters {
        guard !hasPassword(text) else {
            throw .parameters(
                "the source's address contains a password, which other users can see; put it in a file and set its path "
                    + "with source_password_file")
        }
        var parameters = try ConnectionParameters(text)
        if let password { parameters.password = password }
        // Of several hosts, the one that currently accepts writes is used.
        if parameters.hosts.count > 1, parameters["target_session_attrs"] == nil {
            parameters["target_session_attrs"] = "read-write"
        }
        return parameters
    }

    private static func hasPassword(_ text: String) -> Bool {
        if text.lowercased().contains("password=") { return true }
        let parts = text.split(separator: "://", maxSplits: 1)
        guard parts.count == 2 else { return false }
        let authority = parts[1].prefix { $0 != "/" && $0 != "?" }
        guard let end = authority.lastIndex(of: "@") else { return false }
        return authority[..<end].contains(":")
    }
}
