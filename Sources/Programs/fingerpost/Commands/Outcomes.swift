import ArgumentParser
import ByteText
import Clicks
import Glibc
import Links
import Outcomes
import Routing
import Rules
import ServiceFiles
import Terminal
import Texts

struct OutcomesCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "outcomes",
        abstract: "Shows where a link leads on every phone, and deviations from the documentation.",
        discussion: """
            A model of phones follows the link through the responses of a daemon with these rules, to an app, a store, \
            a page, a prompt or a dead end. Exit code 0; 1 if the rules refuse the link, or it leads to a dead end; 2 \
            for usage or I/O errors.

            Country, region, city, network, time, address, language and header fields are the same for all phones. \
            Options that vary per phone model are not accepted.

            Examples:
              fingerpost outcomes https://example.page.link/WXYZ
              fingerpost outcomes https://example.page.link/WXYZ --country IN --language hi --time 2026-12-24
              fingerpost outcomes https://example.page.link/WXYZ --country GB --region ENG --city London
              fingerpost outcomes https://example.page.link/WXYZ --app-version 11
            """)

    @Argument(help: "The link, in full.")
    var link: String

    @OptionGroup var rules: RulesOption

    @OptionGroup var store: StoreOption

    @OptionGroup var stated: CircumstanceOptions

    @OptionGroup var geo: GeoOption

    @Option(help: "The version of the installed app (default: one that opens the link, and an older one).")
    var appVersion: String?

    @Flag(help: "Print all cells as JSON, with the steps of each journey.")
    var json = false

    @OptionGroup var terminal: TerminalOption

    func run() throws {
        let clock = Int64(time(nil))
        let now = try stated.checkedTime(now: clock) ?? clock
        let circumstances = try stated.circumstances(geo)
        let installed = try appVersion.map(ClickOptions.version)
        let place = try store.place(rules: rules.rules)
        let ruleSet = try rules.ruleSet(place)
        let shortLinks = try place.shortLinks()
        let matrix: OutcomeMatrix
        let evaluator = try Evaluator(ruleSet, shortLinks: shortLinks)
        let front = try FrontInMemory(ruleSet, shortLinks: shortLinks, circumstances: circumstances, now: now)
        do throws(LinkRefused) {
            matrix = try OutcomeMatrix(of: TypedLink.withScheme(link), evaluator, front, installed: installed)
        } catch {
            throw Refusal("the rules refuse this link; see `fingerpost resolve`")
        }
        if json {
            Output.line(Masking.masked(matrix.json.text))
        } else {
            Output.lines(OutcomeText(matrix).lines, masked: true)
        }
        if matrix.cells.contains(where: { $0.cell.verdict.word == "dead_end" }) { throw ExitCode(1) }
    }
}
