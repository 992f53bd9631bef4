import ByteText
import Glibc
import HTTP

/// The responses to an ACME server that validates control of a host (RFC 8555, section 8.3): a folder written by the ACME client.
struct ChallengeFolder: Sendable {
    private static let prefix: StaticString = "/.well-known/acme-challenge/"
    /// Longer than any token or key authorization.
    private static let longest = 512

    private let path: String?

    /// - Parameter path: The folder, which contains a file for each token; `nil` for none.
    init(_ path: String?) { self.path = path }

    /// Responds to a challenge request with a file; `false` for any other request.
    ///
    /// Reads the file each time, since challenges are rare and the files small.
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

    /// A token consists of base64url characters, so it can't name a file outside the folder.
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

    /// The contents of a regular file in the folder. Users with write access to the folder must not be able to make the
    /// daemon expose files that only it may read: symbolic links are not followed, and a file longer than a response is ignored.
    private static func content(of file: String) -> [UInt8]? {
        // Safe: the string's bytes are valid for the call. O_NONBLOCK: a pipe must not block a worker.
        let descriptor = unsafe open(file, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOFOLLOW)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        var status = stat()
        // Safe: the kernel writes one stat into a local variable.
        guard unsafe fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG, status.st_size <= longest
        else {
            return nil
        }
        var content = [UInt8](repeating: 0, count: longest)
        // Safe: at most the buffer's size is written, within the call.
        let count = unsafe content.withUnsafeMutableBytes { unsafe read(descriptor, $0.baseAddress, $0.count) }
        guard count > 0 else { return nil }
        return Array(content[..<count])
    }
}
