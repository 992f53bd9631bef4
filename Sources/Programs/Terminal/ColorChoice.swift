/// When output is colored: `--color`.
package enum ColorChoice: String, CaseIterable, Sendable {
    /// On a terminal, unless the environment disables colors.
    case auto
    case always, never

    /// The choice of a command line, read before its options are parsed, so that option errors are colored, too.
    package init(in arguments: [String]) {
        let options = arguments.prefix { $0 != "--" }
        var text: Substring?
        for (option, value) in zip(options, options.dropFirst() + [""]) {
            if option == "--color" { text = value[...] }
            if option.hasPrefix("--color=") { text = option.dropFirst("--color=".count) }
        }
        self = text.flatMap { ColorChoice(rawValue: String($0)) } ?? .auto
    }

    /// Whether output is colored.
    ///
    /// The flag takes precedence, followed by `NO_COLOR` (https://no-color.org), `CLICOLOR_FORCE`
    /// (https://bixense.com/clicolors) and `TERM=dumb`.
    package func isOn(isTerminal: Bool, variables: [String: String]) -> Bool {
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
