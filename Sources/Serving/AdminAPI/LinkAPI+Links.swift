import Clicks
import Access
import ByteText
import HTTP
import LinkCatalog
import LinkStore
import Links
import OpenSSL
import Routing
import WebAddress

/// Creating, reading, updating and deleting a link.
extension LinkAPI {
    func createLink(_ call: Call, _ request: borrowing Request) throws(APIError) -> APIAnswer? {
        try call.query.require(only: [Self.validateOnly])
        var (creation, warnings) = try creation(try json(request), call.caller)
        if try call.query.bool(Self.validateOnly) ?? false {
            return Self.answer(try foreseen(.create(creation)), .ok, warnings)
        }
        creation.request = try RequestMark(request, call.caller, now: now)
        submit(call, .create(creation)) { [warnings] result in Self.answer(result.link, .init(201), warnings) }
        return nil
    }

    /// A requested link, checked against the rules, with its warnings.
    func creation(
        _ json: JSONValue, _ caller: Credential
    ) throws(APIError) -> (creation: LinkCreation, warnings: [ShortLinkWarning]) {
        var fields: LinkFields
        do throws(ShortLinkFault) { fields = try LinkFields(json, for: .create) } catch { throw APIError(error) }
        // Checked before any error can reveal a site's apps.
        if fields.description != nil, let domain = fields.domain { try requireSite(of: domain, caller) }
        do throws(ShortLinkFault) {
            try LinkChecker(decider.evaluator).complete(&fields, on: domains(of: caller))
        } catch { throw APIError(error) }
        return try creation(fields, caller)
    }

    /// A link with these fields, checked against the rules, with its warnings.
    ///
    /// - Parameter isReused: Whether an existing link with the same long link is returned instead.
    func creation(
        _ fields: LinkFields, _ caller: Credential, isReused: Bool = false
    ) throws(APIError) -> (creation: LinkCreation, warnings: [ShortLinkWarning]) {
        var draft: LinkDraft
        do throws(ShortLinkFault) { draft = try LinkDraft(fields) } catch { throw APIError(error) }
        try requireSite(of: draft.domain, caller)
        draft.isReused = isReused
        return try checking { [draft, now] checker throws(ShortLinkFault) in try checker.admit(draft, at: now) }
    }

    func getLink(_ call: Call, _ request: borrowing Request) throws(APIError) -> APIAnswer? {
        try call.query.require(only: [])
        let key = try key(request, call)
        let record = try look { store throws(StoreError) in try store.liveLink(key) }
        if let field = request.onlyValue(of: "if-none-match"),
            RevisionCondition(entityTags: field).admits(record.revision)
        {
            var answer = APIAnswer(.notModified)
            answer.entityTag = record.entityTag
            return answer
        }
        let target = try look { store throws(StoreError) in try store.targetChecks(of: [record])[0] }
        return Self.answer(record, target: .some(target))
    }

    func updateLink(_ call: Call, _ request: borrowing Request) throws(APIError) -> APIAnswer? {
        try call.query.require(only: [Self.validateOnly])
        let key = try key(request, call)
        guard let field = request.onlyValue(of: "if-match") else {
            throw APIError(
                .preconditionRequired,
                "send the link's ETag as If-Match, so that no concurrent change is lost; * matches any")
        }
        let (patch, warnings) = try patch(try json(request), of: key)
        let change = LinkChange.update(key, patch, if: RevisionCondition(entityTags: field), at: now)
        if try call.query.bool(Self.validateOnly) ?? false { return Self.answer(try foreseen(change), .ok, warnings) }
        submit(call, change) { result in
            Self.answer(result.link, .ok, warnings)
        }
        return nil
    }

    /// Requested changes, checked against the rules, with their warnings.
    func patch(
        _ json: JSONValue, of key: LinkKey
    ) throws(APIError) -> (patch: LinkPatch, warnings: [ShortLinkWarning]) {
        var patch: LinkPatch
        do throws(ShortLinkFault) { patch = try LinkFields(json, for: .update).patch } catch { throw APIError(error) }
        guard patch.hasTarget else { return (patch, []) }
        let warnings = try checking { checker throws(ShortLinkFault) in
            try checker.admit(&patch, on: String(key.domain))
        }
        return (patch, warnings)
    }

    func deleteLink(_ call: Call, _ request: borrowing Request) throws(APIError) -> APIAnswer? {
        try call.query.require(only: [])
        let key = try key(request, call)
        var condition = RevisionCondition.any
        if let field = request.onlyValue(of: "if-match") { condition = RevisionCondition(entityTags: field) }
        submit(call, .delete(key, if: condition, at: now)) { _ in APIAnswer(.noContent) }
        return nil
    }

    static func answer(
        _ record: LinkRecord, _ status: Status = .ok, _ warnings: [ShortLinkWarning] = [],
        target: TargetCheck?? = nil
    ) -> APIAnswer {
        var answer = APIAnswer(status) {
            record.write(to: &$0, withRevision: true, warnings: warnings, target: target)
        }
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

extension RevisionCondition {
    /// The revisions in an `If-Match` or `If-None-Match` field (RFC 9110, section 13.1). Weak and malformed tags match none.
    init(entityTags field: Span<UInt8>) {
        let text = String(field)
        guard text != "*" else {
            self = .any
            return
        }
        self = .oneOf(
            text.split(separator: ",").compactMap { tag in
                let tag = tag.drop { $0 == " " || $0 == "\t" }.reversed().drop { $0 == " " || $0 == "\t" }
                guard tag.count > 2, tag.first == "\"", tag.last == "\"" else { return nil }
                return UInt64(String(tag.dropFirst().dropLast().reversed()))
            })
    }
}
