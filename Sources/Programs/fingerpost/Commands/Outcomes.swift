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
            a page, a prompt or a dead end. Exit code 0; 1 if the rules refuse the link, it leads to a dead end, or \
            evidence contradicts a prediction; 2 for usage or I/O errors.

            Country, region, city, network, time, address, language and header fields are the same for all phones. \
            Options that vary per phone model are not accepted. --evidence lists the predictions that tests on real phones \
            (`lab`) contradict: those of the link, or without a link those of the links that were tested.

            Examples:
              fingerpost outcomes https://example.page.link/WXYZ
              fingerpost outcomes https://example.page.link/WXYZ --country IN --language hi --time 2026-12-24
              fingerpost outcomes https://example.page.link/WXYZ --country GB --region ENG --city London
              fingerpost outcomes --evidence phones
            """)

    @Argument(help: "The link, in full.")
    var link: String?

    @Option(
        help: "A file of evidence, or a folder of such files (`lab --evidence`).", completion: .directory)
    var evidence: String?

    @OptionGroup var rules: RulesOption

    @OptionGroup var store: StoreOption

    @OptionGroup var stated: CircumstanceOptions

    @OptionGroup var geo: GeoOption

    @Option(help: "The version of the installed app (default: one that opens the link, and an older one).")
    var appVersion: String?

    @Flag(help: "Print all cells as JSON, with the steps of each journey.")
    var json = false

    @OptionGroup var terminal: TerminalOption

    func validate() throws {
        if link == nil, evidence == nil { throw ValidationError("a link is required, or --evidence") }
    }

    func run() throws {
        let known = try evidence.map { try EvidenceFolder.read($0) }
        let clock = Int64(time(nil))
        let now = try stated.checkedTime(now: clock) ?? clock
        let circumstances = try stated.circumstances(geo)
        let installed = try appVersion.map(ClickOptions.version)
        let place = try store.place(rules: rules.rules)
        let ruleSet = try rules.ruleSet(place)
        let shortLinks = try place.shortLinks()
        let evaluator = try Evaluator(ruleSet, shortLinks: shortLinks)
        let front = try FrontInMemory(ruleSet, shortLinks: shortLinks, circumstances: circumstances, now: now)
        let link = link.map { TypedLink.withScheme($0) }
        let matrix = try link.map { try Self.matrix(of: $0, evaluator, front, installed: installed) }
        let review = known.map { EvidenceReview($0, link: link, evaluator, front) }
        if json {
            Output.line(Masking.masked(Self.json(matrix, review).text))
        } else {
            if let matrix { Output.lines(OutcomeText(matrix).lines, masked: true) }
            if let review { Output.lines((matrix == nil ? [] : [[]]) + EvidenceText(review).lines, masked: true) }
        }
        if matrix?.cells.contains(where: { $0.cell.verdict.word == "dead_end" }) == true { throw ExitCode(1) }
        if review?.contradictions.isEmpty == false { throw ExitCode(1) }
    }

    private static func matrix(
        of link: String, _ evaluator: Evaluator, _ front: FrontInMemory, installed: String?
    ) throws -> OutcomeMatrix {
        do throws(LinkRefused) {
            return try OutcomeMatrix(of: link, evaluator, front, installed: installed)
        } catch {
            throw Refusal("the rules refuse this link; see `fingerpost resolve`")
        }
    }

    /// The matrix, with a member for the evidence; or the evidence alone.
    private static func json(_ matrix: OutcomeMatrix?, _ review: EvidenceReview?) -> JSONValue {
        guard let review else { return matrix?.json ?? .null }
        var object = matrix?.json.object ?? JSONObject()
        object.append("evidence", review.json)
        return .object(object)
    }
}
