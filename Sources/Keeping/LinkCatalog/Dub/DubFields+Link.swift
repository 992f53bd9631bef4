public import LinkStore
public import Links
public import Routing

/// The effects of a request in Dub's format on a link.
extension DubFields {
    /// The requested link domain and code; the code is `nil` if it must be generated.
    public func place(domain: String) throws(ShortLinkFault) -> (domain: String, code: String?) {
        guard let key else { return (domain, nil) }
        let place = try LinkFields.place("\(domain)/\(key)")
        return (place.domain, place.code)
    }

    /// The requested destination with its campaign parameters; `nil` if the request contains none.
    public var destination: String? { url.map { DubCampaign.apply(stated, to: $0) } }

    /// The fields of a new link on a domain of a site.
    public func creation(
        on place: (domain: String, code: String?), of site: SiteDefinition
    ) throws(ShortLinkFault) -> LinkFields {
        guard url != nil else { throw .invalid("url is missing: set the link's destination") }
        guard !keepsPassword else { throw .invalid("password is not one, but what responses contain instead of it") }
        var fields = LinkFields()
        (fields.domain, fields.code, fields.patch) = (place.domain, place.code, patch)
        if place.code == nil, wantsLongCode { fields.suffix = .unguessable }
        fields.patch.longLink = try longLink(changing: nil, on: place.domain, of: site)
        fields.patch.attributes = attributes(changing: [])
        return fields
    }

    /// The changes to a link. Fields that repeat the link's current value are left out.
    public func patch(of record: LinkRecord, site: SiteDefinition) throws(ShortLinkFault) -> LinkPatch {
        var patch = patch
        patch.longLink = try longLink(changing: record.longLink, on: String(record.key.domain), of: site)
        if patch.longLink == record.longLink { patch.longLink = nil }
        let attributes = attributes(changing: record.attributes)
        if attributes != record.attributes { patch.attributes = attributes }
        return patch
    }

    /// Throws if the long link lacks a requested value because clicks can't be sent there.
    public func check(isKeptIn longLink: String) throws(ShortLinkFault) {
        let link = DubTarget(longLink).link
        for (name, parameter) in [("ios", LinkParameter.ifl), ("android", .afl), ("image", .si)] {
            guard case .some(.some(let wanted)) = texts[parameter] else { continue }
            // A picture that can't be fetched would be stored with the link but never shown.
            guard link[parameter] == wanted, (try? LongLink(parsing: wanted)) != nil else {
                throw .invalid("\(name) must be an http or https address")
            }
        }
    }

    /// In a request with a URL, null is equivalent to omission: the URL already contains the parameters.
    private var stated: [(name: String, value: String?)] {
        url == nil ? campaign : campaign.filter { $0.value != nil }
    }

    /// The new long link; `nil` if the request does not affect it.
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
