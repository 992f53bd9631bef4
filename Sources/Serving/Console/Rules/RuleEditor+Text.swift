import Daemon
import HTTP

/// The reason why a rule file was not written, for a page.
extension RuleEditor.Refusal {
    /// The status code of the page.
    var status: Status {
        switch self {
        case .notAllowed: .forbidden
        case .notFound: .notFound
        case .changed: .preconditionFailed
        case .same: .ok
        case .refused: .unprocessableContent
        case .failed: .internalServerError
        }
    }

    /// The reason, in one or two sentences.
    var message: String {
        switch self {
        case .notAllowed: "Not written: this requires a token with the scope reload for all sites."
        case .notFound: "Not written: only existing site, rule and case files can be changed here."
        case .changed:
            "Not written: the file has changed since you opened it. Open it again and reapply your change."
        case .same: "Nothing to write: the file already has this text."
        case .refused: "Not written: the resulting rules can't be used. The previous rules stay active."
        case .failed(let reason): "Not written: \(reason)"
        }
    }

    /// Further details, line by line.
    var lines: String { if case .refused(let lines) = self { lines.joined(separator: "\n") } else { "" } }
}
