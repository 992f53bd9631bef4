import ArgumentParser
import ByteText
import LinkCatalog
import LinkStore
import ServiceFiles
import Terminal

struct LinkList: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list",
        abstract: "Lists links, newest first, or by destination.",
        discussion: """
            Exit code 0; 2 for usage or I/O errors.

            Examples:
              fingerpost link list
              fingerpost link list --search /offers --sort updated --limit 20
              fingerpost link list --destination https://www.example.com/offers
              fingerpost link list --destination-host www.example.com --tag summer --tag mail
            """)

    enum Order: String, ExpressibleByArgument, CaseIterable {
        case created, updated, link, destination
    }

    @OptionGroup var option: LinkStoreOption

    @Option(help: "Only links on this domain: links.example.com/go.")
    var domain: String?

    @Option(help: "Only links with this tag; repeated, with all of them.")
    var tag: [String] = []

    @Option(help: "Only links that lead to exactly this address.")
    var destination: String?

    @Option(help: "Only links that lead to this host.")
    var destinationHost: String?

    @Option(help: "Only links that contain this literal text in link, long link, payload, name or note.")
    var search: String?

    @Flag(help: "Include archived links.")
    var all = false

    @Option(help: "The sort key: created, updated, link or destination (the default with a destination).")
    var sort: Order?

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
        var query = try query()
        try reportIndex(of: store, query)
        var rest = limit
        Interruption.expect()
        repeat {
            query.limit = min(rest, 1000)
            let page = try LinkRules.orFail { () throws(StoreError) in try store.list(query) }
            json ? page.links.forEach { LinkText.print($0, json: true) } : Output.table(LinkText.table(page.links))
            rest -= page.links.count
            query.after = page.next
        } while query.after != nil && rest > 0 && !Interruption.isRequested
        if query.after != nil, rest <= 0 { Output.error("there are more; raise --limit to list them") }
        Interruption.endIfInterrupted()
    }

    /// Reports that listing by destination is slow until its index is complete.
    private func reportIndex(of store: LinkStore, _ query: ListQuery) throws {
        guard query.order == .destination else { return }
        let index = try LinkRules.orFail { () throws(StoreError) in try store.destinationIndex() }
        if index == .complete { return }
        Output.error(
            "the store's index of destinations is not complete yet, so all links are scanned; a running daemon "
                + "builds it")
    }

    private func query() throws -> ListQuery {
        var query = ListQuery()
        (query.domain, query.tags, query.search) = (domain, tag, search.map { LinkSearch(typed: $0) })
        query.destination = try destinationFilter()
        if all { query.isArchived = nil }
        let sort = sort ?? (query.destination == nil ? .created : .destination)
        switch sort {
        case .created: query.order = .created
        case .updated: query.order = .updated
        case .link: query.order = .key
        case .destination: query.order = .destination
        }
        query.isDescending = (sort == .created || sort == .updated) != reverse
        return query
    }

    private func destinationFilter() throws -> DestinationFilter? {
        guard let destinationHost else { return destination.map { DestinationFilter(typedAddress: $0) } }
        guard destination == nil else { throw Failure("set --destination or --destination-host, not both") }
        guard let filter = DestinationFilter(typedHost: destinationHost) else {
            throw Failure("--destination-host \(destinationHost) is not a host, such as www.example.com")
        }
        return filter
    }
}
