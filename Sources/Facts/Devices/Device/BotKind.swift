public import ByteText

/// The purpose of a bot.
public enum BotKind: UInt8, Word {
    /// Fetches pages for link previews.
    case preview
    /// Crawls for a search engine.
    case search
    /// Crawls for search engine optimization and marketing.
    case seo
    /// Crawls for or acts on behalf of a language model.
    case ai
    /// Monitors a site's availability and response times.
    case monitor
    /// Opens links to assess them: mail gateways, security scanners.
    case scanner
    /// A programming library or command-line tool.
    case library
    /// Any other bot.
    case other

    /// The spelling in rules, requests and responses.
    public var name: StaticString {
        switch self {
        case .preview: "preview"
        case .search: "search"
        case .seo: "seo"
        case .ai: "ai"
        case .monitor: "monitor"
        case .scanner: "scanner"
        case .library: "library"
        case .other: "other"
        }
    }
}
