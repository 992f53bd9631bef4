import ByteText
import HTTP
import LinkStore
import Links
import LinkCatalog

/// Many changes in one request: lines of JSON, each answered by a line.
extension LinkAPI {
    /// One line: `{"op": "create", …}` with the fields of a link, `{"op": "update", "link": …, "if_match": …, …}` or
    /// `{"op": "delete", "link": …}`; `create` need not be said.
    private enum Change: Sendable {
        case create(LinkDraft, [ShortLinkWarning])
        case update(LinkKey, LinkFields, EntityTags, [ShortLinkWarning])
        case delete(LinkKey, EntityTags)
        case refused(APIError)

        var warnings: [ShortLinkWarning] {
            switch self {
            case .create(_, let warnings), .update(_, _, _, let warnings): warnings
            case .delete, .refused: []
            }
        }
    }

    /// All lines are done in one commit; a line that can't be done changes nothing and keeps no other from being done.
    func changeMany(_ call: Call, _ request: borrowing Request) throws(APIError) -> APIAnswer? {
        try call.query.require(only: [])
        var changes: [Change] = []
        let body = request.body
        var start = 0
        while start < body.count {
            let end = body.firstIndex(of: 0x0A, from: start) ?? body.count
            let line = body.extracting(start..<end)
            if line.endOfRun(of: Self.space) < line.count { changes.append(change(line, call.caller)) }
            start = end + 1
        }
        guard !changes.isEmpty else {
            throw APIError(.badRequest, "the body has no line; send an object of JSON in each")
        }
        submit(call) { [now, changes] transaction throws(StoreError) in
            var output: [UInt8] = []
            for (index, change) in changes.enumerated() {
                let result = try Self.perform(change, in: &transaction, at: now)
                Self.write(result, change.warnings, of: index, to: &output)
            }
            return output
        } answering: { output throws(APIError) in
            var answer = APIAnswer(.ok)
            answer.body = output
            answer.contentType = "application/x-ndjson"
            return answer
        }
        return nil
    }

    private static let space = ByteSet(" \t\r")

    private func change(_ line: Span<UInt8>, _ caller: Credential) -> Change {
        let json: JSONValue
        do { json = try JSONValue(parsing: line) } catch {
            return .refused(APIError(.badRequest, "the line is no JSON: \(error)"))
        }
        do throws(APIError) { return try change(json, caller) } catch { return .refused(error) }
    }

    private func change(_ json: JSONValue, _ caller: Credential) throws(APIError) -> Change {
        var rest = JSONObject()
        let own = json["op"]?.string == nil || json["op"]?.string == "create" ? ["op"] : ["op", "link", "if_match"]
        for member in json.object?.members ?? [] where !own.contains(member.name) {
            rest.append(member.name, member.value)
        }
        let tags = json["if_match"]?.string.map { EntityTags($0.utf8.span) } ?? .any
        switch json["op"]?.string ?? "create" {
        case "create":
            let (draft, warnings) = try draft(json.object == nil ? json : .object(rest), caller)
            return .create(draft, warnings)
        case "update":
            let key = try namedKey(json, caller)
            let (fields, warnings) = try changes(.object(rest), of: key)
            return .update(key, fields, tags, warnings)
        case "delete":
            guard rest.isEmpty else { throw APIError(.badRequest, "delete takes link and if_match alone") }
            return .delete(try namedKey(json, caller), tags)
        default: throw APIError(.badRequest, "op must be create, update or delete")
        }
    }

    private func namedKey(_ json: JSONValue, _ caller: Credential) throws(APIError) -> LinkKey {
        guard let text = json["link"]?.string else { throw APIError(.badRequest, "the line must name the link") }
        let key = try key(text)
        try requireSite(of: String(key.domain), caller)
        return key
    }

    /// Does a line. What is the store's own trouble ends them all; what is the line's is its answer.
    private static func perform(
        _ change: Change, in transaction: inout LinkTransaction, at now: Int64
    ) throws(StoreError) -> Result<LinkRecord?, APIError> {
        do throws(StoreError) {
            switch change {
            case .create(let draft, _): return try create(draft, in: &transaction, at: now).map(\.record)
            case .update(let key, let fields, let tags, _):
                return .success(try fields.update(key, if: tags.name, in: &transaction, at: now))
            case .delete(let key, let tags):
                let record = try live(key, if: tags, in: transaction)
                try transaction.delete(key, ifRevision: record.revision, at: now)
                return .success(nil)
            case .refused(let error): return .failure(error)
            }
        } catch {
            switch error {
            case .notFound, .deleted, .exists, .conflict, .invalid: return .failure(APIError(error))
            default: throw error
            }
        }
    }

    private static func write(
        _ result: Result<LinkRecord?, APIError>, _ warnings: [ShortLinkWarning], of index: Int, to output: inout [UInt8]
    ) {
        JSONWriter.append(to: &output) { json in
            json.beginObject()
            json.member("index", index)
            switch result {
            case .success(let record):
                json.name("link")
                if let record {
                    record.write(to: &json, withRevision: true, warnings: warnings)
                } else {
                    json.null()
                }
            case .failure(let error):
                json.name("error")
                error.writeStatus(to: &json)
            }
            json.endObject()
        }
        output.append(0x0A)
    }
}
