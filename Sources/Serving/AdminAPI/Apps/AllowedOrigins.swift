import ByteText
import HTTP

/// The origins whose web pages may use the app API, and the CORS header fields for them (Fetch, section 3.2).
///
/// Origins are compared byte by byte. Credentials are never allowed: the key is sent by the page itself, not by the browser.
package struct AllowedOrigins: Sendable {
    private let origins: [[UInt8]]

    /// - Parameter origins: In the form sent by browsers: `https://app.example.com`.
    package init(_ origins: [String]) {
        self.origins = origins.map { Array($0.utf8) }
    }

    /// Whether the request is not from a web page, or from one with an allowed origin.
    func allow(_ request: borrowing Request) -> Bool {
        guard let origin = request.value(of: "origin") else { return true }
        return contains(origin)
    }

    /// Adds the header fields of every response, for caches and for pages of other origins.
    func prepare(_ request: borrowing Request, _ response: inout ResponseWriter) {
        guard !origins.isEmpty else { return }
        response.exchangeField("Vary", Array("Origin".utf8).span)
        guard let origin = request.value(of: "origin"), contains(origin) else { return }
        response.exchangeField("Access-Control-Allow-Origin", origin)
        response.exchangeField("Access-Control-Expose-Headers", Array("Retry-After".utf8).span)
    }

    /// Responds to a preflight request.
    func answerPreflight(_ response: inout ResponseWriter) {
        response.begin(.noContent)
        response.field("Access-Control-Allow-Methods", "POST")
        response.field("Access-Control-Allow-Headers", "Content-Type, X-Goog-Api-Key")
        response.field("Access-Control-Max-Age", 7200)
        response.field("Cache-Control", "no-store")
        response.field("Referrer-Policy", "no-referrer")
        response.finish()
    }

    private func contains(_ origin: Span<UInt8>) -> Bool {
        origins.contains { $0.span.equals(origin) }
    }
}
