/// An action on a link that visitors notice, described for its confirmation page.
struct LinkEffect {
    /// The name of its button, for example `expire`.
    private let name: String
    /// The question, and the label of the button that confirms it.
    let heading: String
    /// Whether the action takes something away from visitors.
    let isBad: Bool

    /// `nil` for an action that visitors don't notice: archiving.
    init?(_ name: String) {
        guard let heading = Self.headings[name] else { return nil }
        (self.name, self.heading) = (name, heading)
        isBad = name != "resume" && name != "safe"
    }

    private static let headings = [
        "pause": "Pause the link", "resume": "Resume the link", "unsafe": "Mark the link as unsafe",
        "safe": "Mark the link as safe", "expire": "Expire the link now", "delete": "Delete the link permanently",
    ]

    private static let gone =
        "Visitors no longer reach its target. They get an error page (410), or the site's page for gone links"

    /// The effect on visitors, in one or two sentences.
    func text(of link: ListedLink) -> String {
        switch name {
        case "pause": "\(Self.gone), until the link is resumed."
        case "resume": "Visitors reach its target again, unless it has also expired or is marked as unsafe."
        case "unsafe":
            "Visitors get a warning page without a link to the target (403), until the link is marked as safe."
        case "safe": "Visitors reach its target again and get no warning, unless it is also paused or has expired."
        case "expire" where !link["expired_target"].isEmpty:
            "Visitors no longer reach its target. They go to \(link["expired_target"])."
        case "expire": "\(Self.gone)."
        default: "\(Self.gone). That can't be undone, and the code is never used again."
        }
    }
}
