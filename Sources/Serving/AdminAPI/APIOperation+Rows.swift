import Access
import ByteText
import HTTP

/// The operations of the daemon itself.
extension APIOperation {
    static let daemon = [
        APIOperation(
            "health", .get, "/healthz", .daemon(AdminHandler.answerHealth),
            Text("Liveness of the daemon.", [Response(200, "Alive.", "Health")])),
        APIOperation(
            "readiness", .get, "/readyz", .daemon(AdminHandler.answerReadiness),
            Text(
                "Readiness: rules are loaded, the store is open, and the daemon accepts requests.",
                [
                    Response(200, "Ready.", "Health"),
                    Response(503, "Draining, or the store is unavailable.", "Health"),
                ])),
        APIOperation(
            "metrics", .get, "/metrics", .daemon(AdminHandler.answerMetrics),
            Text("Metrics for Prometheus.", [Response(200, "The metrics.", "text", type: "text/plain")])),
        APIOperation(
            "ruleSet", .get, "/v1/ruleset", .daemon(AdminHandler.answerRuleSet),
            Text("The rules in use.", [Response(200, "Hash, counts, last reload.", "RuleSet")])),
        APIOperation(
            "reload", .post, "/v1/reload", scope: .reload, .reload,
            Text("Reload the rules.", [Response(200, "The rules now in use.", "RuleSet")], errors: [400])),
        APIOperation(
            "description", .get, "/openapi.json", .daemon(AdminHandler.answerDescription),
            Text("This document.", [Response(200, "The document.", "Document")])),
    ]
}

/// The Firebase Dynamic Links API.
extension APIOperation {
    /// Used by apps, which have an API key.
    static let createShortLink = APIOperation(
        "createShortLink", .post, "/v1/shortLinks", scope: .write, acceptsKeys: true,
        .links(LinkAPI.createShortLink),
        Text(
            "Create a short link (Firebase Dynamic Links API); the same input returns the same link.",
            body: "CreateShortDynamicLinkRequest",
            [Response(200, "The short link.", "CreateShortDynamicLinkResponse")], errors: [400, 409]))

    static let firebase = [
        createShortLink,
        APIOperation(
            "createManagedShortLink", .post, "/v1/managedShortLinks:create", scope: .write,
            .links(LinkAPI.createManagedShortLink),
            Text(
                "Create a named short link (Firebase Dynamic Links API).", body: "CreateManagedShortLinkRequest",
                [Response(200, "The short link.", "CreateManagedShortLinkResponse")], errors: [400, 409])),
        APIOperation(
            "linkStats", .get, "/v1/{link}/linkStats", scope: .read, .links(LinkAPI.linkStats),
            Text(
                "Statistics of a link (Firebase Dynamic Links API).",
                parameters: [
                    OpenAPIDocument.parameter(
                        "durationDays", in: "query", "Number of days, including today.",
                        ["type": "integer", "minimum": 1, "maximum": 36_500, "default": 7])
                ],
                [Response(200, "The counts.", "DynamicLinkStats")], errors: [400, 404])),
    ]
}

