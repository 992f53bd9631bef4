import Glibc
import LinkStore
import Service

/// The file of those who may write; made with a first token where it is absent.
enum TokensFile {
    /// Reads the tokens file, or makes it. Where none is named it lies beside the links; without a store nothing may write.
    static func load(_ path: String?, beside store: LinkStore?) throws -> TokenList {
        guard let path = path ?? Self.path(beside: store) else { return TokenList() }
        // Safe: Swift lends the string's bytes for the time of the call.
        if unsafe access(path, F_OK) != 0 { try make(path) }
        var lines = try LineReader(path: path)
        var text = ""
        while let line = try lines.next() { text += String(decoding: line, as: UTF8.self) + "\n" }
        do throws(TokenList.Fault) {
            return try TokenList(parsing: text)
        } catch {
            throw Failure("\(path):\(error.line): \(error.problem)")
        }
    }

    private static func path(beside store: LinkStore?) -> String? {
        guard let store, let slash = store.path.lastIndex(of: "/") else { return nil }
        let path = store.path[...slash] + "tokens"
        // Safe: Swift lends the string's bytes for the time of the call.
        return unsafe access(String(store.path[..<slash]), W_OK) == 0 || access(String(path), R_OK) == 0
            ? String(path) : nil
    }

    /// Writes a file with one token, readable by its owner alone, and shows the token this once.
    private static func make(_ path: String) throws {
        let token = TokenList.makeToken()
        let text = Array(TokenList.line(name: "first", token: token).utf8)
        // Safe: Swift lends the string's bytes for the time of the call.
        let descriptor = unsafe open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else {
            // Safe: strerror gives a string that lives at least until the next call, and is copied here.
            throw Failure("\(path): the tokens file can't be made: \(unsafe String(cString: strerror(errno)))")
        }
        defer { close(descriptor) }
        // Safe: the pointer is read within the call only.
        let written = unsafe text.withUnsafeBytes { unsafe write(descriptor, $0.baseAddress, $0.count) }
        guard written == text.count else {
            // Half a file would lock everybody out; the next start makes a new one.
            unsafe unlink(path)
            throw Failure("\(path): the file could not be written")
        }
        Output.error("\(path): made with a first token, shown only now: \(token)")
    }
}
