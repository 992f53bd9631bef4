import ByteText
import Glibc
import HTTP

/// The responses to an ACME server that checks whether a host is ours (RFC 8555, section 8.3): a folder that the ACME
/// client writes.
struct ChallengeFolder: Sendable {
    private static let prefix: StaticString = "/.well-known/acme-challenge/"
    /// Longer than any token or key authorization.
    private static let longest = 512

    private let path: String?

    /// - Parameter path: The folder that holds a file for each token; nil for none.
    init(_ path: String?) { self.path = path }

    /// Answers a request for a challenge with a file; false for any other.
    ///
    /// Reads the file each time: challenges are few, and the files small.
    func answer(_ request: borrowing Request, _ response: inout ResponseWriter) -> Bool {
        guard let path, request.path.starts(with: Self.prefix) else { return false }
        let target = request.path
        guard let token = Self.token(target.extracting(Self.prefix.utf8CodeUnitCount..<target.count)),
            let content = Self.content(of: "\(path)/\(token)")
        else { return false }
        response.begin(.ok)
        response.field("Content-Type", "application/octet-stream")
        response.field("Referrer-Policy", "no-referrer")
        response.field("Cache-Control", "no-store")
        response.append(content.span)
        response.finish()
        return true
    }

    /// A token consists of base64url characters, so it names no file outside the folder.
    private static func token(_ text: Span<UInt8>) -> String? {
        guard !text.isEmpty, text.count <= longest else { return nil }
        var token = ""
        for index in text.indices {
            let byte = text[index]
            guard byte.isAlphanumeric || byte == UInt8(ascii: "-") || byte == UInt8(ascii: "_") else {
                return nil
            }
            token.unicodeScalars.append(Unicode.Scalar(byte))
        }
        return token
    }

    /// The content of a plain file in the folder. Whoever may write to the folder must not make the daemon show what
    /// only the daemon may read: symbolic links are not followed, and a file longer than a response is ignored.
    private static func content(of file: String) -> [UInt8]? {
        // Safe: Swift lends the string's bytes for the call. A pipe must not make a worker wait.
        let descriptor = unsafe open(file, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOFOLLOW)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        var status = stat()
        // Safe: the kernel writes one stat into a local.
        guard unsafe fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG, status.st_size <= longest
        else {
            return nil
        }
        var content = [UInt8](repeating: 0, count: longest)
        // Safe: no more is written than there is room for, within the call.
        let count = unsafe content.withUnsafeMutableBytes { unsafe read(descriptor, $0.baseAddress, $0.count) }
        guard count > 0 else { return nil }
        return Array(content[..<count])
    }
}