/// The operations on links.
extension APIOperation {
    package static let links = [
        APIOperation(
            "listLinks", .get, "/v1/links", scope: .read, .links(LinkAPI.listLinks),
            Text(
                "List links, page by page.", parameters: listParameters, [Response(200, "A page.", "LinkList")],
                errors: [400])),
        APIOperation(
            "createLink", .post, "/v1/links", scope: .write, .links(LinkAPI.createLink),
            Text(
                "Create a link.",
                parameters: [
                    idempotencyKey("Requests with the same key are executed once."), validateOnly,
                ],
                body: "LinkInput",
                [Response(200, "The link that would be created.", "Link"), Response(201, "The link.", "Link")],
                errors: [400, 409, 422])),
        APIOperation(
            "bulkLinks", .post, "/v1/links:bulk", scope: .write, .links(LinkAPI.changeMany),
            Text(
                "Create, update and delete many links: one JSON line per change, and one per result.",
                parameters: [
                    idempotencyKey("Create lines are executed once per key and position."), validateOnly,
                ], body: "text",
                bodyTypes: ["application/x-ndjson"],
                [Response(200, "One result per line.", "text", type: "application/x-ndjson")], errors: [400])),
        APIOperation(
            "linkCounts", .get, "/v1/links/{link}:counts", scope: .read, .links(LinkAPI.linkCounts),
            Text(
                "Event counts of a link, by day and platform.",
                parameters: [
                    OpenAPIDocument.parameter(
                        "days", in: "query", "Number of days, including today (UTC).",
                        ["type": "integer", "minimum": 1, "maximum": 366, "default": 30])
                ],
                [Response(200, "The counts.", "LinkCounts")], errors: [400, 404])),
        APIOperation(
            "clickCounts", .get, "/v1/counts", scope: .read, .links(LinkAPI.clickCounts),
            Text(
                "Clicks and app opens of a link or a site, by properties of the clicks.", parameters: countParameters,
                [Response(200, "The counts.", "ClickCounts")], errors: [400, 404])),
        APIOperation(
            "linkHistory", .get, "/v1/links/{link}:history", scope: .read, .links(LinkAPI.linkHistory),
            Text(
                "The latest changes to a link, each with a patch that restores the previous version.",
                [Response(200, "The changes, the latest first.", "LinkHistory")], errors: [400, 404])),
        APIOperation(
            "getLink", .get, "/v1/links/{link}", scope: .read, .links(LinkAPI.getLink),
            Text(
                "Get a link.",
                parameters: [
                    OpenAPIDocument.parameter("If-None-Match", in: "header", "The last known ETag.", tag)
                ],
                [Response(200, "The link.", "Link"), Response(304, "Not modified.")], errors: [400, 404])),
        APIOperation(
            "updateLink", .patch, "/v1/links/{link}", scope: .write, .links(LinkAPI.updateLink),
            Text(
                "Update a link (JSON Merge Patch).", parameters: [ifMatch, validateOnly], body: "LinkPatch",
                bodyTypes: ["application/json", "application/merge-patch+json"], [Response(200, "The link.", "Link")],
                errors: [400, 404, 412, 428])),
        APIOperation(
            "deleteLink", .delete, "/v1/links/{link}", scope: .write, .links(LinkAPI.deleteLink),
            Text(
                "Delete a link; its code is never reused.", parameters: [ifMatch],
                [Response(204, "Deleted.")], errors: [400, 404, 412])),
    ]

    private static let countParameters: [JSONValue] = {
        let date: JSONValue = ["type": "string", "format": "date"]
        return [
            OpenAPIDocument.parameter(
                "by", in: "query",
                "The property, or several separated by commas: \(CountTable.Grouping.names.joined(separator: ", ")); link only for a site.",
                ["type": "string", "default": "day"]),
            OpenAPIDocument.parameter(
                "site", in: "query", "The site. Either it or a link is required.", ["type": "string"]),
            OpenAPIDocument.parameter("link", in: "query", "The link: its domain and code.", ["type": "string"]),
            OpenAPIDocument.parameter(
                "from", in: "query", "The first day (UTC); by default 29 days before the last.", date),
            OpenAPIDocument.parameter("to", in: "query", "The last day (UTC); by default today.", date),
            OpenAPIDocument.parameter(
                "sort", in: "query", "The order; by default the days in order, else the most clicks first.",
                ["enum": .array(CountTable.Order.allCases.map { .string($0.rawValue) })]),
            OpenAPIDocument.parameter(
                "limit", in: "query", "The number of values; others are added up.",
                ["type": "integer", "minimum": 1, "maximum": 1000]),
            OpenAPIDocument.parameter(
                "format", in: "query", "The format of the response.", ["enum": ["json", "csv"], "default": "json"]),
        ]
    }()

    private static let tag: JSONValue = ["type": "string", "pattern": "^(\"[0-9]+\"|\\*)$"]
    static func idempotencyKey(_ text: String) -> JSONValue {
        OpenAPIDocument.parameter(
            "Idempotency-Key", in: "header", text,
            ["type": "string", "minLength": 1, "maxLength": 255, "pattern": "^[!-~]+$"])
    }

    private static let validateOnly = OpenAPIDocument.parameter(
        LinkAPI.validateOnly, in: "query", "Whether to validate only: the response is the same, but nothing changes.",
        ["type": "boolean", "default": false])
    private static let ifMatch = OpenAPIDocument.parameter(
        "If-Match", in: "header", "The last known ETag of the link, or * for any.", tag)

