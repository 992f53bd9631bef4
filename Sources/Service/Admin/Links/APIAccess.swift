import ByteText
import HTTP

/// Who is let in: tokens and keys, what they may do, and how often.
struct APIAccess: Sendable {
    var tokens = CurrentTokens()
    var limiter = RateLimiter()

    /// Who asks for an operation with a scope. A token is asked for before anything is said of what it could reach.
    func caller(
        _ request: borrowing Request, _ query: APIQuery, for operation: APIOperation
    ) throws(APIError) -> Credential {
        let caller = try credential(request, query, for: operation)
        if let scope = operation.row.scope, !caller.scopes.contains(scope) {
            throw APIError(.forbidden, "the token \(caller.name) lacks the scope \(scope.rawValue)")
        }
        if let delay = limiter.delay(caller) {
            throw APIError(.tooMany, "too many requests of \(caller.name); wait a little", retryAfter: delay)
        }
        return caller
    }

    private func credential(
        _ request: borrowing Request, _ query: APIQuery, for operation: APIOperation
    ) throws(APIError) -> Credential {
        if let field = request.onlyValue(of: "authorization") {
            if let caller = tokens.now.credential(authorization: field) { return caller }
            throw APIError(.unauthenticated, "this is no token of the tokens file")
        }
        guard operation == .createShortLink else {
            throw APIError(.unauthenticated, "send a token of the tokens file as \"Authorization: Bearer …\"")
        }
        guard let key = query["key"] else {
            throw APIError(
                .unauthenticated,
                "send an API key of the tokens file as ?key=…, or a token as \"Authorization: Bearer …\"")
        }
        if let caller = tokens.now.credential(key: key.utf8.span) { return caller }
        throw APIError(.badRequest, "API key not valid. Please pass a valid API key.", reason: "API_KEY_INVALID")
    }
}
