import Access
import ByteText
import HTTP
import LinkCatalog
import LinkSource
import LinkStore

/// The counts of a link, by day.
extension LinkAPI {
    /// `linkCounts`: the counts of the last days, including today, summed over all nodes.
    func linkCounts(_ call: Call, _ request: borrowing Request) throws(APIError) -> APIAnswer? {
        try call.query.require(only: ["days"])
        let key = try key(request, call)
        let days = try call.query.count("days", in: 1...366) ?? 30
        let today = UInt32(clamping: now / 86_400)
        let first = today >= UInt32(days) ? today - UInt32(days) + 1 : 0
        let link = try look { store throws(StoreError) in try store.liveLink(key) }
        guard let source else {
            return Self.answer(
                byDay: try look { store throws(StoreError) in try store.counts(of: link.id, days: first...today) },
                imported: link.importedClicks)
        }
        source.counts(of: link.id, days: first...today) { [answer, ticket = call.ticket] counts in
            let answered = counts.map { Self.answer(byDay: $0, imported: link.importedClicks) }
            answer(ticket, answered.mapError { APIError($0) })
        }
        return nil
    }

    /// Periods longer than a day are those that begin within the days: no sum exceeds the total of those days.
    ///
    /// - Parameter imported: The clicks before the import, reported by the previous service. Not part of any day's count.
    private static func answer(byDay counts: [LinkCount], imported: UInt64?) -> APIAnswer {
        APIAnswer { json in
            json.beginObject()
            json.name("counts")
            json.beginArray()
            for count in counts where count.count > 0 {
                json.beginObject()
                json.member("day", String(Timestamp.text(Int64(count.day) * 86_400).prefix(10)))
                json.member("period", count.period.name)
                json.member("platform", count.platform.name)
                json.member("event", count.event.name)
                json.name("count")
                json.int(count.count)
                json.endObject()
            }
            json.endArray()
            json.name("imported_clicks")
            if let imported { json.int(Int(clamping: imported)) } else { json.null() }
            json.endObject()
        }
    }
}

extension LinkCount.Platform {
    /// The name in responses.
    var name: StaticString {
        switch self {
        case .android: "android"
        case .ios: "ios"
        case .desktop: "desktop"
        case .other: "other"
        }
    }
}

extension LinkCount.Event {
    fileprivate var name: StaticString {
        switch self {
        case .click: "click"
        case .appOpen: "app_open"
        case .storeVisit: "store_visit"
        case .webFallback: "web_fallback"
        case .redirect: "redirect"
        case .scan: "scan"
        case .installClaim: "install_claim"
        }
    }
}
