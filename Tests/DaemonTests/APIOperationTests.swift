@testable import AdminAPI
import ByteText
import HTTP
import Testing

/// Request routing and the OpenAPI document use the same list of operations.
@Suite("The operations of the admin side")
struct APIOperationTests {
    private static func name(_ method: Method, _ path: String) -> String? {
        guard case .operation(let operation) = APIOperation.match(method, Array(path.utf8).span) else { return nil }
        return operation.name
    }

    @Test("a request matches the row of its method and path", arguments: APIOperation.all.indices)
    func rows(index: Int) {
        let row = APIOperation.all[index]
        let path = row.path.replacing("{link}", with: "a.b%2Fc")
        #expect(Self.name(row.method, path) == row.name)
        if row.method == .get { #expect(Self.name(.head, path) == row.name) }
        #expect(APIOperation.all.count { $0.name == row.name } == 1)
        guard row.namesLink else { return }
        let bytes = Array(path.utf8)
        let piece = String(row.piece(of: bytes.span))
        #expect(piece == "a.b%2Fc")
    }

    @Test(
        "another method is answered with those that there are",
        arguments: [
            ("/v1/links/a.b%2Fc", "DELETE, GET, HEAD, PATCH"), ("/v1/links", "GET, HEAD, POST"),
            ("/healthz", "GET, HEAD"),
            ("/v1/reload", "POST"), ("/v1/links:bulk", "POST"), ("/v1/a.b%2Fc/linkStats", "GET, HEAD"),
        ])
    func otherMethods(path: String, allow: String) {
        guard case .otherMethod(allow) = APIOperation.match(.put, Array(path.utf8).span) else {
            Issue.record("\(path): not \(allow)")
            return
        }
    }

    @Test(
        "a path without its piece, or with more, is unknown",
        arguments: ["/v1/links/", "/v1//linkStats", "/healthz/", ""])
    func unknown(path: String) {
        guard case .unknown = APIOperation.match(.get, Array(path.utf8).span) else {
            Issue.record("\(path) is known")
            return
        }
    }

    @Test("the document has each row at its path and method, and nothing else")
    func document() throws {
        let bytes = OpenAPIDocument.bytes
        let document = try JSONValue(parsing: bytes.span)
        var found: Set<String> = []
        for path in try #require(document["paths"]?.object).members {
            for method in try #require(path.value.object).members {
                found.insert("\(method.name) \(path.name) \(method.value["operationId"]?.string ?? "")")
            }
        }
        #expect(found == Set(APIOperation.all.map { "\($0.methodName) \($0.path) \($0.name)" }))
    }
}
