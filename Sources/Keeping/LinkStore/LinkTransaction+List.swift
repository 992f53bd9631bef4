import LMDB

/// Listing and searching.
extension LinkTransaction {
    func list(_ query: ListQuery) throws(StoreError) -> ListPage {
        var scan = try scan(for: query)
        var page = ListPage()
        if query.destination != nil || query.order == .destination {
            page.lacksIndex = try destinationIndex() != .complete
        }
        var looks = 0
        while true {
            let batch = try keys(&scan, count: 256)
            for (position, key) in batch {
                if let domains = query.domains, !domains.contains(String(key.domain)) { continue }
                looks += 1
                if let record = try link(key), query.finds(record), try hasTarget(record, query.target) {
                    page.links.append(record)
                }
                if page.links.count >= query.limit || looks >= ListQuery.mostLooks {
                    page.next = ListMark(position: position)
                    return page
                }
            }
            if batch.count < 256 { return page }
        }
    }

    private func scan(for query: ListQuery) throws(StoreError) -> IndexScan {
        var scan: IndexScan
        if let tag = query.tags.first, query.order == .created {
            scan = IndexScan(database: databases.tags, prefix: IndexKey.tagPrefix(tag))
        } else {
            switch query.order {
            case .key:
                scan = IndexScan(database: databases.links, isIndex: false)
                if let domain = query.domain { scan.prefix = Array("\(domain)/".utf8) }
            case .created: scan = IndexScan(database: databases.created)
            case .updated: scan = IndexScan(database: databases.updated)
            case .destination: scan = try destinationScan(query)
            }
        }
        scan.isDescending = query.isDescending
        scan.last = query.after?.position
        return scan
    }

    /// A list that began with another index continues with it, since its marks are not valid in this one.
    private func destinationScan(_ query: ListQuery) throws(StoreError) -> IndexScan {
        var isIndexed = try destinationIndex() == .complete
        if let after = query.after { isIndexed = after.position.count == IndexKey.destinationCount }
        guard isIndexed, let index = databases.destinations else { return IndexScan(database: databases.created) }
        return IndexScan(database: index, prefix: query.destination?.indexPrefix ?? [])
    }
}
