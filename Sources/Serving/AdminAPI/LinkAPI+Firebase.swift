import Access
import ByteText
import HTTP
import LinkCatalog
import LinkSource
import LinkStore
import Links
import Routing

/// The Firebase Dynamic Links API, so that its clients continue to work (discovery document `firebasedynamiclinks` v1).
extension LinkAPI {
    /// `shortLinks`.
    func createShortLink(_ call: Call, _ request: borrowing Request) throws(APIError) -> APIAnswer? {
        try createShortLink(call, request, managed: false)
    }

    /// `managedShortLinks:create`.
    func createManagedShortLink(_ call: Call, _ request: borrowing Request) throws(APIError) -> APIAnswer? {
        try createShortLink(call, request, managed: true)
    }

    private func createShortLink(
        _ call: Call, _ request: borrowing Request, managed: Bool
    ) throws(APIError) -> APIAnswer? {
        let body = try json(request)
        var request: ShortLinkRequest
        do throws(ShortLinkFault) { request = try ShortLinkRequest(body, managed: managed) } catch {
            throw APIError(error)
        }
        let site = try requireSite(of: request.link.domain, call.caller)
        let found = request.link.removeUnusableValues(apps: RegisteredApps(site))
        let warnings = ShortLinkWarning.allCases.filter { found.contains($0) || request.warnings.contains($0) }
        let creation = try checking { [request, now] checker throws(ShortLinkFault) in
            try checker.admit(LinkDraft(request, managed: managed), at: now).creation
        }
        submit(call, .create(creation)) { [link = request.link] result in
            let record = result.link
            return APIAnswer { json in
                json.beginObject()
                if managed {
                    json.name("managedShortLink")
                    Self.writeManaged(record, link, to: &json)
                } else {
                    json.member("shortLink", record.link)
                }
                json.member("previewLink", record.link + "?d=1")
                ShortLinkWarning.write(warnings, as: "warning", to: &json)
                json.endObject()
            }
        }
        return nil
    }

    private static func writeManaged(_ record: LinkRecord, _ link: LongLink, to json: inout JSONWriter) {
        json.beginObject()
        json.member("link", record.link)
        json.name("info")
        link.writeInfo(to: &json)
        json.member("linkName", record.name)
        json.member("creationTime", Timestamp.text(record.created))
        json.member("visibility", record.isArchived ? "ARCHIVED" : "UNARCHIVED")
        json.endObject()
    }

    // MARK: - Statistics

    /// `getLinkStats`: the counts of the last days, including today.
    func linkStats(_ call: Call, _ request: borrowing Request) throws(APIError) -> APIAnswer? {
        let key = try key(request, call)
        let days = try call.query.count("durationDays", in: 1...36_500) ?? 7
        let today = UInt32(clamping: now / 86_400)
        let first = today >= UInt32(days) ? today - UInt32(days) + 1 : 0
        let link = try look { store throws(StoreError) in try store.liveLink(key) }
        guard let source else {
            return Self.answer(
                try look { store throws(StoreError) in try store.counts(of: link.id, days: first...today) })
        }
        // The counts of all nodes.
        source.counts(of: link.id, days: first...today) { [answer, ticket = call.ticket] counts in
            answer(ticket, counts.map(Self.answer).mapError { APIError($0) })
        }
        return nil
    }

    private static func answer(_ counts: [LinkCount]) -> APIAnswer {
        APIAnswer { json in
            json.beginObject()
            json.name("linkEventStats")
            json.beginArray()
            for row in FirebaseStatistics.rows(counts) {
                json.beginObject()
                json.member("platform", row.platform)
                json.member("event", row.event)
                json.member("count", String(row.count))
                json.endObject()
            }
            json.endArray()
            json.name("warnings")
            json.beginArray()
            json.beginObject()
            json.member("warningCode", "CODE_UNSPECIFIED")
            json.member("warningMessage", FirebaseStatistics.unknown)
            json.endObject()
            json.endArray()
            json.endObject()
        }
    }
}

/// Counters, in terms of the Firebase Dynamic Links API.
enum FirebaseStatistics {
    struct Row: Equatable {
        var platform: StaticString
        var event: StaticString
        var count: UInt64

        static func == (left: Row, right: Row) -> Bool {
            left.platform.description == right.platform.description && left.event.description == right.event.description
                && left.count == right.count
        }
    }

    /// Why events that a server can't count are missing.
    static let unknown: StaticString =
        "APP_INSTALL, APP_FIRST_OPEN and APP_RE_OPEN are missing: only stores and apps see these events."

    /// The sums by platform and event; zeros are omitted.
    static func rows(_ counts: [LinkCount]) -> [Row] {
        var rows: [Row] = []
        for platform in LinkCount.Platform.allCases {
            for event in [LinkCount.Event.click, .webFallback, .scan, .installClaim] {
                let sum = counts.reduce(UInt64(0)) { sum, count in
                    count.platform == platform && count.event == event ? sum &+ count.count : sum
                }
                if sum > 0 { rows.append(Row(platform: name(platform), event: name(event), count: sum)) }
            }
        }
        return rows
    }

    private static func name(_ platform: LinkCount.Platform) -> StaticString {
        switch platform {
        case .android: "ANDROID"
        case .ios: "IOS"
        case .desktop: "DESKTOP"
        case .other: "OTHER"
        }
    }

    /// `REDIRECT` is a click that led to a fallback link. `SCAN` and `INSTALL_CLAIMED` are extensions: `SCAN` is a click,
    /// also counted as such, that came from a QR code; `INSTALL_CLAIMED` is an installed app that has requested the link of
    /// an earlier click.
    private static func name(_ event: LinkCount.Event) -> StaticString {
        switch event {
        case .webFallback: "REDIRECT"
        case .scan: "SCAN"
        case .installClaim: "INSTALL_CLAIMED"
        default: "CLICK"
        }
    }
}
