import Access
import ByteText
import Clicks
import HTTP
import LinkCatalog
import LinkStore
import Routing

/// Dub's analytics of clicks.
extension LinkAPI {
    /// Filters of Dub's that would need combinations of properties, or things that are not counted.
    private static let otherFilters = [
        "externalId", "tenantId", "tagId", "tagIds", "folderId", "partnerTagId", "groupId", "partnerId", "customerId",
        "country", "city", "region", "continent", "device", "browser", "os", "trigger", "eventName", "referer",
        "refererUrl", "url", "utm_source", "utm_medium", "utm_campaign", "utm_term", "utm_content", "root", "saleType",
        "query", "programId", "qr",
    ]

    /// `GET /analytics`: the clicks of a link, or of all sites of the token.
    func dubAnalytics(_ call: Call, _ request: borrowing Request) throws(APIError) -> APIAnswer? {
        let query = call.query
        try query.require(
            only: ["event", "groupBy", "domain", "key", "linkId", "interval", "start", "end", "timezone"]
                + Self.otherFilters)
        for name in Self.otherFilters where !(query[name] ?? "").isEmpty {
            throw APIError(
                .unprocessableContent, "filtering by \(name) is not supported; use linkId, or domain and key")
        }
        guard ["clicks", "composite"].contains(query["event"] ?? "clicks") else {
            throw APIError(.unprocessableContent, "only clicks are counted: event must be clicks")
        }
        guard ["UTC", "Etc/UTC"].contains(query["timezone"] ?? "UTC") else {
            throw APIError(.unprocessableContent, "clicks are counted by days in UTC: timezone must be UTC")
        }
        let grouping = try Self.dubGrouping(query)
        let days = try Self.dubDays(query, now: now)
        let link = try analysedLink(call)
        let names = decider.evaluator.ruleSet.sites.map(\.name).filter { call.caller.covers(site: $0) }
        answerCounts(of: link.map { [$0.id] } ?? names.map { SiteID.id(of: $0) }, days, call) { [store] in
            let analytics = DubAnalytics(counts: $0, breakdown: $1, days: days, link: link)
            return APIAnswer { analytics.write(grouping, to: &$0) { key in try? store.liveLink(key) } }
        }
        return nil
    }

    /// The link of a query, or `nil` for the sites.
    private func analysedLink(_ call: Call) throws(APIError) -> LinkRecord? {
        let key: LinkKey
        switch (call.query["linkId"], call.query["domain"], call.query["key"]) {
        case (let id?, _, _): key = try self.key(id)
        case (nil, let domain?, let code?): key = try self.key("\(domain)/\(code)")
        case (nil, nil, nil): return nil
        default:
            throw APIError(
                .unprocessableContent, "clicks are counted by link and by site: set linkId, domain and key, or none")
        }
        try requireSite(of: String(key.domain), call.caller)
        return try look { store throws(StoreError) in try store.liveLink(key) }
    }

    private static func dubGrouping(_ query: APIQuery) throws(APIError) -> DubAnalytics.Grouping {
        let name = query["groupBy"] ?? "count"
        guard let grouping = DubAnalytics.Grouping(rawValue: name == "trigger" ? "triggers" : name) else {
            let known = DubAnalytics.Grouping.allCases.map(\.rawValue).joined(separator: ", ")
            throw APIError(.unprocessableContent, "groupBy \(name) is not supported; supported: \(known)")
        }
        return grouping
    }

    /// The days of a query: from `start` to `end`, or those of `interval`, which ends today.
    private static func dubDays(_ query: APIQuery, now: Int64) throws(APIError) -> ClosedRange<UInt32> {
        let today = UInt32(clamping: now / 86_400)
        let last = try dubDay("end", query) ?? today
        let first: UInt32
        if let start = try dubDay("start", query) {
            first = start
        } else {
            guard let interval = DubAnalytics.Interval(rawValue: query["interval"] ?? "24h") else {
                let known = DubAnalytics.Interval.allCases.map(\.rawValue).joined(separator: ", ")
                throw APIError(.badRequest, "interval must be one of \(known)")
            }
            first = interval.firstDay(to: last)
        }
        guard first <= last else { throw APIError(.badRequest, "start must not be after end") }
        return first...last
    }

    private static func dubDay(_ name: String, _ query: APIQuery) throws(APIError) -> UInt32? {
        guard let text = query[name], !text.isEmpty else { return nil }
        let time = text.utf8.count == 10 ? text + "T00:00:00Z" : text
        guard let seconds = Timestamp.seconds(time), let day = UInt32(exactly: seconds / 86_400),
            day <= LinkCount.lastDay
        else { throw APIError(.badRequest, "\(name) must be a time, such as 2026-12-24T00:00:00Z") }
        return day
    }
}
