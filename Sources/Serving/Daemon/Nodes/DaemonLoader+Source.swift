import Access
import LinkSource
import LinkStore
import NodeLinks
import PostgreSQL
import ServiceFiles
import Settings
import Threads

/// Settings of a node with a source.
extension DaemonLoader {
    /// The configured source; `nil` if there is none. Does not connect.
    func sourceNode(
        _ store: LinkStore?, _ tokens: CurrentTokens, version: String
    ) throws -> SourceNode? {
        guard let address = settings.source else { return nil }
        guard let store else {
            throw StartupFault("source: a node needs a store for its replica; set a directory with --store")
        }
        var options = SourceOptions(
            try Self.parameters(address, settings), node: settings.node ?? HostName.current(or: "node"))
        options.program = version
        if let path = settings.sourcePasswordFile { options.password = { try SourcePassword.read(path) } }
        options.keepLostLinks = store.directory.map { directory in
            let file = LostLinksFile(directory: directory)
            return { try file.append($0) }
        }
        options.sharedSecrets = sharedSecrets(store)
        adoptKeptPageKeys(store)
        options.pokes = settings.sourceNotifies
        adopt(try store.sourceTokens(), tokens)
        do throws(StoreError) {
            return try SourceNode(
                options, store: store, rules: { [rulesInUse] in rulesInUse.withLock(\.self) },
                tokensChanged: { [self] in adopt($0, tokens) }, report: report)
        } catch {
            guard case .notEmpty = error else { throw StartupFault("source: \(error)") }
            throw StartupFault(
                "source: \(store.path) has links of its own; copy them to the source with `fingerpost source push`, or "
                    + "set another directory with --store")
        }
    }

    /// The source's address with its password.
    static func parameters(_ address: String, _ settings: DaemonSettings) throws(StartupFault) -> ConnectionParameters {
        var password: String?
        do throws(FileFault) { password = try settings.sourcePasswordFile.map(SourcePassword.read) } catch {
            throw StartupFault("source_password_file: \(error)")
        }
        do throws(PostgreSQLError) {
            return try SourceAddress.parameters(address, password: password)
        } catch {
            throw StartupFault("source: \(error)")
        }
    }

    /// Uses the source's tokens in addition to those of the file.
    private func adopt(_ lines: String, _ tokens: CurrentTokens) {
        do throws(TokenList.Fault) {
            tokens.replaceSource(with: try TokenList(parsing: lines))
        } catch {
            report("source: its tokens can't be used: \(error.problem); keeping the old ones")
        }
    }
}
