import Clicks
package import Access
import ByteText
import HTTP

/// Access control: tokens and API keys, their scopes and rates.
package struct APIAccess: Sendable {
    let tokens: CurrentTokens
    private let limiter: RateLimiter

    package init(tokens: CurrentTokens = CurrentTokens(), limiter: RateLimiter = RateLimiter()) {
        (self.tokens, self.limiter) = (tokens, limiter)
    }

    /// Returns the caller of an operation. Called before the rest of the request is read, so that only permitted callers can
    /// cause work, and others learn nothing.
    func caller(_ request: borrowing Request, for operation: APIOperation) throws(APIError) -> Credential {
        try admit(try credential(request, for: operation), for: operation)
    }

    /// Returns the caller of an operation that accepts only API keys.
    func caller(byKeyOf request: borrowing Request, for operation: APIOperation) throws(APIError) -> Credential {
        guard !request.hasField("authorization") else {
            throw APIError(.forbidden, "this address accepts an API key only, as ?key=… or X-Goog-Api-Key")
        }
        guard let key = try key(of: request) else {
            throw APIError(.forbidden, "the request has no API key; send it as ?key=… or X-Goog-Api-Key")
        }
        return try admit(try credential(ofKey: key), for: operation)
    }

    /// Admits a caller if its scopes and rate allow the operation.
    package func admit(_ caller: Credential, for operation: APIOperation) throws(APIError) -> Credential {
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
        guard let key = try key(of: request) else {
            throw APIError(
                .unauthorized,
                "send an API key from the tokens file as ?key=…, or a token as \"Authorization: Bearer …\"")
        }
        return try credential(ofKey: key)
    }

    /// The API key of a request: in the query or in a header field, as Google's clients send it.
    private func key(of request: borrowing Request) throws(APIError) -> [UInt8]? {
        if let key = try APIQuery(request.query)["key"] { return Array(key.utf8) }
        guard let field = request.onlyValue(of: "x-goog-api-key") else { return nil }
        return Array(bytesOf: field)
    }

    private func credential(ofKey key: [UInt8]) throws(APIError) -> Credential {
        if let caller = tokens.now.credential(key: key.span) { return caller }
        throw APIError(.badRequest, "API key not valid. Please pass a valid API key.", reason: "API_KEY_INVALID")
    }
}
