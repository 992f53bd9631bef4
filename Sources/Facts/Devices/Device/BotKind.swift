public import ByteText

/// What an automatic client is for.
public enum BotKind: UInt8, Word {
    /// Fetches a page to show a preview of a link.
    case preview
    /// Crawls for a search engine.
    case search
    /// Crawls for search-engine optimisers and marketers.
    case seo
    /// Crawls for, or acts for, a language model.
    case ai
    /// Watches whether and how fast a site answers.
    case monitor
    /// Opens links to judge them: mail gateways, security scanners.
    case scanner
    /// A programming library or command-line tool.
    case library
    /// Any other automatic client.
    case other

    /// The word that rules, requests and answers use for this value.
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
