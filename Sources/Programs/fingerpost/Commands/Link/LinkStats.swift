import ArgumentParser
import ByteText
import Glibc
import LinkStore

struct LinkStats: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "stats",
        abstract: "Shows the statistics of a link, by day.",
        discussion: """
            Days are in UTC. Events in stores and apps, such as first opens, are not visible to a server. Exit code 0; \
            1 if the link does not exist; 2 for usage or I/O errors.

            Examples:
              fingerpost link stats https://links.example.com/abcd --days 30
            """)

    @OptionGroup var option: LinkStoreOption

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
        let store = try option.open(.read)
        let record = try LinkGet.find(key, in: store)
        let today = Int(time(nil)) / 86_400
        let range = UInt32(max(0, today - days + 1))...UInt32(today)
        let counts = try LinkRules.orFail { () throws(StoreError) in
            try store.counts(of: record.id, days: range)
        }
        if counts.isEmpty {
            return Output.error("nothing was counted in the last \(days == 1 ? "day" : "\(days) days")")
        }
        if json { return counts.forEach(Self.printJSON) }
        var table = TextTable([
            TextTable.Column(title: "DAY"), TextTable.Column(title: "PLATFORM"), TextTable.Column(title: "EVENT"),
            TextTable.Column(title: "COUNT", isNumber: true),
        ])
        for count in counts {
            table.add([Self.day(count), "\(count.platform.word)", "\(count.event.word)", "\(count.count)"])
        }
        Output.table(table)
    }

    private static func day(_ count: LinkCount) -> String {
        String(Timestamp.text(Int64(count.day) * 86_400).prefix(10))
    }

    private static func printJSON(_ count: LinkCount) {
        var bytes: [UInt8] = []
        JSONWriter.append(to: &bytes) { writer in
            writer.beginObject()
            writer.member("day", day(count))
            writer.member("platform", count.platform.word)
            writer.member("event", count.event.word)
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
        }
    }
}
