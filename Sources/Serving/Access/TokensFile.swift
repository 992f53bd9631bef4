public import ServiceFiles
import Glibc
package import LinkStore
import Threads

/// The tokens file, which is read at startup and reload, and replaced as a whole.
public struct TokensFile: Sendable {
    /// The path; `nil` if there is no file, in which case no client may write.
    public let path: String?

    /// The directory of the store that contains the file; `nil` if the file itself was specified.
    private var storeDirectory: String?
    private let report: @Sendable (String) -> Void

    /// The file at a path.
    ///
    /// - Parameter report: Receives lines for the operator.
    public init(path: String?, report: @escaping @Sendable (String) -> Void) {
        self.path = path
        self.report = report
    }

    /// The file in a store's directory, which need not exist yet.
    public init(inStore directory: String, report: @escaping @Sendable (String) -> Void) {
        self.init(path: Self.path(in: directory), report: report)
        storeDirectory = directory
    }

    /// The configured file; by default the one next to the links. Without a store, no client may write.
    package init(_ path: String?, beside store: LinkStore?, report: @escaping @Sendable (String) -> Void) {
        self.init(path: path ?? store.flatMap(Self.path), report: report)
        storeDirectory = path == nil ? self.path.map { String($0.dropLast("/tokens".count)) } : nil
    }

    private static func path(beside store: LinkStore) -> String? {
        guard let directory = store.directory else { return nil }
        let path = Self.path(in: directory)
        // Safe: the strings' bytes are valid for the duration of the call.
        return unsafe access(directory, W_OK) == 0 || access(path, R_OK) == 0 ? path : nil
    }

    /// The path of the file in a store's directory.
    static func path(in directory: String) -> String { "\(directory)/tokens" }

    /// Reads the file; creates it with a first token if it does not exist. If it can't be created next to the store, for
    /// example because the disk is full, no client may write, but links are served.
    package func loadOrMake() throws -> TokenList {
        // Safe: the string's bytes are valid for the duration of the call.
        guard let path, unsafe access(path, F_OK) != 0 else { return try load() }
        do { try makeFirst(path) } catch let fault as FileFault where storeDirectory != nil {
            report("\(fault); no token is valid until the daemon restarts")
            return TokenList()
        }
        return try load()
    }

    private func makeFirst(_ path: String) throws {
        let token = TokenList.makeSecret(.token)
        // A terminal is visible only to the user who started the daemon; anything else may be a journal with many readers.
        let isShown = isatty(STDERR_FILENO) == 1
        let place = path + ".first"
        var isFirst = false
        try change { text in
            // Another program may have been faster.
            isFirst = text.isEmpty
            guard isFirst else { return text }
            if !isShown { try Self.write(token, to: place) }
            return TokenList.line(name: "first", secret: token)
        }
        guard isFirst else { return }
        report(
            isShown
                ? "\(path): created with a first token, shown only once: \(token)"
                : "\(path): created with a first token, stored in \(place); move it elsewhere and delete that file")
    }

    /// Writes a secret to a new file that is readable only by its owner; never to an existing one.
    private static func write(_ token: String, to path: String) throws {
        // Safe: the string's bytes are valid for the duration of the call.
        _ = unsafe unlink(path)
        try ReplacementFile(of: path).commit(Array((token + "\n").utf8))
    }

    /// Reads the file.
    public func load() throws(FileFault) -> TokenList {
        guard let path else { return TokenList() }
        try SecretFile.examine(path, report: report)
        return try parse(try Self.text(path))
    }

    /// Parses the text of the file. Faults contain file and line.
    public func parse(_ text: String) throws(FileFault) -> TokenList {
        do throws(TokenList.Fault) {
            return try TokenList(parsing: text)
        } catch {
            throw FileFault("\(path ?? ""):\(error.line): \(error.problem)")
        }
    }

    /// The text of the file, terminated by a line feed. A file larger than a million bytes was probably specified by mistake.
    private static func text(_ path: String) throws(FileFault) -> String {
        let limit = 1 << 20
        var bytes = try SecretFile.bytes(path, "the tokens file", limit: limit + 1)
        guard bytes.count <= limit else { throw FileFault("\(path): the tokens file is larger than \(limit) bytes") }
        if let last = bytes.last, last != 0x0A { bytes.append(0x0A) }
        return String(decoding: bytes, as: UTF8.self)
    }

    // MARK: - Changes

    /// Creates the store's directory if it does not exist, as the daemon would. If the file itself was specified, its
    /// directory must exist.
    public func makeDirectory() throws(FileFault) {
        guard let directory = storeDirectory else { return }
        // Safe: the string's bytes are valid for the duration of the call.
        if unsafe mkdir(directory, 0o750) == 0 {
            report("\(directory): created; a daemon started with the same --store keeps its store there")
        } else if errno != EEXIST {
            throw .system("can't create the store directory \(directory)")
        }
    }

    /// Replaces the file's text with the result of `body`, which receives the current text, or an empty one if the file is
    /// missing.
    ///
    /// Readers see the old file or the new one. Concurrent changes wait. Owner and mode are kept; a new file is accessible
    /// only to the owner of its directory.
    public func change(_ body: (String) throws -> String) throws {
        guard let path else { throw FileFault("no tokens file is configured; set it with --tokens-file") }
        guard !OpenDirectory.hasLink(path) else { throw FileFault(OpenDirectory.refusal(of: path)) }
        let target = Self.resolved(path)
        let replacement = try ReplacementFile(of: target)
        // Safe: the string's bytes are valid for the duration of the call.
        let isThere = unsafe access(target, F_OK) == 0
        let text = try body(isThere ? try Self.text(target) : "")
        // An invalid text, which would lock out all clients, is not written.
        _ = try parse(text)
        try replacement.commit(Array(text.utf8))
    }

    /// The target of symbolic links, which are kept.
    private static func resolved(_ path: String) -> String {
        // Safe: the string allocated by the system is copied, and freed once.
        guard let real = unsafe realpath(path, nil) else { return path }
        defer { unsafe free(real) }
        return unsafe String(cString: real)
    }
}
