import ArgumentParser
import ByteText
import Configuration
import Daemon
import Routing
import Rules
import Settings

/// The tokens file that a daemon with the same flags and variables would read.
struct TokensFileOption: ParsableArguments {
    @Option(help: "The tokens file (default: the one in the settings, or `tokens` in the store directory).")
    var tokensFile: String?

    @OptionGroup var store: LinkStoreOption

    /// The file. The rules directory is read only where nothing else names it.
    func file() throws -> TokensFile {
        if let tokensFile { return TokensFile(path: tokensFile, report: Output.error) }
        let loaded = try RulesOption.load(store.rules.rules)
        let resolved = SettingsResolver.resolve(file: loaded.settings, environment: Environment.variables)
        for diagnostic in resolved.diagnostics { Output.diagnostic(diagnostic) }
        guard !resolved.diagnostics.contains(where: { $0.severity == .error }) else { throw ExitCode(2) }
        if let path = resolved.settings.tokensFile { return TokensFile(path: path, report: Output.error) }
        return TokensFile(inStore: try store.place().directory, report: Output.error)
    }

    /// Throws where the rules have no such site.
    func requireSites(_ names: [String]) throws {
        guard !names.isEmpty else { return }
        let known = try RulesOption.load(store.rules.rules).sites.map(\.name)
        for name in names where !known.contains(name) {
            let hint = suggestion(for: name, among: known) ?? "known sites: \(known.joined(separator: ", "))"
            throw Failure("--site: the rules have no site \(name); \(hint)")
        }
    }
}
