/// What a rule does when it matches (`then`).
///
/// A rule without an outcome sets what goes beside it (the page, the status, the caching) and lets the rules after it
/// decide; what was set first stays.
public struct ActionDefinition: Sendable, Equatable {
    /// How the rule decides; nil for a rule that only sets ``page``, ``status`` or ``cache``.
    public var outcome: Outcome?
    /// The page served in place of a plain redirect.
    public var page: Page?
    /// 302 or 307 in place of the default.
    public var status: Int?
    /// How long caches may keep the answer; nil where the rule does not say.
    public var cache: CachePolicy?

    /// Makes an action. Nothing is checked: rule files are checked where they are loaded.
    public init(outcome: Outcome?, page: Page? = nil, status: Int? = nil, cache: CachePolicy? = nil) {
        self.outcome = outcome
        self.page = page
        self.status = status
        self.cache = cache
    }

    /// A decision and what it needs; everything left out follows from the link.
    ///
    /// What is large lies in a box: most rules have none of it.
    public enum Outcome: Sendable, Equatable {
        indirect case appOpen(app: String?, url: Template?, minimumVersion: String?, fallback: Fallback?)
        indirect case storeInstall(app: String?, minimumVersion: String?, referrer: Template?)
        case webWidget
        case continueRedirect(to: Template?)
        indirect case error(code: String, status: Int, message: String)
    }

    /// What happens when an attempted app open does not succeed.
    public enum Fallback: Sendable, Equatable {
        case storeInstall(app: String?, minimumVersion: String?, referrer: Template?)
        case webWidget
        case continueRedirect(to: Template?)
    }

    /// How long caches may keep an answer (RFC 9111, section 5.2.2): not at all, or for so many seconds.
    public enum CachePolicy: Sendable, Equatable {
        case noStore
        case seconds(Int)
    }
}

/// Text with facts in it: `https://www.example.com/?code={link.code}`.
///
/// A fact is percent-encoded where it is inserted, except in a template that is one fact alone, `{link.afl}` is that URL,
/// and except `link.path` and `link.payload_path` in the path of an https address, which keep their slashes.
public struct Template: Sendable, Equatable {
    /// A piece of a template.
    public enum Segment: Sendable, Equatable {
        case literal(String)
        case fact(FactName)
    }

    /// The pieces in order. The empty list is the empty text.
    public var segments: [Segment]

    /// Makes a template of pieces; ``init(parsing:)`` reads one as it is written in a rule.
    public init(segments: [Segment]) {
        self.segments = segments
    }

    /// Reads `{fact}` segments; `{{` and `}}` are the braces themselves.
    public init(parsing text: String) throws(TemplateFault) {
        var reader = TemplateReader(text)
        segments = try reader.read()
    }
}

/// What is wrong with a template, and where in its text.
public struct TemplateFault: Error, Equatable {
    /// What is wrong.
    public enum Kind: Sendable, Equatable {
        /// A `{` without its `}`.
        case unclosedBrace
        /// A `}` without its `{`.
        case strayBrace
        /// A name that is not a fact.
        case unknownFact(String)
        /// A fact that is not text, so that it can't be inserted: a list, a map, a truth value.
        case notText(String)
    }

    /// What is wrong.
    public var kind: Kind
    /// In UTF-8 bytes from the start of the template.
    public var offset: Int
}
