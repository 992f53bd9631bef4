import ByteText
import HTTP

/// What the admin side can be asked: the one list that requests are told apart by and the OpenAPI document is written from.
enum APIOperation: CaseIterable {
    case health, readiness, metrics, ruleSet, reload, description
    case createShortLink, createManagedShortLink, linkStats
    case listLinks, createLink, bulkLinks, getLink, updateLink, deleteLink

    /// How an operation is asked for.
    struct Row {
        var method: Method
        /// The path; `{link}` stands for a percent-encoded piece.
        var path: StaticString
        /// What a token must be allowed; nil for what everybody who reaches the listener may ask.
        var scope: Credential.Scope?
    }

    var row: Row {
        switch self {
        case .health: Row(method: .get, path: "/healthz")
        case .readiness: Row(method: .get, path: "/readyz")
        case .metrics: Row(method: .get, path: "/metrics")
        case .ruleSet: Row(method: .get, path: "/v1/ruleset")
        case .reload: Row(method: .post, path: "/v1/reload", scope: .reload)
        case .description: Row(method: .get, path: "/openapi.json")
        case .createShortLink: Row(method: .post, path: "/v1/shortLinks", scope: .write)
        case .createManagedShortLink: Row(method: .post, path: "/v1/managedShortLinks:create", scope: .write)
        case .linkStats: Row(method: .get, path: "/v1/{link}/linkStats", scope: .read)
        case .listLinks: Row(method: .get, path: "/v1/links", scope: .read)
        case .createLink: Row(method: .post, path: "/v1/links", scope: .write)
        case .bulkLinks: Row(method: .post, path: "/v1/links:bulk", scope: .write)
        case .getLink: Row(method: .get, path: "/v1/links/{link}", scope: .read)
        case .updateLink: Row(method: .patch, path: "/v1/links/{link}", scope: .write)
        case .deleteLink: Row(method: .delete, path: "/v1/links/{link}", scope: .write)
        }
    }

    /// What a request's method and path come to.
    enum Match {
        case operation(APIOperation)
        /// The path is known, the method is another.
        case otherMethod(allow: StaticString)
        case unknown
    }

    /// Finds the operation of a request; HEAD is answered like GET.
    static func match(_ method: Method, _ path: Span<UInt8>) -> Match {
        let wanted = method == .head ? .get : method
        var methods: [Method] = []
        for operation in allCases where operation.matches(path) {
            if operation.row.method == wanted { return .operation(operation) }
            methods.append(operation.row.method)
        }
        if methods.isEmpty { return .unknown }
        if methods.contains(.delete) { return .otherMethod(allow: "DELETE, GET, HEAD, PATCH") }
        if methods.contains(.get) {
            return .otherMethod(allow: methods.contains(.post) ? "GET, HEAD, POST" : "GET, HEAD")
        }
        return .otherMethod(allow: "POST")
    }

    private func matches(_ path: Span<UInt8>) -> Bool {
        switch self {
        case .linkStats: path.count > 14 && path.starts(with: "/v1/") && path.ends(with: "/linkStats")
        case .getLink, .updateLink, .deleteLink: path.count > 10 && path.starts(with: "/v1/links/")
        default: path.equals(row.path)
        }
    }

    /// The encoded piece of a path that this operation matches.
    @_lifetime(copy path)
    func piece(of path: Span<UInt8>) -> Span<UInt8> {
        self == .linkStats ? path.extracting(4..<(path.count - 10)) : path.extracting(10..<path.count)
    }
}
