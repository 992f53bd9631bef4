/// The result of a check.
public struct Finding: Sendable, Equatable {
    /// The severity.
    public enum Level: String, Sendable, CaseIterable {
        case ok, warning, error
        /// The check could not be performed.
        case skipped
    }

    /// The severity.
    public var level: Level
    /// The name of the check, in a word or two: `certificate`.
    public var check: String
    /// The result, as a phrase or a sentence.
    public var message: String
    /// The suggested remedy; `nil` if nothing needs to be done.
    public var remedy: String?

    /// Creates a finding.
    public init(_ level: Level, _ check: String, _ message: String, remedy: String? = nil) {
        self.level = level
        self.check = check
        self.message = message
        self.remedy = remedy
    }

    static func ok(_ check: String, _ message: String) -> Finding { Finding(.ok, check, message) }

    static func warning(_ check: String, _ message: String, remedy: String) -> Finding {
        Finding(.warning, check, message, remedy: remedy)
    }

    static func error(_ check: String, _ message: String, remedy: String) -> Finding {
        Finding(.error, check, message, remedy: remedy)
    }

    static func skipped(_ check: String, _ message: String, remedy: String? = nil) -> Finding {
        Finding(.skipped, check, message, remedy: remedy)
    }
}

extension String {
    /// The text, truncated for use in a message.
    var shortened: String { count > 60 ? prefix(58) + "…" : self }
}