    private static let listParameters: [JSONValue] = [
        OpenAPIDocument.parameter("domain", in: "query", "Only links on this domain.", ["type": "string"]),
        OpenAPIDocument.parameter(
            "tag", in: "query", "Only links with this tag; repeat it to require several tags.",
            ["type": "array", "items": ["type": "string"], "maxItems": 16]),
        OpenAPIDocument.parameter(
            "destination", in: "query", "Only links that lead to exactly this address.", ["type": "string"]),
        OpenAPIDocument.parameter(
            "destination_host", in: "query", "Only links that lead to this host; not with destination.",
            ["type": "string"]),
        OpenAPIDocument.parameter(
            "q", in: "query", "Only links that contain this literal text in link, long link, payload, name or note.",
            ["type": "string", "maxLength": 200]),
        OpenAPIDocument.parameter(
            "archived", in: "query", "Only archived links (true), only others (false, the default), or all.",
            ["type": "string", "enum": ["true", "false", "all"], "default": "false"]),
        OpenAPIDocument.parameter(
            "disabled", in: "query", "Only disabled links (true), or only others (false).", ["type": "boolean"]),
        OpenAPIDocument.parameter(
            "unsafe", in: "query", "Only links that are marked as unsafe (true), or only others (false).",
            ["type": "boolean"]),
        OpenAPIDocument.parameter(
            "target", in: "query",
            "Only links whose target failed at least twice in a row (broken), passed the last check (ok), or has not been checked (unchecked).",
            ["type": "string", "enum": ["broken", "ok", "unchecked"]]),
        OpenAPIDocument.parameter(
            "sort", in: "query",
            "The sort key; a leading - reverses the order. With a destination the default is destination. By clicks there is one page of up to 10,000 links, which contain their clicks.",
            [
                "type": "string",
                "enum": [
                    "created", "-created", "updated", "-updated", "link", "-link", "destination", "-destination",
                    "clicks", "-clicks",
                ],
                "default": "-created",
            ]),
        OpenAPIDocument.parameter(
            "page_size", in: "query", "The maximum number of links per page.",
            ["type": "integer", "minimum": 1, "maximum": 1000, "default": 100]),
        OpenAPIDocument.parameter(
            "page_token", in: "query", "The next_page_token of the previous page.", ["type": "string"]),
    ]
}

/// The event stream.
extension APIOperation {
    static let events = [
        APIOperation(
            "streamEvents", .get, "/v1/events", scope: .read, .events,
            Text(
                "A stream of events: clicks, changes to links and resolved installations, as they happen (server-sent events; HTTP/1.1 only).",
                parameters: [
                    list("site", "Only events of these sites, separated by commas."),
                    list(
                        "type",
                        "Only these types: click, link.created, link.updated, link.deleted, link.imported, resolve; link for all changes."
                    ),
                    list("decision", "Only clicks with these decisions."), list("link", "Only these short links."),
                    OpenAPIDocument.parameter(
                        "Last-Event-ID", in: "header",
                        "The last event that the client has; the stream resumes after it.",
                        ["type": "string", "pattern": "^[0-7][0-9A-HJKMNP-TV-Z]{25}$"]),
                ],
                [Response(200, "Events, each with its id and a line of JSON.", "text", type: "text/event-stream")],
                errors: [400, 505]))
    ]

    private static func list(_ name: String, _ description: String) -> JSONValue {
        OpenAPIDocument.parameter(name, in: "query", description, ["type": "string"])
    }
}

/// Backups, which new nodes read from a peer.
extension APIOperation {
    static let backups = [
        APIOperation(
            "beginBackup", .post, "/v1/backup", scope: .backup, .links(LinkAPI.beginBackup),
            Text(
                "Start a backup of the store for a new node; one at a time.",
                [Response(202, "Started.", "Backup")], errors: [400])),
        APIOperation(
            "getBackup", .get, "/v1/backup", scope: .backup, .links(LinkAPI.getBackup),
            Text(
                "The state of a backup, and its digest once it is ready.", parameters: [backupID],
                [Response(200, "Copying, ready or failed.", "Backup")], errors: [400, 404])),
        APIOperation(
            "dropBackup", .delete, "/v1/backup", scope: .backup, .links(LinkAPI.dropBackup),
            Text(
                "Cancel a backup. Idle backups are cancelled after two minutes.",
                parameters: [backupID], [Response(204, "Cancelled.")], errors: [400, 404])),
        APIOperation(
            "readBackup", .get, "/v1/backup/content", scope: .backup, .links(LinkAPI.readBackup),
            Text(
                "A chunk of a ready backup, up to 4 MiB; empty at its end.",
                parameters: [
                    backupID,
                    OpenAPIDocument.parameter(
                        "offset", in: "query", "The first byte.", ["type": "integer", "minimum": 0, "default": 0]),
                ],
                [Response(200, "The bytes.", "text", type: "application/octet-stream")], errors: [400, 404, 409])),
    ]

    private static let backupID = OpenAPIDocument.parameter(
        "id", in: "query", "The backup's id.", ["type": "string"])
}
