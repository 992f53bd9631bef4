/// When output has colours: `--color`.
enum ColorChoice: String, CaseIterable, Sendable {
    /// On a terminal, as far as the environment does not say otherwise.
    case auto
    case always, never

    /// The choice of a command line, read before its options are: what is wrong with those has its colours, too.
    init(in arguments: [String]) {
        let options = arguments.prefix { $0 != "--" }
        var text: Substring?
        for (option, value) in zip(options, options.dropFirst() + [""]) {
            if option == "--color" { text = value[...] }
            if option.hasPrefix("--color=") { text = option.dropFirst("--color=".count) }
        }
        self = text.flatMap { ColorChoice(rawValue: String($0)) } ?? .auto
    }

    /// Whether there are colours.
    ///
    /// The flag wins. Then come `NO_COLOR` (https://no-color.org), `CLICOLOR_FORCE` (https://bixense.com/clicolors) and
    /// `TERM=dumb`.
    func isOn(isTerminal: Bool, variables: [String: String]) -> Bool {
        switch self {
        case .always: return true
        case .never: return false
        case .auto:
            if !(variables["NO_COLOR"] ?? "").isEmpty { return false }
            if !["", "0"].contains(variables["CLICOLOR_FORCE"] ?? "") { return true }
            return isTerminal && variables["TERM"] != "dumb"
        }
    }
}
