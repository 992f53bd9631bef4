import Access
import ByteText
import HTTP
import LinkCatalog
import LinkStore
import Links

/// Bulk changes: a request of JSON lines, with a result line for each.
extension LinkAPI {
    /// One line: `{"op": "create", …}` with the fields of a link, `{"op": "update", "link": …, "if_match": …, …}` or
    /// `{"op": "delete", "link": …}`; the default is `create`.
    private struct Line: Sendable {
        var change: LinkChange
        var warnings: [ShortLinkWarning] = []
    }

    /// All lines are executed in one commit. A line that fails changes nothing and does not affect the others. With an
    /// `Idempotency-Key`, a line that creates a link does so once, identified by its index.
    func changeMany(_ call: Call, _ request: borrowing Request) throws(APIError) -> APIAnswer? {
        try call.query.require(only: [Self.validateOnly])
        let key = try RequestMark.key(of: request, call.caller)
        var lines: [Result<Line, APIError>] = []
        let body = request.body
        var start = 0
        while start < body.count {
            let end = body.firstIndex(of: 0x0A, from: start) ?? body.count
            let line = body.extracting(start..<end)
            if line.endOfRun(of: Self.space) < line.count {
                let mark = key.map { RequestMark($0, line: lines.count, line, now: now) }
                lines.append(read(line, call.caller, mark))
            }
            start = end + 1
        }
        guard !lines.isEmpty else {
            throw APIError(.badRequest, "the body is empty; send one JSON object per line")
        }
        let changes = lines.compactMap { try? $0.get().change }
        guard changes.count(where: \.hasPlainPassword) <= Self.mostPasswords else {
            throw APIError(.badRequest, "send at most \(Self.mostPasswords) links with passwords at once")
        }
        if try call.query.bool(Self.validateOnly) ?? false {
            let results = foreseen(changes)
            var answer = APIAnswer(.ok)
            answer.body = Self.answers(to: lines, results)
            answer.contentType = "application/x-ndjson"
            return answer
        }
        submit(call, .each(changes)) { [lines] results in
            var answer = APIAnswer(.ok)
            answer.body = Self.answers(to: lines, results.each)
            answer.contentType = "application/x-ndjson"
            return answer
        }
        return nil
    }

    private static let space = ByteSet(" \t\r")

    private func read(_ line: Span<UInt8>, _ caller: Credential, _ mark: RequestMark?) -> Result<Line, APIError> {
        let json: JSONValue
        do { json = try JSONValue(parsing: line) } catch {
            return .failure(APIError(.badRequest, "the line is not valid JSON: \(error)"))
        }
        do throws(APIError) { return .success(try read(json, caller, mark)) } catch { return .failure(error) }
    }

    private func read(_ json: JSONValue, _ caller: Credential, _ mark: RequestMark?) throws(APIError) -> Line {
        var rest = JSONObject()
        let own = json["op"]?.string == nil || json["op"]?.string == "create" ? ["op"] : ["op", "link", "if_match"]
        for member in json.object?.members ?? [] where !own.contains(member.name) {
            rest.append(member.name, member.value)
        }
        let condition = json["if_match"]?.string.map { RevisionCondition(entityTags: $0.utf8.span) } ?? .any
        switch json["op"]?.string ?? "create" {
        case "create":
            var (creation, warnings) = try creation(json.object == nil ? json : .object(rest), caller)
            creation.request = mark
            return Line(change: .create(creation), warnings: warnings)
        case "update":
            let key = try namedKey(json, caller)
            let (patch, warnings) = try patch(.object(rest), of: key)
            return Line(change: .update(key, patch, if: condition, at: now), warnings: warnings)
        case "delete":
            guard rest.isEmpty else { throw APIError(.badRequest, "delete takes only link and if_match") }
            return Line(change: .delete(try namedKey(json, caller), if: condition, at: now))
        default: throw APIError(.badRequest, "op must be create, update or delete")
        }
    }

    private func namedKey(_ json: JSONValue, _ caller: Credential) throws(APIError) -> LinkKey {
        guard let text = json["link"]?.string else { throw APIError(.badRequest, "the line needs a link") }
        let key = try key(text)
        try requireSite(of: String(key.domain), caller)
        return key
    }

    /// A result line for each line; `results` are those of the lines that request a change.
    private static func answers(
        to lines: [Result<Line, APIError>], _ results: [Result<LinkResult, StoreError>]
    ) -> [UInt8] {
        var results = results[...]
        var output: [UInt8] = []
        for (index, line) in lines.enumerated() {
            JSONWriter.append(to: &output) { json in
                json.beginObject()
                json.member("index", index)
                switch line {
                case .success(let line): write(results.removeFirst(), of: line, to: &json)
                case .failure(let error): write(error, to: &json)
                }
                json.endObject()
            }
            output.append(0x0A)
        }
        return output
    }

    private static func write(_ result: Result<LinkResult, StoreError>, of line: Line, to json: inout JSONWriter) {
        switch result {
        case .success(let result):
            json.name("link")
            if case .delete = line.change { return json.null() }
            result.link.write(to: &json, withRevision: true, warnings: line.warnings)
        case .failure(let error): write(APIError(error, of: line.change), to: &json)
        }
    }

    private static func write(_ error: APIError, to json: inout JSONWriter) {
        json.name("error")
        error.writeStatus(to: &json)
    }
}
