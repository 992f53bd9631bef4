/// The action of a matching rule (`then`).
///
/// A rule without an outcome only sets the page, the status or the caching, and later rules decide. The first value set
/// is used.
public struct ActionDefinition: Sendable, Equatable {
    /// The outcome; `nil` for a rule that only sets ``page``, ``status`` or ``cache``.
    public var outcome: Outcome?
    /// The page served instead of a plain redirect.
    public var page: Page?
    /// 302 or 307, if not the default.
    public var status: Int?
    /// How long caches may keep the response; `nil` if the rule does not specify it.
    public var cache: CachePolicy?

    /// Creates an action without checking it: rule files are checked when they are loaded.
    public init(outcome: Outcome?, page: Page? = nil, status: Int? = nil, cache: CachePolicy? = nil) {
        self.outcome = outcome
        self.page = page
        self.status = status
        self.cache = cache
    }

    /// A decision with its parameters. Omitted parameters follow from the link.
    ///
    /// Large cases are indirect, because most rules do not use them.
    public enum Outcome: Sendable, Equatable {
        indirect case appOpen(app: String?, url: Template?, minimumVersion: String?, fallback: Fallback?)
        indirect case storeInstall(app: String?, minimumVersion: String?, referrer: Template?)
        case webWidget
        case continueRedirect(to: Template?)
        indirect case error(code: String, status: Int, message: String)
    }

    /// The alternative if an attempted app open fails.
    public enum Fallback: Sendable, Equatable {
        case storeInstall(app: String?, minimumVersion: String?, referrer: Template?)
        case webWidget
        case continueRedirect(to: Template?)
    }

    /// How long caches may keep a response (RFC 9111, section 5.2.2): not at all, or for a number of seconds.
    public enum CachePolicy: Sendable, Equatable {
        case noStore
        case seconds(Int)
    }
}

/// Text with facts in it: `https://www.example.com/?code={link.code}`.
///
/// Inserted facts are percent-encoded, with two exceptions: a template that consists of one fact, such as `{link.afl}`,
/// is that URL; and `link.path` and `link.payload_path` keep their slashes in the path of an https address.
public struct Template: Sendable, Equatable {
    /// A segment of a template.
    public enum Segment: Sendable, Equatable {
        case literal(String)
        case fact(FactName)
    }

    /// The segments in order. An empty array is the empty text.
    public var segments: [Segment]

    /// Creates a template from segments. ``init(parsing:)`` parses the form used in rules.
    public init(segments: [Segment]) {
        self.segments = segments
    }

    /// Parses `{fact}` segments. `{{` and `}}` are escaped braces.
    public init(parsing text: String) throws(TemplateFault) {
        var reader = TemplateReader(text)
        segments = try reader.read()
    }
}

/// A template error and its position in the text.
public struct TemplateFault: Error, Equatable {
    /// The kind of error.
    public enum Kind: Sendable, Equatable {
        /// A `{` without its `}`.
        case unclosedBrace
        /// A `}` without its `{`.
        case strayBrace
        /// A name that is not a fact.
        case unknownFact(String)
        /// A fact that can't be inserted because it is not text but a list, a map or a Boolean.
        case notText(String)
    }

    /// The kind of error.
    public var kind: Kind
    /// The offset from the start of the template, in UTF-8 bytes.
    public var offset: Int
}
