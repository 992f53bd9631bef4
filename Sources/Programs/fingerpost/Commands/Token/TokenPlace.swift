import Access
import ByteText
import LinkSource
import Terminal

/// The place of the tokens that a command works on.
enum TokenPlace {
    /// Tokens of one daemon, which rereads the file on reload.
    case file(TokensFile)
    /// Tokens of all nodes that follow a source.
    case source(SourceOption)

    /// The tokens and keys, without their secrets.
    func credentials() throws -> [Credential] {
        switch self {
        case .file(let file): return try file.load().credentials
        case .source(let option):
            let lines = try option.ask { source in try await source.tokens() }
            do throws(TokenList.Fault) { return try TokenList(parsing: lines).credentials } catch {
                throw Failure("the tokens at the source can't be read: line \(error.line): \(error.problem)")
            }
        }
    }

    /// Adds a token or key. Throws ``Refusal`` if the name is taken.
    ///
    /// - Parameter options: As written in a tokens file.
    func add(name: String, secret: String, options: [String]) throws {
        let refusal = Refusal("the name \(name) is taken; choose another, or revoke it first")
        switch self {
        case .file(let file):
            try file.makeDirectory()
            try file.change { text in
                guard try !file.parse(text).credentials.contains(where: { $0.name == name }) else { throw refusal }
                return text + TokenList.line(name: name, secret: secret, options: options)
            }
        case .source(let option):
            let digest = TokenList.digest(of: secret)
            let isNew = try option.ask { source in
                try await source.addToken(name: name, digest: digest, options: options)
            }
            guard isNew else { throw refusal }
        }
    }

    /// Removes tokens and keys, all of them or none. Throws ``Refusal`` if one does not exist.
    func remove(_ names: [String]) throws {
        switch self {
        case .file(let file):
            try file.change { text in
                let known = try file.parse(text).credentials.map(\.name)
                for name in names where !known.contains(name) { throw Self.unknown(name, among: known) }
                return TokenList.removing(names, from: text)
            }
        case .source(let option):
            let missing = try option.ask { source in try await source.removeTokens(names) }
            if let name = missing.first { throw Self.unknown(name, among: try credentials().map(\.name)) }
        }
    }

    private static func unknown(_ name: String, among known: [String]) -> Refusal {
        let hint =
            suggestion(for: name, among: known)
            ?? (known.isEmpty ? "there are none" : "list them with `fingerpost token list`")
        return Refusal("unknown token or key \(name); \(hint)")
    }

    /// The remaining steps after a change.
    var consequence: String {
        switch self {
        case .file: "reload a running daemon (fingerpost control reload)"
        case .source: "nodes follow within a second"
        }
    }

    /// The place as named in messages.
    var name: String {
        switch self {
        case .file(let file): file.path ?? ""
        case .source: "the source"
        }
    }
}
