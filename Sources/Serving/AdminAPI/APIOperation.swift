package import Access
import ByteText
package import HTTP
package import Server

/// The operations of the admin listener. One row each, by which requests are matched, authorized, handled and documented.
package struct APIOperation: Sendable {
    /// The name in the OpenAPI document.
    package let name: String
    package let method: Method
    /// The path; `{link}` is a percent-encoded part of it.
    let path: String
    /// The required scope, or `nil` if every client of the listener may call the operation.
    package let scope: Credential.Scope?
    /// Whether an API key is accepted instead of a token.
    let acceptsKeys: Bool
    /// The format of errors.
    let errors: APIError.Shape
    package let action: Action
    let text: Text
    /// The path before and after its variable part, or the whole path and an empty suffix.
    private let before: [UInt8]
    private let behind: [UInt8]

    /// The implementation of an operation.
    package enum Action: Sendable {
        case daemon(@Sendable (AdminHandler) -> (RequestContext, inout ResponseWriter) -> Void)
        /// Reloads the rules and responds when the reload has finished.
        case reload
        /// Starts an event stream.
        case events
        /// Returns the response, or `nil` if it follows later.
        case links(@Sendable (LinkAPI) -> (LinkAPI.Call, borrowing Request) throws(APIError) -> APIAnswer?)
    }

    init(
        _ name: String, _ method: Method, _ path: String, scope: Credential.Scope? = nil, acceptsKeys: Bool = false,
        errors: APIError.Shape = .google, _ action: Action, _ text: Text
    ) {
        self.name = name
        self.method = method
        self.path = path
        self.scope = scope
        self.acceptsKeys = acceptsKeys
        self.errors = errors
        self.action = action
        self.text = text
        let pieces = path.utf8.split(separator: UInt8(ascii: "{"), maxSplits: 1)
        before = Array(pieces[0])
        behind = pieces.count > 1 ? Array(pieces[1].dropFirst("link}".utf8.count)) : []
    }

    /// All operations. If a request matches two, the first is used.
    static let all = daemon + firebase + links + backups + events + dub

    /// Whether a part of the path names a link.
    var namesLink: Bool { before.count < path.utf8.count }
}

extension APIOperation {
    /// The result of matching a request's method and path.
    package enum Match {
        case operation(APIOperation)
        /// The path exists, but not with this method.
        case otherMethod(allow: String)
        case unknown
    }

    /// Finds the operation of a request; HEAD is handled like GET.
    package static func match(_ method: Method, _ path: Span<UInt8>) -> Match {
        let wanted = method == .head ? .get : method
        var allowed: Set<String> = []
        for operation in all where operation.matches(path) {
            if operation.method == wanted { return .operation(operation) }
            allowed.insert(operation.methodName.uppercased())
            if operation.method == .get { allowed.insert("HEAD") }
        }
        return allowed.isEmpty ? .unknown : .otherMethod(allow: allowed.sorted().joined(separator: ", "))
    }

    /// The method in lower case.
    var methodName: String { String(describing: method) }

    private func matches(_ path: Span<UInt8>) -> Bool {
        guard namesLink else { return path.equals(before.span) }
        let end = path.count - behind.count
        return end > before.count && path.extracting(0..<before.count).equals(before.span)
            && path.extracting(end..<path.count).equals(behind.span)
    }

    /// The encoded part of a path that this operation matches.
    @_lifetime(copy path)
    func piece(of path: Span<UInt8>) -> Span<UInt8> {
        path.extracting(before.count..<(path.count - behind.count))
    }
}
