import Clicks
import Access
import ByteText
import HTTP
import LinkCatalog
import LinkStore
import Links
import Routing

/// Dub's links API, so that its clients work with `/dub` as their server. Paths and shapes are those of its published clients.
extension LinkAPI {
    /// `POST /links`.
    func createDubLink(_ call: Call, _ request: borrowing Request) throws(APIError) -> APIAnswer? {
        try call.query.require(only: [])
        var creation = try dubCreation(try dubFields(request), call.caller)
        creation.request = try RequestMark(request, call.caller, now: now)
        submit(call, .create(creation)) { Self.dubAnswer(to: $0) }
        return nil
    }

    /// `PATCH /links/ID`.
    func updateDubLink(_ call: Call, _ request: borrowing Request) throws(APIError) -> APIAnswer? {
        try call.query.require(only: [])
        let key = try dubKey(request, call)
        let fields = try dubFields(request)
        let record = try look { store throws(StoreError) in try store.liveLink(key) }
        return try changeDubLink(record, fields, call)
    }

    /// `PUT /links/upsert`: changes the link with a destination, or creates one.
    func upsertDubLink(_ call: Call, _ request: borrowing Request) throws(APIError) -> APIAnswer? {
        try call.query.require(only: [])
        let fields = try dubFields(request)
        if let known = try dubLink(leadingTo: fields, call.caller) { return try changeDubLink(known, fields, call) }
        // A code chosen by the caller is a link of its own; otherwise two concurrent requests create one.
        var creation = try dubCreation(fields, call.caller, isReused: fields.key == nil)
        creation.request = try RequestMark(request, call.caller, now: now)
        submit(call, .create(creation)) { Self.dubAnswer(to: $0) }
        return nil
    }

    /// `DELETE /links/ID`.
    func deleteDubLink(_ call: Call, _ request: borrowing Request) throws(APIError) -> APIAnswer? {
        try call.query.require(only: [])
        let key = try dubKey(request, call)
        submit(call, .delete(key, at: now)) { _ in
            APIAnswer { json in
                json.beginObject()
                json.member("id", key.text)
                json.endObject()
            }
        }
        return nil
    }

    /// `GET /links/info`.
    func getDubLink(_ call: Call, _ request: borrowing Request) throws(APIError) -> APIAnswer? {
        let query = call.query
        try query.require(only: ["domain", "key", "linkId", "externalId"])
        let key: LinkKey
        switch (query["linkId"], query["domain"], query["key"]) {
        case (let id?, _, _): key = try self.key(id)
        case (nil, let domain?, let code?): key = try self.key("\(domain)/\(code)")
        case _ where query["externalId"] != nil: throw Self.noExternalIDs
        default: throw APIError(.badRequest, "specify the link by linkId, or by domain and key")
        }
        try requireSite(of: String(key.domain), call.caller)
        let record = try look { store throws(StoreError) in try store.liveLink(key) }
        return dubAnswer(record, call)
    }

    // MARK: - Common

    private static let noExternalIDs = APIError(
        .unprocessableContent,
        "links can't be looked up by externalId: specify the link by its id, or by domain and key")

    private func dubFields(_ request: borrowing Request) throws(APIError) -> DubFields {
        let body = try json(request)
        return try dub { () throws(ShortLinkFault) in try DubFields(body) }
    }

    private func dub<Value>(_ body: () throws(ShortLinkFault) -> Value) throws(APIError) -> Value {
        do throws(ShortLinkFault) { return try body() } catch {
            var refusal = APIError(error)
            if error.code == DubFields.unsupported { refusal.status = .unprocessableContent }
            throw refusal
        }
    }

    /// The link in a path; an ID consists of domain and code.
    private func dubKey(_ request: borrowing Request, _ call: Call) throws(APIError) -> LinkKey {
        if call.operation.piece(of: request.path).starts(with: "ext_") { throw Self.noExternalIDs }
        return try key(request, call)
    }

    private func dubCreation(
        _ fields: DubFields, _ caller: Credential, isReused: Bool = false
    ) throws(APIError) -> LinkCreation {
        let place = try dubPlace(fields, caller)
        let site = try requireSite(of: place.domain, caller)
        let stated = try dub { () throws(ShortLinkFault) in try fields.creation(on: place, of: site) }
        let creation: LinkCreation
        do throws(APIError) { creation = try self.creation(stated, caller, isReused: isReused).creation } catch {
            throw error.inDubWords
        }
        try dub { () throws(ShortLinkFault) in try fields.check(isKeptIn: creation.record.longLink) }
        return creation
    }

