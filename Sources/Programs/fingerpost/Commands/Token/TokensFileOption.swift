import Access
import ArgumentParser
import ByteText
import Configuration
import Routing
import Rules
import ServiceFiles
import Settings
import Terminal

/// Locates the tokens: in the file that a daemon with the same flags and variables would read, or at a source.
struct TokensFileOption: ParsableArguments {
    @Option(help: "The tokens file (default: the one in the settings, or `tokens` in the store directory).")
    var tokensFile: String?

    @Option(
        help: "Use the tokens that all nodes of a source accept, not a file: postgresql://user@host/database.")
    var source: String?

    @Option(help: "The file of the source's password.", completion: .file())
    var sourcePasswordFile: String?

    @OptionGroup var store: LinkStoreOption

    /// The file or the source. A source is used only if the command line names it: a variable must not cause tokens to
    /// be added or removed for all nodes.
    func place() throws -> TokenPlace {
        guard let source else {
            guard sourcePasswordFile == nil else { throw Failure("--source-password-file needs --source") }
            return .file(try file())
        }
        guard tokensFile == nil else { throw Failure("--tokens-file and --source can't be combined") }
        return .source(SourceOption(source, passwordFile: sourcePasswordFile, rules: store.rules))
    }

    /// The file. The rules directory is read only if nothing else names it.
    private func file() throws -> TokensFile {
        if let tokensFile { return TokensFile(path: tokensFile, report: Output.error) }
        let loaded = try RulesOption.load(store.rules.rules)
        let resolved = SettingsResolver.resolve(file: loaded.settings, environment: ProcessEnvironment.variables)
        for diagnostic in resolved.diagnostics { Output.diagnostic(diagnostic) }
        guard !resolved.diagnostics.contains(where: { $0.severity == .error }) else { throw ExitCode(2) }
        if let path = resolved.settings.tokensFile { return TokensFile(path: path, report: Output.error) }
        return TokensFile(inStore: try store.place().directory, report: Output.error)
    }

    /// Throws if the rules do not have one of the sites.
    func requireSites(_ names: [String]) throws {
        guard !names.isEmpty else { return }
        let known = try RulesOption.load(store.rules.rules).sites.map(\.name)
        for name in names where !known.contains(name) {
            let hint = suggestion(for: name, among: known) ?? "known sites: \(known.joined(separator: ", "))"
            throw Failure("--site: the rules have no site \(name); \(hint)")
        }
    }
}
