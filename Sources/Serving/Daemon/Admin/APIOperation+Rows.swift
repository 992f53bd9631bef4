import ByteText
import HTTP

/// The operations of the daemon itself.
extension APIOperation {
    static let daemon = [
        APIOperation(
            "health", .get, "/healthz", .daemon(AdminHandler.answerHealth),
            Text("Whether the daemon is alive.", [Response(200, "It is.", "Health")])),
        APIOperation(
            "readiness", .get, "/readyz", .daemon(AdminHandler.answerReadiness),
            Text(
                "Whether rules and store are there and the daemon takes requests.",
                [
                    Response(200, "It does.", "Health"),
                    Response(503, "It drains, or the store can't be used.", "Health"),
                ])),
        APIOperation(
            "metrics", .get, "/metrics", .daemon(AdminHandler.answerMetrics),
            Text("Counters for Prometheus.", [Response(200, "The counters.", "text", type: "text/plain")])),
        APIOperation(
            "ruleSet", .get, "/v1/ruleset", .daemon(AdminHandler.answerRuleSet),
            Text("Which rules run.", [Response(200, "Hash, counts, last reload.", "RuleSet")])),
        APIOperation(
            "reload", .post, "/v1/reload", scope: .reload, .daemon(AdminHandler.answerReload),
            Text("Load the rules again.", [Response(200, "The rules that run now.", "RuleSet")], errors: [400])),
        APIOperation(
            "description", .get, "/openapi.json", .daemon(AdminHandler.answerDescription),
            Text("This document.", [Response(200, "The document.", "Document")])),
    ]
}

/// The Firebase Dynamic Links API.
extension APIOperation {
    static let firebase = [
        APIOperation(
            "createShortLink", .post, "/v1/shortLinks", scope: .write, acceptsKeys: true,
            .links(LinkAPI.createShortLink),
            Text(
                "Make a short link (Firebase Dynamic Links API); the same input gives the same link.",
                body: "CreateShortDynamicLinkRequest",
                [Response(200, "The short link.", "CreateShortDynamicLinkResponse")], errors: [400, 409])),
        APIOperation(
            "createManagedShortLink", .post, "/v1/managedShortLinks:create", scope: .write,
            .links(LinkAPI.createManagedShortLink),
            Text(
                "Make a short link with a name (Firebase Dynamic Links API).", body: "CreateManagedShortLinkRequest",
                [Response(200, "The short link.", "CreateManagedShortLinkResponse")], errors: [400, 409])),
        APIOperation(
            "linkStats", .get, "/v1/{link}/linkStats", scope: .read, .links(LinkAPI.linkStats),
            Text(
                "What was counted of a link (Firebase Dynamic Links API).",
                parameters: [
                    OpenAPIDocument.parameter(
                        "durationDays", in: "query", "How many days back, today among them.",
                        ["type": "integer", "minimum": 1, "maximum": 36_500, "default": 7])
                ],
                [Response(200, "The counts.", "DynamicLinkStats")], errors: [400, 404])),
    ]
}

/// The operations on links.
extension APIOperation {
    static let links = [
        APIOperation(
            "listLinks", .get, "/v1/links", scope: .read, .links(LinkAPI.listLinks),
            Text(
                "List links, page by page.", parameters: listParameters, [Response(200, "A page.", "LinkList")],
                errors: [400])),
        APIOperation(
            "createLink", .post, "/v1/links", scope: .write, .links(LinkAPI.createLink),
            Text(
                "Make a link.",
                parameters: [
                    OpenAPIDocument.parameter(
                        "Idempotency-Key", in: "header", "A request with the same key is done once.",
                        ["type": "string", "minLength": 1, "maxLength": 255, "pattern": "^[!-~]+$"])
                ],
                body: "LinkInput", [Response(201, "The link.", "Link")], errors: [400, 409, 422])),
        APIOperation(
            "bulkLinks", .post, "/v1/links:bulk", scope: .write, .links(LinkAPI.changeMany),
            Text(
                "Make, change and delete many links: a line of JSON for each, and a line of answer.", body: "text",
                bodyTypes: ["application/x-ndjson"],
                [Response(200, "A line for each line.", "text", type: "application/x-ndjson")], errors: [400])),
        APIOperation(
            "getLink", .get, "/v1/links/{link}", scope: .read, .links(LinkAPI.getLink),
            Text(
                "Get a link.",
                parameters: [
                    OpenAPIDocument.parameter("If-None-Match", in: "header", "The ETag that is known.", tag)
                ],
                [Response(200, "The link.", "Link"), Response(304, "It is as it was.")], errors: [400, 404])),
        APIOperation(
            "updateLink", .patch, "/v1/links/{link}", scope: .write, .links(LinkAPI.updateLink),
            Text(
                "Change a link (JSON Merge Patch).", parameters: [ifMatch], body: "LinkPatch",
                bodyTypes: ["application/json", "application/merge-patch+json"], [Response(200, "The link.", "Link")],
                errors: [400, 404, 412, 428])),
        APIOperation(
            "deleteLink", .delete, "/v1/links/{link}", scope: .write, .links(LinkAPI.deleteLink),
            Text(
                "Delete a link; its code is never used again.", parameters: [ifMatch],
                [Response(204, "It is deleted.")], errors: [400, 404, 412])),
    ]

    private static let tag: JSONValue = ["type": "string", "pattern": "^(\"[0-9]+\"|\\*)$"]
    private static let ifMatch = OpenAPIDocument.parameter(
        "If-Match", in: "header", "The ETag of the link as it is known, or * for any.", tag)

    private static let listParameters: [JSONValue] = [
        OpenAPIDocument.parameter("domain", in: "query", "Only links of this domain.", ["type": "string"]),
        OpenAPIDocument.parameter("tag", in: "query", "Only links with this tag.", ["type": "string"]),
        OpenAPIDocument.parameter(
            "q", in: "query", "Only links with this text, as it is typed: in link, long link, payload, name or note.",
            ["type": "string", "maxLength": 200]),
        OpenAPIDocument.parameter(
            "archived", in: "query", "Only archived links, or none of them (default), or all.",
            ["type": "string", "enum": ["true", "false", "all"], "default": "false"]),
        OpenAPIDocument.parameter("disabled", in: "query", "Only disabled links, or none.", ["type": "boolean"]),
        OpenAPIDocument.parameter(
            "sort", in: "query", "The order; - for the last first.",
            [
                "type": "string", "enum": ["created", "-created", "updated", "-updated", "link", "-link"],
                "default": "-created",
            ]),
        OpenAPIDocument.parameter(
            "page_size", in: "query", "The most links of a page.",
            ["type": "integer", "minimum": 1, "maximum": 1000, "default": 100]),
        OpenAPIDocument.parameter(
            "page_token", in: "query", "next_page_token of the page before.", ["type": "string"]),
    ]
}
