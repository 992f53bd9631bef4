import ByteText
import PageDesign

/// A page without repeated parts. Its template runs at start, once for each set of values that can be present; a click
/// only copies bytes and fills the gaps.
///
/// Running Mustache costs ten times as much as the rest of a click, and every tap on an iPhone may end in a page.
protocol FlatPage: Sendable {
    static var kind: PageKind { get }
    /// The values that the template may use, in the order of ``fill(_:)``.
    static var slots: [PageSlot] { get }
    /// In Mustache: the content of the element `title`.
    static var title: String { get }
    /// In Mustache: what of the element `head` differs from page to page.
    static var head: String { get }
    /// In Mustache: the content of the element `body`, where the site has no template of its own.
    static var body: String { get }
    /// Adds one value for each slot.
    func fill(_ texts: inout PageTexts)
}

extension FlatPage {
    static var head: String { PageLayout.unindexed }

    /// The template of the whole page.
    ///
    /// - Parameter body: In place of the page's own.
    static func document(body: String? = nil) -> String {
        PageLayout.document(title: title, head: head, body: body ?? self.body)
    }
}

/// A place for a value in a template.
enum PageSlot: Sendable {
    /// Has a value on every page, or is left empty.
    case always(String)
    /// May have none, and then its section is dropped. Each that a template has a section for doubles the number of shapes.
    case optional(String)

    var name: String {
        switch self {
        case .always(let name), .optional(let name): name
        }
    }

    var isOptional: Bool {
        if case .optional = self { true } else { false }
    }
}
