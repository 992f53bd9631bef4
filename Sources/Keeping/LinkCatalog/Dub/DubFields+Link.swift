public import LinkStore
public import Links
public import Routing

/// What becomes of a link that a request in Dub's shape states.
extension DubFields {
    /// The link domain and the code that are stated; the code is nil where it is to be made.
    public func place(domain: String) throws(ShortLinkFault) -> (domain: String, code: String?) {
        guard let key else { return (domain, nil) }
        let place = try LinkFields.place("\(domain)/\(key)")
        return (place.domain, place.code)
    }

    /// The address that the link is to lead to, with its campaign; nil where none is stated.
    public var destination: String? { url.map { DubCampaign.apply(stated, to: $0) } }

    /// What a new link is made from, on a domain of a site.
    public func creation(
        on place: (domain: String, code: String?), of site: SiteDefinition
    ) throws(ShortLinkFault) -> LinkFields {
        guard url != nil else { throw .invalid("url is missing: where is the link to lead?") }
        var fields = LinkFields()
        (fields.domain, fields.code, fields.patch) = (place.domain, place.code, patch)
        if place.code == nil, wantsLongCode { fields.suffix = .unguessable }
        fields.patch.longLink = try longLink(changing: nil, on: place.domain, of: site)
        fields.patch.attributes = attributes(changing: [])
        return fields
    }

    /// What changes about a link; a field that says what the link already has changes nothing.
    public func patch(of record: LinkRecord, site: SiteDefinition) throws(ShortLinkFault) -> LinkPatch {
        var patch = patch
        patch.longLink = try longLink(changing: record.longLink, on: String(record.key.domain), of: site)
        if patch.longLink == record.longLink { patch.longLink = nil }
        let attributes = attributes(changing: record.attributes)
        if attributes != record.attributes { patch.attributes = attributes }
        return patch
    }

    /// Throws if the long link lacks what was stated of it, since a click could not be sent there.
    public func check(isKeptIn longLink: String) throws(ShortLinkFault) {
        let link = DubTarget(longLink).link
        for (name, parameter) in [("ios", LinkParameter.ifl), ("android", .afl), ("image", .si)] {
            guard case .some(.some(let wanted)) = texts[parameter] else { continue }
            // A picture that can't be fetched is kept with a link, and shown by nobody.
            guard link[parameter] == wanted, (try? LongLink(parsing: wanted)) != nil else {
                throw .invalid("\(name) must be an http or https address")
            }
        }
    }

    /// With a URL, null is what is omitted: the URL says which parameters there are.
    private var stated: [(name: String, value: String?)] {
        url == nil ? campaign : campaign.filter { $0.value != nil }
    }

    /// The new long link; nil where nothing of it is stated.
    private func longLink(
        changing current: String?, on domain: String, of site: SiteDefinition
    ) throws(ShortLinkFault) -> String? {
        guard url != nil || !texts.isEmpty || !campaign.isEmpty else { return nil }
        var target = current.map { DubTarget($0) } ?? DubTarget()
        if let url { target.payload = url }
        target.payload = DubCampaign.apply(stated, to: target.payload)
        for (parameter, text) in texts where parameter != .ifl && parameter != .afl { target.link[parameter] = text }
        for (parameter, app) in [(LinkParameter.ifl, DubTarget.ios), (.afl, DubTarget.android)] {
            guard let text = texts[parameter] else { continue }
            try target.send(people: app, to: text, apps: site.apps, site: site.name)
        }
        return target.text(on: domain)
    }

    private func attributes(changing current: [LinkRecord.Attribute]) -> [LinkRecord.Attribute] {
        var attributes = current
        for (name, value) in identifiers {
            attributes.removeAll { $0.name == name }
            if let value { attributes.append(.init(name, value)) }
        }
        return attributes
    }
}
