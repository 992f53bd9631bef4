import Server
import ByteText
public import HTTP

/// What the admin side can be asked: a row for each operation, by which requests are matched, let in, done and described.
public struct APIOperation: Sendable {
    /// The name in the OpenAPI document.
    public let name: String
    public let method: Method
    /// The path; `{link}` is a percent-encoded piece of it.
    public let path: String
    /// What a token must be allowed; nil for what everyone who reaches the listener may ask.
    let scope: Credential.Scope?
    /// Whether an API key does in place of a token.
    let takesKeys: Bool
    let action: Action
    let text: Text
    /// What is before and behind the piece of the path; where there is no piece, the path, and nothing.
    private let before: [UInt8]
    private let behind: [UInt8]

    /// What does an operation.
    enum Action: Sendable {
        case daemon(@Sendable (AdminHandler) -> (RequestContext, inout ResponseWriter) -> Void)
        /// Returns the answer, or nil where it comes later.
        case links(@Sendable (LinkAPI) -> (LinkAPI.Call, borrowing Request) throws(APIError) -> APIAnswer?)
    }

    init(
        _ name: String, _ method: Method, _ path: String, scope: Credential.Scope? = nil, takesKeys: Bool = false,
        _ action: Action, _ text: Text
    ) {
        self.name = name
        self.method = method
        self.path = path
        self.scope = scope
        self.takesKeys = takesKeys
        self.action = action
        self.text = text
        let pieces = path.utf8.split(separator: UInt8(ascii: "{"), maxSplits: 1)
        before = Array(pieces[0])
        behind = pieces.count > 1 ? Array(pieces[1].dropFirst("link}".utf8.count)) : []
    }

    /// All of them. Of two that a request matches, the first is meant.
    public static let all = daemon + firebase + links

    /// Whether a part of the path names a link.
    public var namesLink: Bool { before.count < path.utf8.count }
}

extension APIOperation {
    /// What a request's method and path come to.
    public enum Match {
        case operation(APIOperation)
        /// The path is known, the method is another.
        case otherMethod(allow: String)
        case unknown
    }

    /// Finds the operation of a request; HEAD is answered like GET.
    public static func match(_ method: Method, _ path: Span<UInt8>) -> Match {
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
    public var methodName: String { String(describing: method) }

    private func matches(_ path: Span<UInt8>) -> Bool {
        guard namesLink else { return path.equals(before.span) }
        let end = path.count - behind.count
        return end > before.count && path.extracting(0..<before.count).equals(before.span)
            && path.extracting(end..<path.count).equals(behind.span)
    }

    /// The encoded piece of a path that this operation matches.
    @_lifetime(copy path)
    public func piece(of path: Span<UInt8>) -> Span<UInt8> {
        path.extracting(before.count..<(path.count - behind.count))
    }
}
