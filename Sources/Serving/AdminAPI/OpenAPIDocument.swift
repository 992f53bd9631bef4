import Access
import ByteText
import HTTP

/// The description of the admin API, served at `/openapi.json` (OpenAPI 3.1).
///
/// Generated from the rows of ``APIOperation``, by which requests are matched. The schemas of bodies are in
/// `OpenAPISchemas.swift`.
package enum OpenAPIDocument {
    static let bytes: [UInt8] = {
        var output: [UInt8] = []
        JSONWriter.append(to: &output) { write(&$0) }
        output.append(UInt8(ascii: "\n"))
        return output
    }()

    static func write(to response: inout ResponseWriter) {
        response.begin(.ok)
        JSONBody.writeFields(to: &response)
        let bytes = bytes
        response.append(bytes.span)
        response.finish()
    }

    private static func write(_ json: inout JSONWriter) {
        json.beginObject()
        json.member("openapi", "3.1.0")
        json.name("info")
        json.value([
            "title": "Fingerpost", "version": "1",
            "description":
                "Manages short links and the daemon. Includes the Firebase Dynamic Links API.",
        ])
        json.name("servers")
        json.value([["url": "/"]])
        json.name("paths")
        writePaths(&json)
        json.name("components")
        json.beginObject()
        json.name("schemas")
        json.value(OpenAPISchemas.all)
        json.name("securitySchemes")
        json.value([
            "token": ["type": "http", "scheme": "bearer"],
            "key": ["type": "apiKey", "in": "query", "name": "key"],
        ])
        json.endObject()
        json.endObject()
    }

    private static func writePaths(_ json: inout JSONWriter) {
        json.beginObject()
        var written: Set<String> = []
        for operation in APIOperation.all where written.insert(operation.path).inserted {
            json.name(operation.path)
            json.beginObject()
            for other in APIOperation.all where other.path == operation.path {
                json.name(other.methodName)
                write(other, &json)
            }
            json.endObject()
        }
        json.endObject()
    }

    private static func write(_ operation: APIOperation, _ json: inout JSONWriter) {
        let text = operation.text
        json.beginObject()
        json.member("operationId", operation.name)
        json.member("summary", text.summary)
        var parameters = text.parameters
        if operation.namesLink {
            parameters.insert(
                parameter("link", in: "path", "The short link: domain and code.", OpenAPISchemas.linkPath), at: 0)
        }
        if !parameters.isEmpty {
            json.name("parameters")
            json.value(.array(parameters))
        }
        if let body = text.body {
            json.name("requestBody")
            json.value(["required": true, "content": content(body, text.bodyTypes)])
        }
        json.name("responses")
        writeResponses(operation, &json)
        json.name("security")
        json.value(security(of: operation))
        json.endObject()
    }

    private static func security(of operation: APIOperation) -> JSONValue {
        guard operation.scope != nil else { return [] }
        return operation.acceptsKeys ? [["key": []], ["token": []]] : [["token": []]]
    }

    private static func writeResponses(_ operation: APIOperation, _ json: inout JSONWriter) {
        json.beginObject()
        for response in operation.text.responses {
            json.name(String(response.status))
            var object = JSONObject()
            object.append("description", .string(response.description))
            if let schema = response.schema { object.append("content", content(schema, [response.type])) }
            json.value(.object(object))
        }
        let common = operation.scope == nil ? [] : [401, 403, 429, 503]
        for status in (common + operation.text.errors).sorted() {
            json.name(String(status))
            json.value([
                "description": .string("\(HTTP.Status(UInt16(status)).reason)"),
                "content": content(operation.errors == .dub ? "DubError" : "Error", ["application/json"]),
            ])
        }
        json.endObject()
    }

    /// A body of one of several media types.
    private static func content(_ schema: String, _ types: [String]) -> JSONValue {
        var content = JSONObject()
        for type in types {
            let shape: JSONValue =
                schema == "text" ? ["type": "string"] : ["$ref": .string("#/components/schemas/\(schema)")]
            content.append(type, ["schema": shape])
        }
        return .object(content)
    }

    static func parameter(
        _ name: String, in place: String, _ description: String, _ schema: JSONValue, required: Bool = false
    ) -> JSONValue {
        [
            "name": .string(name), "in": .string(place), "description": .string(description),
            "required": .bool(required || place == "path"), "schema": schema,
        ]
    }
}
