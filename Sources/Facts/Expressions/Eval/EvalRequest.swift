public import ByteText

/// One line of an `eval` batch: `{"id":…,"expr":"x + 1","bindings":{"x":{"int":"1"}},"check":true}`.
public struct EvalRequest: Sendable {
    /// Returned unchanged.
    public var id: JSONValue
    /// The expression's text.
    public var expression: String
    /// The values of the variables. Names may contain dots.
    public var bindings: [(name: String, value: CELValue)]
    /// Whether types are checked before evaluation.
    public var isChecked: Bool

    /// Creates a request.
    public init(
        id: JSONValue = .null, expression: String, bindings: [(name: String, value: CELValue)] = [],
        isChecked: Bool = true
    ) {
        self.id = id
        self.expression = expression
        self.bindings = bindings
        self.isChecked = isChecked
    }

    /// Parses a request. Unknown members are ignored, so that a line may contain its expected result.
    public init(_ json: JSONValue) throws(CELError) {
        guard let expression = json["expr"]?.string else { throw .invalid("`expr` is missing or not a string") }
        self.init(id: json["id"] ?? .null, expression: expression, isChecked: json["check"]?.bool ?? true)
        for member in json["bindings"]?.object?.members ?? [] {
            bindings.append((member.name, try CELValue(typed: member.value)))
        }
    }

    /// Compiles the expression with the types of the bindings, and evaluates it.
    public func evaluate() -> Result<CELValue, CELError> {
        let compilation = CELExpression.compile(
            expression, variables: bindings.map { ($0.name, $0.value.type) }, isChecked: isChecked)
        guard let compiled = compilation.expression else {
            let texts = compilation.diagnostics.map { "\($0.line):\($0.column): \($0.message)" }
            return .failure(CELError(.doesNotCompile, texts.joined(separator: "; ")))
        }
        return compiled.evaluate(Dictionary(bindings.map { ($0.name, $0.value) }) { first, _ in first })
    }

    /// Evaluates one line of a batch: appends `{"id":…,"value":…}` or `{"id":…,"error":"…"}` without a line feed.
    ///
    /// Never throws: an invalid line produces an error response.
    ///
    /// - Returns: Whether the line was valid JSON.
    @discardableResult
    public static func answer(_ line: Span<UInt8>, into output: inout [UInt8]) -> Bool {
        var id = JSONValue.null
        var isJSON = true
        let result: Result<CELValue, CELError>
        do {
            let json = try JSONValue(parsing: line)
            id = json["id"] ?? .null
            result = try EvalRequest(json).evaluate()
        } catch let error as CELError {
            result = .failure(error)
        } catch {
            isJSON = false
            result = .failure(.invalid("the line is not valid JSON: \(error)"))
        }
        JSONWriter.append(to: &output) { json in
            json.beginObject()
            json.name("id")
            json.value(id)
            switch result {
            case .success(let value):
                json.name("value")
                value.write(to: &json)
            case .failure(let error):
                json.name("error")
                json.string(Array(error.message.utf8).span)
            }
            json.endObject()
        }
        return isJSON
    }
}
