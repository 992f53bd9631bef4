import ByteText

/// What each operation takes and gives, in words and schemas.
extension APIOperation {
    struct Response {
        var status: Int
        var description: String
        /// The name of a schema, `text` for what is no JSON, or nil for no body.
        var schema: String?
        var type = "application/json"

        init(_ status: Int, _ description: String, _ schema: String? = nil, type: String = "application/json") {
            self.status = status
            self.description = description
            self.schema = schema
            self.type = type
        }
    }

    struct Text {
        var summary: String
        var parameters: [JSONValue] = []
        /// The name of the body's schema.
        var body: String?
        var bodyTypes = ["application/json"]
        var responses: [Response]

        init(_ summary: String, _ responses: [Response]) {
            self.summary = summary
            self.responses = responses
        }
    }

    var text: Text {
        switch self {
        case .health: Text("Whether the daemon is alive.", [Response(200, "It is.", "Health")])
        case .readiness:
            Text(
                "Whether rules and store are there and the daemon takes requests.",
                [
                    Response(200, "It does.", "Health"),
                    Response(503, "It drains, or the store can't be used.", "Health"),
                ])
        case .metrics:
            Text("Counters for Prometheus.", [Response(200, "The counters.", "text", type: "text/plain")])
        case .ruleSet: Text("Which rules run.", [Response(200, "Hash, counts, last reload.", "RuleSet")])
        case .reload: Text("Load the rules again.", [Response(200, "The rules that run now.", "RuleSet")])
        case .description: Text("This document.", [Response(200, "The document.", "Document")])
        case .createShortLink, .createManagedShortLink, .linkStats: firebaseText
        case .listLinks, .createLink, .bulkLinks, .getLink, .updateLink, .deleteLink: linkText
        }
    }

    private var firebaseText: Text {
        switch self {
        case .createShortLink:
            var text = Text(
                "Make a short link (Firebase Dynamic Links API); the same input gives the same link.",
                [Response(200, "The short link.", "CreateShortDynamicLinkResponse")])
            text.body = "CreateShortDynamicLinkRequest"
            return text
        case .createManagedShortLink:
            var text = Text(
                "Make a short link with a name (Firebase Dynamic Links API).",
                [Response(200, "The short link.", "CreateManagedShortLinkResponse")])
            text.body = "CreateManagedShortLinkRequest"
            return text
        default:
            var text = Text(
                "What was counted of a link (Firebase Dynamic Links API).",
                [Response(200, "The counts.", "DynamicLinkStats")])
            text.parameters = [
                OpenAPIDocument.parameter(
                    "durationDays", in: "query", "How many days back, today among them.",
                    ["type": "integer", "minimum": 1, "maximum": 36_500, "default": 7])
            ]
            return text
        }
    }

    private var linkText: Text {
        let link = Response(200, "The link.", "Link")
        switch self {
        case .listLinks:
            var text = Text("List links, page by page.", [Response(200, "A page.", "LinkList")])
            text.parameters = Self.listParameters
            return text
        case .createLink:
            var text = Text("Make a link.", [Response(201, "The link.", "Link")])
            text.body = "LinkInput"
            text.parameters = [
                OpenAPIDocument.parameter(
                    "Idempotency-Key", in: "header", "A request with the same key is done once.",
                    ["type": "string", "minLength": 1, "maxLength": 255, "pattern": "^[!-~]+$"])
            ]
            return text
        case .bulkLinks:
            var text = Text(
                "Make, change and delete many links: a line of JSON for each, and a line of answer.",
                [Response(200, "A line for each line.", "text", type: "application/x-ndjson")])
            text.body = "text"
            text.bodyTypes = ["application/x-ndjson"]
            return text
        case .updateLink:
            var text = Text("Change a link (JSON Merge Patch).", [link])
            text.body = "LinkPatch"
            text.bodyTypes = ["application/json", "application/merge-patch+json"]
            text.parameters = [Self.ifMatch]
            return text
        case .deleteLink:
            var text = Text("Delete a link; its code is never used again.", [Response(204, "It is deleted.")])
            text.parameters = [Self.ifMatch]
            return text
        default:
            var text = Text("Get a link.", [link, Response(304, "It is as it was.")])
            text.parameters = [
                OpenAPIDocument.parameter("If-None-Match", in: "header", "The ETag that is known.", Self.tag)
            ]
            return text
        }
    }

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
