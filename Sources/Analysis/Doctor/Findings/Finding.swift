/// What one check came to.
public struct Finding: Sendable, Equatable {
    /// How bad it is.
    public enum Level: String, Sendable, CaseIterable {
        case ok, warning, error
        /// It could not be checked.
        case skipped
    }

    /// How bad it is.
    public var level: Level
    /// What was checked, in a word or two: `certificate`.
    public var check: String
    /// What was found, a phrase or a sentence.
    public var message: String
    /// What to do about it; nil where nothing is to be done.
    public var remedy: String?

    /// A finding of a check.
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
    /// The beginning of a long text, for a message.
    var shortened: String { count > 60 ? prefix(58) + "…" : self }
}
