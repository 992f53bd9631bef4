import AdminPages
import OpenSSL

/// A static asset. Its path contains the hash of its bytes, so browsers cache it indefinitely.
struct Asset: Sendable {
    let path: String
    private let type: String
    private let bytes: [UInt8]

    private init(_ suffix: String, _ type: String, _ text: String) {
        let bytes = Array(text.utf8)
        (self.type, self.bytes) = (type, bytes)
        path = "/console/\(Digest.sha256Hex(bytes.span).prefix(16)).\(suffix)"
    }

    static let script = Asset("js", "text/javascript; charset=utf-8", ConsoleScript.text)
    static let icon = Asset(
        "svg", "image/svg+xml",
        """
        <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="7" fill="#0b57d0"/>\
        <path d="M10 5v22M10 8h11l4 3.5-4 3.5H10" fill="none" stroke="#fff" stroke-width="3" stroke-linejoin="round" \
        stroke-linecap="round"/></svg>
        """)

    /// The asset at a path; `nil` for any other path.
    static func named(_ path: String) -> Asset? { [script, icon].first { $0.path == path } }

    var answer: AdminPageAnswer {
        var answer = AdminPageAnswer(type, bytes)
        answer.isImmutable = true
        return answer
    }
}
