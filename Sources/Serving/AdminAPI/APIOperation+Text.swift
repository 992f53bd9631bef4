import ByteText

/// The texts of an operation in the OpenAPI document.
extension APIOperation {
    package struct Response: Sendable {
        var status: Int
        var description: String
        /// The schema's name, `text` if the body is not JSON, or `nil` if there is no body.
        var schema: String?
        var type: String

        init(_ status: Int, _ description: String, _ schema: String? = nil, type: String = "application/json") {
            self.status = status
            self.description = description
            self.schema = schema
            self.type = type
        }
    }

    package struct Text: Sendable {
        var summary: String
        var parameters: [JSONValue]
        /// The name of the body's schema.
        var body: String?
        var bodyTypes: [String]
        var responses: [Response]
        /// The error statuses, in addition to those of every operation that requires a token.
        var errors: [Int]

        init(
            _ summary: String, parameters: [JSONValue] = [], body: String? = nil,
            bodyTypes: [String] = ["application/json"], _ responses: [Response], errors: [Int] = []
        ) {
            self.summary = summary
            self.parameters = parameters
            self.body = body
            self.bodyTypes = bodyTypes
            self.responses = responses
            self.errors = errors
        }
    }
}
