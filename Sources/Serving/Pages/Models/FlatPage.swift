import ByteText
import PageDesign

/// A page without repeated parts. Its template is rendered at startup, once for each combination of values that can be
/// present; a click only copies bytes and fills in the gaps.
///
/// Rendering Mustache costs ten times as much as the rest of a click, and any tap on an iPhone may end in a page.
protocol FlatPage: Sendable {
    static var kind: PageKind { get }
    /// The values available to the template, in the order of ``fill(_:)``.
    static var slots: [PageSlot] { get }
    /// The content of the `title` element, in Mustache.
    static var title: String { get }
    /// The page-specific part of the `head` element, in Mustache.
    static var head: String { get }
    /// The content of the `body` element, in Mustache, for sites without a template of their own.
    static var body: String { get }
    /// Adds one value per slot.
    func fill(_ texts: inout PageTexts)
}

extension FlatPage {
    static var head: String { PageLayout.unindexed }

    /// The template of the whole page.
    ///
    /// - Parameter body: Replaces the page's own body.
    static func document(body: String? = nil) -> String {
        PageLayout.document(title: title, head: head, body: body ?? self.body)
    }
}

/// A value in a template.
enum PageSlot: Sendable {
    /// Has a value on every page, which may be empty.
    case always(String)
    /// May have no value, in which case its section is dropped. Each optional slot with a section doubles the number of
    /// shapes.
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
