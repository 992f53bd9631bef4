import Access
import ByteText
import Clicks
import HTTP
import LinkSource
import LinkStore
import Routing

/// The clicks of a link or a site, by one property or several.
extension LinkAPI {
    /// `clickCounts`: summed over all nodes.
    func clickCounts(_ call: Call, _ request: borrowing Request) throws(APIError) -> APIAnswer? {
        try call.query.require(only: ["by", "site", "link", "from", "to", "sort", "limit", "format"])
        let asked = try ClickCountQuery(call.query, now: now)
        let id = try countedID(call, isOfSite: asked.isOfSite)
        answerCounts(of: [id], asked.days, call) { asked.answer($0, $1) }
        return nil
    }

    /// Answers a call with counts and breakdowns, added up over links or sites, and over all nodes.
    func answerCounts(
        of ids: [UInt64], _ days: ClosedRange<UInt32>, _ call: Call,
        _ body: @escaping @Sendable ([LinkCount], Breakdown) -> APIAnswer
    ) {
        guard let source else {
            return query(call) { store throws(APIError) in
                var (counts, breakdown) = ([LinkCount](), Breakdown())
                do throws(StoreError) {
                    for id in ids {
                        counts += try store.counts(of: id, days: days)
                        breakdown.add(try store.breakdown(of: id, days: days))
                    }
                } catch { throw APIError(error) }
                return body(counts, breakdown)
            }
        }
        let (ticket, shape) = (call.ticket, call.operation.errors)
        Self.find(ids[...], days, at: source, [], Breakdown()) { [answer] found in
            answer(ticket, found.map { body($0.0, $0.1) }.mapError { APIError($0).shaped(shape) })
        }
    }

    /// Adds the counts and breakdowns at a source to sums, one link or site after another.
    private static func find(
        _ ids: ArraySlice<UInt64>, _ days: ClosedRange<UInt32>, at source: SourceNode, _ counts: [LinkCount],
        _ breakdown: Breakdown, _ body: @escaping @Sendable (Result<([LinkCount], Breakdown), StoreError>) -> Void
    ) {
        guard let id = ids.first else { return body(.success((counts, breakdown))) }
        source.counts(of: id, days: days) { found in
            source.breakdown(of: id, days: days) { parts in
                switch (found, parts) {
                case (.success(let more), .success(let parts)):
                    var sum = breakdown
                    sum.add(parts)
                    find(ids.dropFirst(), days, at: source, counts + more, sum, body)
                case (.failure(let error), _), (_, .failure(let error)): body(.failure(error))
                }
            }
        }
    }

    /// The ID of the link or the site in a query. Throws if the caller has no access to it.
    private func countedID(_ call: Call, isOfSite: Bool) throws(APIError) -> UInt64 {
        switch (call.query["site"], call.query["link"]) {
        case (let name?, nil): return SiteID.id(of: try countedSite(name, call))
        case (nil, let text?):
            guard !isOfSite else { throw APIError(.badRequest, "by=link requires a site") }
            let key = try key(text)
            try requireSite(of: String(key.domain), call.caller)
            return try look { store throws(StoreError) in try store.liveLink(key) }.id
        case (nil, nil): throw APIError(.badRequest, "set site or link")
        case (_?, _?): throw APIError(.badRequest, "set site or link, not both")
        }
    }

    private func countedSite(_ name: String, _ call: Call) throws(APIError) -> String {
        let names = decider.evaluator.ruleSet.sites.map(\.name)
        guard call.caller.covers(site: name) else {
            throw APIError(.forbidden, "the token \(call.caller.name) is not valid for the site \(name)")
        }
        guard names.contains(name) else {
            let hint = suggestion(for: name, among: names).map { "; \($0)" } ?? ""
            throw APIError(.notFound, "there is no site \(name)\(hint)")
        }
        return name
    }
}

/// The parameters of `GET /v1/counts`.
private struct ClickCountQuery: Sendable {
    /// The maximum number of days.
    private static let mostDays: UInt32 = 1_830
    private static let usualDays: UInt32 = 30

