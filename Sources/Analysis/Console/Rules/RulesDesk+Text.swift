import Daemon
import HTTP

/// The reason why a rule file was not written, for a page.
extension RulesDesk.Refusal {
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
        case .notAllowed: "Not written: that takes a token with the scope reload that is valid for all sites."
        case .notFound: "Not written: sites, rules and cases that are there can be changed here, and no other files."
        case .changed:
            "Not written: somebody has changed the file since you opened it. Take their change over, then open the file again."
        case .same: "Nothing to write: the file has this text already."
        case .refused: "Not written: the rules can't be used as they would be. Those that were in force stay."
        case .failed(let reason): "Not written: \(reason)"
        }
    }

    /// Further details, line by line.
    var lines: String { if case .refused(let lines) = self { lines.joined(separator: "\n") } else { "" } }
}
