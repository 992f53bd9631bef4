public import ArgumentParser
public import LinkSource

struct SourceRotate: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "rotate",
        abstract: "Gives all nodes new keys.",
        discussion: """
            Nodes change the keys of pages and TLS tickets by themselves; this is for the day on which somebody may have \
            read them. page-keys: pages, which seal with the new key after a minute, and open what the old one sealed for ten minutes more. \
            tls-tickets: clients shake hands in full once. page-tokens: whoever reads lists page by page begins again. \
            mask-key: masks in later logs are others than before; only if it is named. Nodes follow within seconds. Those \
            that have a key file keep its key. Exit code 0; 2 for usage errors, or if the source can't be reached.

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
