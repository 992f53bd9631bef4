public import ArgumentParser
public import LinkSource
import Terminal

struct SourceRotate: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "rotate",
        abstract: "Gives all nodes new keys.",
        discussion: """
            Nodes change the keys of pages and TLS tickets automatically; use this if the keys may have leaked. \
            page-keys: pages are sealed with the new key after a minute, and the old key opens pages for ten more \
            minutes. tls-tickets: each client needs one full handshake. page-tokens: clients must restart lists from \
            the first page. mask-key: masks in later logs differ from earlier ones; only if it is named. Nodes apply \
            the keys within seconds, except those with a key file. Exit code 0; 2 for usage errors, or if the source \
            can't be reached.

            Examples:
              fingerpost source rotate
              fingerpost source rotate tls-tickets mask-key
            """)

    @OptionGroup var option: SourceOption

    @Argument(help: "page-keys, tls-tickets, page-tokens or mask-key; none for all but mask-key.")
    var keys: [SharedSecretName] = []

    @OptionGroup var terminal: TerminalOption

    func run() throws {
        let names = keys.isEmpty ? SharedSecretName.allCases.filter { $0 != .masks } : keys
        try option.ask { source in try await source.rotate(names) }
        Output.line("new: \(names.map(\.rawValue).joined(separator: ", "))")
    }
}

extension SharedSecretName: ExpressibleByArgument {}
