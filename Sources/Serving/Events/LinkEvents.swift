package import Access
package import LinkStore

/// The events of a link change: the request and its result.
package struct LinkEvents: Sendable {
    /// The change.
    package let change: LinkChange
    /// The sites of the affected link domains.
    package let sites: [String: String]
    /// The client.
    package let client: Credential
    /// The request identifier, as in the access log.
    package let identifier: [UInt8]
    package let isUnmasked: Bool

    package init(
        change: LinkChange, sites: [String: String], client: Credential, identifier: [UInt8], isUnmasked: Bool
    ) {
        (self.change, self.sites, self.client) = (change, sites, client)
        (self.identifier, self.isUnmasked) = (identifier, isUnmasked)
    }

    /// The link domains affected by a change.
    package static func domains(of change: LinkChange) -> Set<String> {
        switch change {
        case .create(let creation): Set([creation.record.key] + creation.otherKeys).domains
        case .update(let key, _, _, _), .delete(let key, _, _): Set([key]).domains
        case .all(let changes), .each(let changes): changes.reduce(into: []) { $0.formUnion(domains(of: $1)) }
        case .load, .count, .claim, .target, .journal, .secret, .replicate: []
        }
    }

    /// The events of the result: one for each link that was created, changed or deleted, and none for links that already had
    /// the requested state.
    package func events(of result: LinkResult) -> [[UInt8]] { events(of: result, change) }

    private func events(of result: LinkResult, _ change: LinkChange) -> [[UInt8]] {
        switch (change, result) {
        case (.create, .link(let record, true)): [event(.linkCreated, record)]
        case (.update, .changed(let record, _)): [event(.linkUpdated, record)]
        case (.delete, .changed(let record, _)): [event(.linkDeleted, record)]
        case (.all(let changes), .each(let results)), (.each(let changes), .each(let results)):
            zip(changes, results).flatMap { change, result in
                (try? result.get()).map { events(of: $0, change) } ?? []
            }
        default: []
        }
    }

    private func event(_ type: EventType, _ record: LinkRecord) -> [UInt8] {
        LinkEvent(
            type: type, site: sites[String(record.key.domain)], link: record.key,
            url: record.isDeleted ? nil : record.longLink, revision: record.revision, client: client.name,
            person: client.holder.person, identifier: identifier
        ).json(isUnmasked: isUnmasked)
    }
}

extension Set<LinkKey> {
    fileprivate var domains: Set<String> { Set<String>(map { String($0.domain) }) }
}
