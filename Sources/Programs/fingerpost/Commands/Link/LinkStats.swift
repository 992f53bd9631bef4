import ArgumentParser
import ByteText
import Glibc
import LinkCatalog
import LinkSource
import LinkStore
import ServiceFiles
import Terminal

struct LinkStats: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "stats",
        abstract: "Shows the statistics of a link, by day.",
        discussion: """
            Days are in UTC. Days that are no longer kept (counts.keep_days) are in the sum of their month or year, which is \
            listed if its first day is among the days, or in the sum of all earlier days, which only --days 36500 lists. \
            Events in stores and apps, such as first opens, are not visible to a server. The counts \
            are those of the store, for a node only its own; with --source they are the sums over all nodes. Exit code \
            0; 1 if the link does not exist; 2 for usage or I/O errors, or if the source can't be reached.

            Examples:
              fingerpost link stats https://links.example.com/abcd --days 30
              fingerpost link stats https://links.example.com/abcd --source postgresql://fingerpost@db.internal/links
            """)

    @OptionGroup var option: LinkStoreOption

    @Option(help: "Sum over all nodes of a source: postgresql://user@host/database.")
    var source: String?

    @Option(help: "The file of the source's password.", completion: .file())
    var sourcePasswordFile: String?

    @Argument(help: "The short link: https://example.page.link/CODE.")
    var link: String

    @Option(help: "The number of days, including today.")
    var days = 7

    @Flag(help: "Print one JSON line per count.")
    var json = false

    @OptionGroup var terminal: TerminalOption

    func run() throws {
        guard (1...36_500).contains(days) else { throw Failure("--days must be from 1 to 36500") }
        let key = try LinkRules.key(link)
        let today = Int(time(nil)) / 86_400
        let range = UInt32(max(0, today - days + 1))...UInt32(today)
        let (counts, scope, imported) = try source.map { try sums(of: key, range, at: $0) } ?? own(key, range)
        if let imported {
            Output.error(
                "\(counted(Int(clamping: imported), "click")) before the import, not included below")
        }
        if counts.isEmpty {
            return Output.error("\(scope): nothing was counted in the last \(days == 1 ? "day" : "\(days) days")")
        }
        if json { return counts.forEach { Self.printJSON($0, isOfSource: source != nil) } }
        Output.error("\(scope):")
        var table = TextTable([
            TextTable.Column(title: "DAY"), TextTable.Column(title: "PLATFORM"), TextTable.Column(title: "EVENT"),
            TextTable.Column(title: "COUNT", isNumber: true),
        ])
        for count in counts {
            table.add([Self.days(count), "\(count.platform.word)", "\(count.event.word)", "\(count.count)"])
        }
        Output.table(table)
    }

    /// The totals over all nodes and their description. Imported clicks are only stored locally.
    private func sums(
        of key: LinkKey, _ days: ClosedRange<UInt32>, at address: String
    ) throws -> ([LinkCount], String, UInt64?) {
        let place = SourceOption(address, passwordFile: sourcePasswordFile, rules: option.rules)
        let counts = try place.ask { source in try await source.counts(of: key, days: days) }
        return try LinkRules.orFail { () throws(StoreError) in
            guard let counts else { throw .notFound }
            return (counts, "all nodes of the source", nil)
        }
    }

    /// The counts of the store, their description, and imported clicks.
    private func own(_ key: LinkKey, _ days: ClosedRange<UInt32>) throws -> ([LinkCount], String, UInt64?) {
        guard sourcePasswordFile == nil else { throw Failure("--source-password-file needs --source") }
        let store = try option.open(.read)
        let record = try LinkGet.find(key, in: store)
        return try LinkRules.orFail { () throws(StoreError) in
            let counts = try store.counts(of: record.id, days: days)
            guard let node = try store.replicaIdentity()?.node else {
                return (counts, "this store", record.importedClicks)
            }
            return (
                counts, "node \(node) only, since it started or since midnight UTC; --source sums over all",
                record.importedClicks
            )
        }
    }

    private static func day(_ count: LinkCount) -> String {
        String(Timestamp.text(Int64(count.day) * 86_400).prefix(10))
    }

    /// The label for the days of a count in the table.
    private static func days(_ count: LinkCount) -> String {
        switch count.period {
        case .day: day(count)
        case .month: String(day(count).prefix(7))
        case .year: String(day(count).prefix(4))
        case .earlier: "earlier"
        }
    }

    private static func printJSON(_ count: LinkCount, isOfSource: Bool) {
        var bytes: [UInt8] = []
        JSONWriter.append(to: &bytes) { writer in
            writer.beginObject()
            writer.member("day", day(count))
            writer.member("period", count.period.name)
            writer.member("platform", count.platform.word)
            writer.member("event", count.event.word)
            writer.member("scope", isOfSource ? "source" : "store")
            writer.name("count")
            writer.int(count.count)
            writer.endObject()
        }
        Output.write(bytes + [0x0A])
    }
}

extension LinkCount.Platform {
    fileprivate var word: StaticString {
        switch self {
        case .android: "android"
        case .ios: "ios"
        case .desktop: "desktop"
        case .other: "other"
        }
    }
}

extension LinkCount.Event {
    fileprivate var word: StaticString {
        switch self {
        case .click: "click"
        case .appOpen: "app_open"
        case .storeVisit: "store_visit"
        case .webFallback: "fallback"
        case .redirect: "redirect"
        case .scan: "scan"
        case .installClaim: "install_claim"
        }
    }
}
