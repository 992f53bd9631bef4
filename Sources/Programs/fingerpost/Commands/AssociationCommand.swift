import ArgumentParser
import ByteText
import Routing
import Rules
import Terminal
import Texts

struct AssociationCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "association",
        abstract:
            "Prints the declarations with which apps open links, and the association files that the daemon serves.",
        discussion: """
            For each site: filters to paste into the manifests of its Android apps, associated domains for the \
            entitlements of its Apple apps, and the served files of each host. With a host, the files of that host \
            only. With --format, the declarations for the project files of Expo, Flutter or Capacitor. Exit code 0; \
            1 if no site has the host; 2 for usage or I/O errors.

            Examples:
              fingerpost association
              fingerpost association links.example.com --rules rules
              fingerpost association --format expo
            """)

    @Argument(help: "A link host: print its files only.")
    var host: String?

    @OptionGroup var rules: RulesOption

    @Flag(help: "Print one JSON line per site; with a host, its files as JSON.")
    var json = false

    @Option(help: "Print only declarations, for the project files of: expo, flutter or capacitor.")
    var format: AssociationText.Format?

    @OptionGroup var terminal: TerminalOption

    func validate() throws {
        guard format != nil, host != nil || json else { return }
        throw ValidationError("--format prints the declarations of all sites as text: omit the host and --json")
    }

    func run() throws {
        let ruleSet = try rules.ruleSet()
        if json { return try printJSON(ruleSet) }
        if let format {
            for site in ruleSet.sites { AssociationText.lines(of: site, for: format).forEach { Output.line($0) } }
            return
        }
        guard let host else {
            for site in ruleSet.sites { AssociationText.lines(of: site, ruleSet).forEach { Output.line($0) } }
            return
        }
        guard let lines = AssociationText.files(of: host.lowercased(), ruleSet) else {
            throw Refusal("no site has links on \(host)")
        }
        lines.forEach { Output.line($0) }
    }

    private func printJSON(_ ruleSet: RuleSet) throws {
        guard let host else {
            return try ruleSet.sites.forEach { Output.line(try AssociationText.json(of: $0, ruleSet).text) }
        }
        guard let files = try AssociationText.json(of: host.lowercased(), ruleSet) else {
            throw Refusal("no site has links on \(host)")
        }
        Output.line(files.text)
    }
}

extension AssociationText.Format: ExpressibleByArgument {}