    /// The properties, each with its name.
    private let groupings: [(name: String, grouping: CountTable.Grouping)]
    let days: ClosedRange<UInt32>
    /// `nil` for the usual order of each table.
    private let order: CountTable.Order?
    private let limit: Int?
    private let isCSV: Bool

    /// Whether only sites have one of the properties.
    var isOfSite: Bool { groupings.contains { $0.grouping == .dimension(.link) } }

    init(_ query: APIQuery, now: Int64) throws(APIError) {
        groupings = try Self.groupings(query["by"] ?? "day")
        days = try Self.days(query, now: now)
        limit = try query.count("limit", in: 1...1000)
        order = try query["sort"].map { text throws(APIError) in
            guard let order = CountTable.Order(rawValue: text) else {
                throw APIError(.badRequest, "sort must be clicks or value, with a leading - for descending order")
            }
            return order
        }
        switch query["format"] {
        case nil, "json": isCSV = false
        case "csv": isCSV = true
        default: throw APIError(.badRequest, "format must be json or csv")
        }
        guard !isCSV || groupings.count == 1 else {
            throw APIError(.badRequest, "CSV has one property; name one in by")
        }
    }

    /// Properties separated by commas.
    private static func groupings(
        _ text: String
    ) throws(APIError) -> [(name: String, grouping: CountTable.Grouping)] {
        let names = CountTable.Grouping.names
        var groupings: [(name: String, grouping: CountTable.Grouping)] = []
        for name in text.split(separator: ",", omittingEmptySubsequences: false).map(String.init) {
            guard let grouping = CountTable.Grouping(name: name), !groupings.contains(where: { $0.name == name }) else {
                let hint = suggestion(for: name, among: names).map { "; \($0)" } ?? ""
                throw APIError(
                    .badRequest,
                    "by must be one of \(names.joined(separator: ", ")), or several separated by commas\(hint)")
            }
            groupings.append((name, grouping))
        }
        return groupings
    }

    /// The days of a query, by default the last ones until today.
    private static func days(_ query: APIQuery, now: Int64) throws(APIError) -> ClosedRange<UInt32> {
        let last = try day("to", query) ?? UInt32(clamping: now / 86_400)
        let first = try day("from", query) ?? (last > usualDays ? last - usualDays + 1 : 0)
        guard first <= last else { throw APIError(.badRequest, "from must not be after to") }
        guard last - first < mostDays else {
            throw APIError(.badRequest, "from and to must be at most \(mostDays) days apart")
        }
        return first...last
    }

    private static func day(_ name: String, _ query: APIQuery) throws(APIError) -> UInt32? {
        guard let text = query[name] else { return nil }
        let parts = text.split(separator: "-", omittingEmptySubsequences: false).map { Int($0) }
        guard text.utf8.count == 10, parts.count == 3, let year = parts[0], let month = parts[1], let day = parts[2],
            let days = CivilTime.days(year: year, month: month, day: day), let found = UInt32(exactly: days),
            found <= LinkCount.lastDay
        else { throw APIError(.badRequest, "\(name) must be a date, such as 2026-12-24") }
        return found
    }

    // MARK: - The response

    func answer(_ counts: [LinkCount], _ breakdown: Breakdown) -> APIAnswer {
        let tables = groupings.map { name, grouping in
            var table = CountTable(by: grouping, counts, breakdown)
            table.sort(
                order ?? (grouping == .day ? .value : .mostClicks),
                limit: limit ?? (grouping == .day ? Int(Self.mostDays) : 100))
            return (name: name, table: table)
        }
        guard !isCSV else {
            var answer = APIAnswer(.ok)
            answer.body = tables.flatMap { $0.table.csv(named: $0.name) }
            answer.contentType = "text/csv; charset=utf-8"
            return answer
        }
        return APIAnswer { json in
            json.beginObject()
            json.member("from", Self.date(days.lowerBound))
            json.member("to", Self.date(days.upperBound))
            json.name("tables")
            json.beginArray()
            for (name, table) in tables {
                json.beginObject()
                json.member("by", name)
                table.write(to: &json)
                json.endObject()
            }
            json.endArray()
            json.endObject()
        }
    }

    private static func date(_ day: UInt32) -> String { String(Timestamp.text(Int64(day) * 86_400).prefix(10)) }
}
