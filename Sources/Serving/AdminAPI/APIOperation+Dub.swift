import Access
import ByteText
import HTTP

/// Dub's API for links.
extension APIOperation {
    static let dub = [
        APIOperation(
            "listDubLinks", .get, "/dub/links", scope: .read, errors: .dub, .links(LinkAPI.listDubLinks),
            Text(
                "List links, the newest first (Dub's API).",
                parameters: filters + [
                    OpenAPIDocument.parameter(
                        "pageSize", in: "query", "The maximum number of links per page.",
                        ["type": "integer", "minimum": 1, "maximum": 100, "default": 100]),
                    OpenAPIDocument.parameter(
                        "page", in: "query", "The page number; not with a cursor.",
                        ["type": "integer", "minimum": 1, "maximum": 1_000_000, "default": 1]),
                    OpenAPIDocument.parameter(
                        "startingAfter", in: "query", "The id of the last link of the previous page.",
                        OpenAPISchemas.linkPath),
                    OpenAPIDocument.parameter(
                        "endingBefore", in: "query",
                        "The id of the first link of the next page; not with startingAfter.",
                        OpenAPISchemas.linkPath),
                ],
                [Response(200, "The links.", "DubLinks")], errors: [400, 404, 422])),
        APIOperation(
            "createDubLink", .post, "/dub/links", scope: .write, errors: .dub, .links(LinkAPI.createDubLink),
            Text(
                "Create a link (Dub's API).",
                parameters: [idempotencyKey("Requests with the same key are executed once.")], body: "DubLinkInput",
                [Response(200, "The link.", "DubLink")],
                errors: [400, 409, 422])),
        APIOperation(
            "countDubLinks", .get, "/dub/links/count", scope: .read, errors: .dub, .links(LinkAPI.countDubLinks),
            Text(
                "Count links (Dub's API).", parameters: filters, [Response(200, "The count.", "DubCount")],
                errors: [400, 422])),
        APIOperation(
            "getDubLink", .get, "/dub/links/info", scope: .read, errors: .dub, .links(LinkAPI.getDubLink),
            Text(
                "Get a link (Dub's API).",
                parameters: [
                    OpenAPIDocument.parameter("linkId", in: "query", "The link's id.", OpenAPISchemas.linkPath),
                    OpenAPIDocument.parameter("domain", in: "query", "Its domain, with key.", ["type": "string"]),
                    OpenAPIDocument.parameter("key", in: "query", "Its key, with domain.", ["type": "string"]),
                ],
                [Response(200, "The link.", "DubLink")], errors: [400, 404, 422])),
        APIOperation(
            "upsertDubLink", .put, "/dub/links/upsert", scope: .write, errors: .dub, .links(LinkAPI.upsertDubLink),
            Text(
                "Update the link that leads to a URL, or create one (Dub's API).", body: "DubLinkInput",
                [Response(200, "The link.", "DubLink")], errors: [400, 404, 409, 422])),
        APIOperation(
            "updateDubLink", .patch, "/dub/links/{link}", scope: .write, errors: .dub, .links(LinkAPI.updateDubLink),
            Text(
                "Update a link; omitted fields are kept (Dub's API).", body: "DubLinkPatch",
                [Response(200, "The link.", "DubLink")], errors: [400, 404, 409, 422])),
        APIOperation(
            "deleteDubLink", .delete, "/dub/links/{link}", scope: .write, errors: .dub, .links(LinkAPI.deleteDubLink),
            Text(
                "Delete a link; its key is never reused (Dub's API).", [Response(200, "Deleted.", "DubDeletion")],
                errors: [400, 404, 422])),
        APIOperation(
            "dubAnalytics", .get, "/dub/analytics", scope: .read, errors: .dub, .links(LinkAPI.dubAnalytics),
            Text(
                "Clicks of a link, or of all sites of the token (Dub's API).", parameters: analytics,
                [Response(200, "A number or a list, depending on groupBy.", "DubAnalytics")],
                errors: [400, 404, 422])),
    ]

    private static let analytics: [JSONValue] = [
        OpenAPIDocument.parameter(
            "event", in: "query", "What is counted.", ["enum": ["clicks", "composite"], "default": "clicks"]),
        OpenAPIDocument.parameter(
            "groupBy", in: "query", "The property.",
            ["enum": .array(DubAnalytics.Grouping.allCases.map { .string($0.rawValue) }), "default": "count"]),
        OpenAPIDocument.parameter("linkId", in: "query", "The link's id.", OpenAPISchemas.linkPath),
        OpenAPIDocument.parameter("domain", in: "query", "Its domain, with key.", ["type": "string"]),
        OpenAPIDocument.parameter("key", in: "query", "Its key, with domain.", ["type": "string"]),
        OpenAPIDocument.parameter(
            "interval", in: "query", "The days until today (UTC); 24h are yesterday and today.",
            ["enum": .array(DubAnalytics.Interval.allCases.map { .string($0.rawValue) }), "default": "24h"]),
        OpenAPIDocument.parameter(
            "start", in: "query", "The first day, as a time; instead of interval.",
            ["type": "string", "format": "date-time"]),
        OpenAPIDocument.parameter(
            "end", in: "query", "The last day, as a time; by default today.",
            ["type": "string", "format": "date-time"]),
        OpenAPIDocument.parameter("timezone", in: "query", "UTC.", ["enum": ["UTC"], "default": "UTC"]),
    ]

    private static let filters: [JSONValue] = [
        OpenAPIDocument.parameter("domain", in: "query", "Only links on this domain.", ["type": "string"]),
        OpenAPIDocument.parameter(
            "tagNames", in: "query", "Only links with at least one of these tags, separated by commas.",
            ["type": "string"]),
        OpenAPIDocument.parameter("tagIds", in: "query", "Like tagNames: a tag's id is its name.", ["type": "string"]),
        OpenAPIDocument.parameter(
            "search", in: "query", "Only links that contain this text.", ["type": "string", "maxLength": 200]),
        OpenAPIDocument.parameter(
            "showArchived", in: "query", "Whether to include archived links.",
            ["type": "boolean", "default": false]),
    ]
}
