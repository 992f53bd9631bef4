import ArgumentParser
import ByteText
import LinkCatalog
import LinkStore

struct LinkList: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list",
        abstract: "Lists links, newest first.",
        discussion: """
            Exit code 0; 2 for usage or I/O errors.

            Examples:
              fingerpost link list
              fingerpost link list --search /offers --sort updated --limit 20
            """)

    enum Order: String, ExpressibleByArgument, CaseIterable {
        case created, updated, link
    }

    @OptionGroup var option: LinkStoreOption

    @Option(help: "Only links on this domain: links.example.com/go.")
    var domain: String?

    @Option(help: "Only links with this tag.")
    var tag: String?

    @Option(help: "Only links that contain this literal text in link, long link, payload, name or note.")
    var search: String?

    @Flag(help: "Include archived links.")
    var all = false

    @Option(help: "The sort key: created, updated or link.")
    var sort = Order.created

    @Flag(help: "Reverse the order.")
    var reverse = false

    @Option(help: "The maximum number of links to list.")
    var limit = 100

    @Flag(help: "Print one JSON line per link.")
    var json = false

    @OptionGroup var terminal: TerminalOption

    func run() throws {
        guard limit > 0 else { throw Failure("--limit must be at least 1") }
        let store = try option.open(.read)
        var query = query()
        var rest = limit
        Interruption.expect()
        repeat {
            query.limit = min(rest, 1000)
            let page = try LinkRules.orFail { () throws(StoreError) in try store.list(query) }
            json ? page.links.forEach { LinkText.print($0, json: true) } : Output.table(LinkText.table(page.links))
            rest -= page.links.count
            query.after = page.next
        } while query.after != nil && rest > 0 && !Interruption.hasCome
        if query.after != nil, rest <= 0 { Output.error("there are more; raise --limit to list them") }
        Interruption.endIfInterrupted()
    }

    private func query() -> ListQuery {
        var query = ListQuery()
        (query.domain, query.tag, query.search) = (domain, tag, search.map { LinkSearch(typed: $0) })
        if all { query.isArchived = nil }
        switch sort {
        case .created: query.order = .created
        case .updated: query.order = .updated
        case .link: query.order = .key
        }
        query.isDescending = (sort != .link) != reverse
        return query
    }
}
