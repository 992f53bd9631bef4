import ByteText
import HTTP
import LinkStore
import Links
import OpenSSL
import Routing
import LinkCatalog
import WebAddress

/// A link's life: made, read, listed, changed, deleted.
extension LinkAPI {
    func createLink(_ call: Call, _ request: borrowing Request) throws(APIError) -> APIAnswer? {
        try call.query.require(only: [])
        let (draft, warnings) = try draft(try json(request), call.caller)
        let memory = try Idempotency(request, call.caller, now: now)
        submit(call) { [now] transaction throws(StoreError) in
            if let known = try memory?.answer(in: transaction) { return known }
            switch try Self.create(draft, in: &transaction, at: now) {
            case .failure(let error): return .failure(error)
            case .success(let created):
                let answer = Self.answer(created.record, .init(201), warnings)
                try memory?.keep(answer, in: &transaction)
                return .success(answer)
            }
        } answering: { (result: Result<APIAnswer, APIError>) throws(APIError) in
            try result.get()
        }
        return nil
    }

    /// A link that is asked for, held against the rules, and what there is to be warned of.
    func draft(
        _ json: JSONValue, _ caller: Credential
    ) throws(APIError) -> (draft: LinkDraft, warnings: [ShortLinkWarning]) {
        var draft: LinkDraft
        do throws(ShortLinkFault) { draft = try LinkDraft(LinkFields(json, for: .create)) } catch {
            throw APIError(error)
        }
        try requireSite(of: draft.domain, caller)
        let warnings = try checking { checker throws(ShortLinkFault) in try checker.admit(&draft) }
        return (draft, warnings)
    }

    func getLink(_ call: Call, _ request: borrowing Request) throws(APIError) -> APIAnswer? {
        try call.query.require(only: [])
        let key = try key(request, call)
        let record = try look { view throws(StoreError) in
            guard let record = try view.link(key) else { throw .notFound }
            if record.isDeleted { throw .deleted }
            return record
        }
        if let field = request.onlyValue(of: "if-none-match"), EntityTags(field).name(record.revision) {
            var answer = APIAnswer(.notModified)
            answer.entityTag = record.entityTag
            return answer
        }
        return Self.answer(record)
    }

    func updateLink(_ call: Call, _ request: borrowing Request) throws(APIError) -> APIAnswer? {
        try call.query.require(only: [])
        let key = try key(request, call)
        guard let field = request.onlyValue(of: "if-match") else {
            throw APIError(
                .conditionNeeded, "send the link's ETag as If-Match, so that no change of others is lost; * takes any")
        }
        let tags = EntityTags(field)
        let (fields, warnings) = try changes(try json(request), of: key)
        submit(call) { [now] transaction throws(StoreError) in
            try fields.update(key, if: tags.name, in: &transaction, at: now)
        } answering: { record throws(APIError) in
            Self.answer(record, .ok, warnings)
        }
        return nil
    }

    /// Changes that are asked for, held against the rules, and what there is to be warned of.
    func changes(
        _ json: JSONValue, of key: LinkKey
    ) throws(APIError) -> (fields: LinkFields, warnings: [ShortLinkWarning]) {
        var fields: LinkFields
        do throws(ShortLinkFault) { fields = try LinkFields(json, for: .update) } catch { throw APIError(error) }
        guard var longLink = fields.longLink else { return (fields, []) }
        let warnings = try checking { checker throws(ShortLinkFault) in
            try checker.admit(&longLink, on: String(key.domain))
        }
        fields.longLink = longLink
        return (fields, warnings)
    }

    func deleteLink(_ call: Call, _ request: borrowing Request) throws(APIError) -> APIAnswer? {
        try call.query.require(only: [])
        let key = try key(request, call)
        var tags = EntityTags.any
        if let field = request.onlyValue(of: "if-match") { tags = EntityTags(field) }
        submit(call) { [now, tags] transaction throws(StoreError) in
            let record = try Self.live(key, if: tags, in: transaction)
            try transaction.delete(key, ifRevision: record.revision, at: now)
        } answering: { _ throws(APIError) in
            APIAnswer(.noContent)
        }
        return nil
    }

    /// A link that is there and has one of the tags.
    static func live(
        _ key: LinkKey, if tags: EntityTags, in transaction: borrowing LinkTransaction
    ) throws(StoreError) -> LinkRecord {
        guard let record = try transaction.link(key) else { throw .notFound }
        if record.isDeleted { throw .deleted }
        guard tags.name(record.revision) else { throw .conflict(revision: record.revision) }
        return record
    }

    static func answer(
        _ record: LinkRecord, _ status: Status = .ok, _ warnings: [ShortLinkWarning] = []
    ) -> APIAnswer {
        var answer = APIAnswer(status) { record.write(to: &$0, withRevision: true, warnings: warnings) }
        answer.entityTag = record.entityTag
        if status.code == 201 { answer.location = path(of: record.key) }
        return answer
    }

    private static func path(of key: LinkKey) -> String {
        var path = Array("/v1/links/".utf8)
        PercentCoding.encodeComponent(key.text.utf8.span, into: &path)
        return String(decoding: path, as: UTF8.self)
    }
}

/// The entity tags of an `If-Match` or `If-None-Match` field (RFC 9110, section 13.1).
struct EntityTags: Sendable {
    private var revisions: [UInt64] = []
    private var isAny = false

    /// `*`.
    static let any = EntityTags()

    private init() { isAny = true }

    /// Weak tags and those of another form name nothing.
    init(_ field: Span<UInt8>) {
        let text = String(field)
        isAny = text == "*"
        revisions = text.split(separator: ",").compactMap { tag in
            let tag = tag.drop { $0 == " " || $0 == "\t" }.reversed().drop { $0 == " " || $0 == "\t" }
            guard tag.count > 2, tag.first == "\"", tag.last == "\"" else { return nil }
            return UInt64(String(tag.dropFirst().dropLast().reversed()))
        }
    }

    func name(_ revision: UInt64) -> Bool { isAny || revisions.contains(revision) }
}
