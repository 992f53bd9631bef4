import ByteText
import Configuration
import OpenSSL

/// The file of the secrets that a webhook's requests are signed with: a line for each, `whsec_` and base64, as Standard Webhooks
/// writes them. While a secret is changed there are two, and each signs.
struct WebhookSecrets: Sendable {
    private static let mark = "whsec_"
    /// How many bytes a secret has.
    private static let counts = 24...64

    let path: String

    /// Reads the secrets: anew for each request, so that they change without a restart. Never says what is in the file.
    func load(report: (String) -> Void = { _ in }) throws(FileFault) -> [[UInt8]] {
        let what = "the secret of the webhook (events.webhook_secret_file)"
        try SecretFile.examine(path, report: report)
        let text = String(decoding: try SecretFile.bytes(path, what, limit: 4096), as: UTF8.self)
        var secrets: [[UInt8]] = []
        for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
            let line = String(line).trimmed
            guard !line.isEmpty else { continue }
            guard line.hasPrefix(Self.mark), let secret = Base64.bytes(line.dropFirst(Self.mark.count)),
                Self.counts.contains(secret.count)
            else {
                throw FileFault(
                    "\(path): line \(index + 1) of \(what) is not whsec_ and 24 to 64 bytes in base64; make one with: "
                        + "echo whsec_$(openssl rand -base64 32)")
            }
            secrets.append(secret)
        }
        guard !secrets.isEmpty else {
            throw FileFault("\(path): \(what) is empty; make one with: echo whsec_$(openssl rand -base64 32)")
        }
        return secrets
    }

    /// The value of `webhook-signature`: `v1,` and the code of each secret over name, time and body.
    static func signature(_ id: String, _ timestamp: Int64, _ body: [UInt8], _ secrets: [[UInt8]]) -> String {
        let signed = Array("\(id).\(timestamp).".utf8) + body
        return secrets.map { "v1," + Base64.text(HMAC.sha256(signed.span, key: $0)) }.joined(separator: " ")
    }
}