    private func dubPlace(
        _ fields: DubFields, _ caller: Credential
    ) throws(APIError) -> (domain: String, code: String?) {
        let domains = domains(of: caller)
        let checker = LinkChecker(decider.evaluator)
        do throws(ShortLinkFault) {
            let domain: String
            if let stated = fields.domain { domain = stated } else { domain = try checker.onlyDomain(domains) }
            return try fields.place(domain: domain)
        } catch { throw APIError(error) }
    }

    /// Changes a link. Changes derived from its current state are applied only if the state is still current.
    private func changeDubLink(
        _ record: LinkRecord, _ fields: DubFields, _ call: Call
    ) throws(APIError) -> APIAnswer? {
        let domain = String(record.key.domain)
        guard "\(fields.domain ?? domain)/\(fields.key ?? String(record.key.code))" == record.key.text else {
            throw APIError(
                .unprocessableContent,
                "the domain and key of a link can't be changed, since codes are never reused: create another link")
        }
        let site = try requireSite(of: domain, call.caller)
        var patch = try dub { () throws(ShortLinkFault) in try fields.patch(of: record, site: site) }
        if patch.hasTarget { patch = try admit(patch, on: domain) }
        if let longLink = patch.longLink {
            try dub { () throws(ShortLinkFault) in try fields.check(isKeptIn: longLink) }
        }
        var changed = record
        patch.apply(to: &changed)
        if changed.hasSameContent(as: record) { return dubAnswer(record, call) }
        let isDerived = patch.longLink != nil || patch.attributes != nil
        let condition: RevisionCondition = isDerived ? .oneOf([record.revision]) : .any
        let submission = submission(of: .update(record.key, patch, if: condition, at: now), call)
        ClickSums(store: store, source: source).find([record.id]) { clicks in
            submission { Self.dubAnswer($0.link, clicks: clicks?.first) }
        }
        return nil
    }

    private func admit(_ patch: LinkPatch, on domain: String) throws(APIError) -> LinkPatch {
        do throws(APIError) {
            return try checking { checker throws(ShortLinkFault) in
                var patch = patch
                _ = try checker.admit(&patch, on: domain)
                return patch
            }
        } catch { throw error.inDubWords }
    }

    /// The oldest link with a request's destination, on the domain and with the key of the request.
    private func dubLink(leadingTo fields: DubFields, _ caller: Credential) throws(APIError) -> LinkRecord? {
        guard let destination = fields.destination else {
            throw APIError(.badRequest, "url is missing: set the link's destination")
        }
        var query = ListQuery()
        (query.order, query.isDescending, query.isArchived, query.limit) = (.destination, false, nil, 1)
        query.destination = DestinationFilter(typedAddress: destination)
        query.domains = domains(of: caller)
        if fields.domain != nil || fields.key != nil {
            let place = try dubPlace(fields, caller)
            try requireSite(of: place.domain, caller)
            query.domain = place.domain
            if let code = place.code {
                let key = try key("\(place.domain)/\(code)")
                let known = try look { store throws(StoreError) in try store.link(key) }
                return known.flatMap { $0.isDeleted || query.destination?.finds($0) != true ? nil : $0 }
            }
        }
        guard try look({ store throws(StoreError) in try store.destinationIndex() }) == .complete else {
            throw APIError(
                .serviceUnavailable, "the destination index is still being built; try again later", retryAfter: 30)
        }
        let page = try look { [query] store throws(StoreError) in try store.list(query) }
        return page.links.first
    }

    /// Responds with a link, immediately or once all nodes have reported its clicks.
    private func dubAnswer(_ record: LinkRecord, _ call: Call) -> APIAnswer? {
        guard source != nil else {
            return Self.dubAnswer(record, clicks: (try? store.clicks(of: [record.id]))?.first)
        }
        ClickSums(store: store, source: source).find([record.id]) { [answer, ticket = call.ticket] clicks in
            answer(ticket, .success(Self.dubAnswer(record, clicks: clicks?.first)))
        }
        return nil
    }

    /// The response to a creation. If the link existed before, its clicks are omitted.
    private static func dubAnswer(to result: LinkResult) -> APIAnswer {
        guard case .link(let record, let isNew) = result else { return dubAnswer(result.link, clicks: nil) }
        return dubAnswer(record, clicks: isNew ? 0 : nil)
    }

    private static func dubAnswer(_ record: LinkRecord, clicks: UInt64?) -> APIAnswer {
        APIAnswer { record.writeDub(to: &$0, clicks: clicks) }
    }
}

extension APIError {
    /// The error with Dub's name of the affected field.
    fileprivate var inDubWords: APIError {
        var error = self
        for field in LinkField.allCases where field.isAddress {
            error.message = error.message.replacing(field.title, with: field.row.dub ?? field.title)
        }
        return error
    }
}
