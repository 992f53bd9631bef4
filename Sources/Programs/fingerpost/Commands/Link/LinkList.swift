import ArgumentParser
import ByteText
import LinkCatalog
import LinkStore

struct LinkList: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list",
        abstract: "Lists links, those made last first.",
        discussion: "Exit code 0; 2 for bad usage or I/O.")

    enum Order: String, ExpressibleByArgument, CaseIterable {
        case created, updated, link
    }

    @OptionGroup var option: LinkStoreOption

    @Option(help: "Only links of this domain: links.example.com/go.")
    var domain: String?

    @Option(help: "Only links with this tag.")
    var tag: String?

    @Option(help: "Only links with this text, as it is typed: in link, long link, payload, name or note.")
    var search: String?

    @Flag(help: "Archived links as well.")
    var all = false

    @Option(help: "The order: created, updated or link.")
    var sort = Order.created

    @Flag(help: "The other way round.")
    var reverse = false

    @Option(help: "The most links to list.")
    var limit = 100

    @Flag(help: "Print each link as a line of JSON.")
    var json = false

    func run() throws {
        guard limit > 0 else { throw Failure("--limit takes a number from 1") }
        let store = try option.open(.read)
        var query = query()
        var rest = limit
        Interruption.expect()
        repeat {
            query.limit = min(rest, 1000)
            let page = try LinkRules.orFail { () throws(StoreError) in try store.list(query) }
            for record in page.links {
                json ? LinkText.print(record, json: true) : Output.line(LinkText.line(record))
            }
            rest -= page.links.count
            query.after = page.next
        } while query.after != nil && rest > 0 && !Interruption.hasCome
        if query.after != nil, rest <= 0 { Output.error("there are more; --limit says how many to list") }
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
