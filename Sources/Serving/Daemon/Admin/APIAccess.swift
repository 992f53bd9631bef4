import ByteText
import HTTP

/// Access control: tokens and keys, what they allow, and how often.
struct APIAccess: Sendable {
    var tokens = CurrentTokens()
    var limiter = RateLimiter()

    /// Returns the caller of an operation. Called before anything else of the request is read, so that only permitted
    /// callers can cause work, and others learn nothing.
    func caller(_ request: borrowing Request, for operation: APIOperation) throws(APIError) -> Credential {
        let caller = try credential(request, for: operation)
        if let scope = operation.scope, !caller.scopes.contains(scope) {
            throw APIError(.forbidden, "the token \(caller.name) lacks the scope \(scope.rawValue)")
        }
        if let delay = limiter.delay(caller) {
            throw APIError(.tooManyRequests, "too many requests from \(caller.name); retry later", retryAfter: delay)
        }
        return caller
    }

    private func credential(
        _ request: borrowing Request, for operation: APIOperation
    ) throws(APIError) -> Credential {
        if let field = request.onlyValue(of: "authorization") {
            if let caller = tokens.now.credential(authorization: field) { return caller }
            throw APIError(.unauthorized, "the token is not in the tokens file")
        }
        guard operation.acceptsKeys else {
            throw APIError(.unauthorized, "send a token from the tokens file as \"Authorization: Bearer …\"")
        }
        guard let key = try APIQuery(request.query)["key"] else {
            throw APIError(
                .unauthorized,
                "send an API key from the tokens file as ?key=…, or a token as \"Authorization: Bearer …\"")
        }
        if let caller = tokens.now.credential(key: key.utf8.span) { return caller }
        throw APIError(.badRequest, "API key not valid. Please pass a valid API key.", reason: "API_KEY_INVALID")
    }
}
