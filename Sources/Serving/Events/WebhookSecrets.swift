import ServiceFiles
import ByteText
import Configuration
import OpenSSL

/// The file of secrets for signing webhook requests: one per line, `whsec_` and base64, in the format of Standard Webhooks.
/// During rotation there are two, and each signs.
struct WebhookSecrets: Sendable {
    private static let mark = "whsec_"
    /// The permitted lengths of a secret in bytes.
    private static let counts = 24...64

    let path: String

    /// Reads the secrets. Called for each request, so that they can be changed without a restart. Errors never contain the
    /// file's contents.
    func load(report: (String) -> Void = { _ in }) throws(FileFault) -> [[UInt8]] {
        let what = "the webhook secret (events.webhook_secret_file)"
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
                    "\(path): line \(index + 1) of \(what) is not whsec_ and 24 to 64 bytes in base64; create one with: "
                        + "echo whsec_$(openssl rand -base64 32)")
            }
            secrets.append(secret)
        }
        guard !secrets.isEmpty else {
            throw FileFault("\(path): \(what) is empty; create one with: echo whsec_$(openssl rand -base64 32)")
        }
        return secrets
    }

    /// The value of `webhook-signature`: `v1,` and a MAC of ID, timestamp and body for each secret.
    static func signature(_ id: String, _ timestamp: Int64, _ body: [UInt8], _ secrets: [[UInt8]]) -> String {
        let signed = Array("\(id).\(timestamp).".utf8) + body
        return secrets.map { "v1," + Base64.text(HMAC.sha256(signed.span, key: $0)) }.joined(separator: " ")
    }
}
