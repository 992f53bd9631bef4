import Markup
import Mustache

/// The document around all pages.
///
/// The first line sets the escaping for all of it. Unescaped are what surrounds the page alone, which comes from the site's
/// own files and is made in ``PageEdition``, and never from a request.
enum PageLayout {
    /// The template of a whole page.
    ///
    /// - Parameters:
    ///   - title: The content of the element `title`.
    ///   - head: What else of the element `head` is the page's own.
    ///   - body: The content of the element `body`.
    static func document(title: String, head: String = unindexed, body: String) -> String {
        """
        {{% CONTENT_TYPE: \(HTMLText.name)}}
        <!DOCTYPE html>
        <html lang="{{{lang}}}" dir="{{{dir}}}">
        <head>
        <meta charset="utf-8">
        <meta name="viewport" content="width=device-width, initial-scale=1">
        <meta name="color-scheme" content="light dark">
        <title>\(title)</title>
        \(head)
        <style>{{{style}}}</style>
        </head>
        <body>
        \(body)
        </body>
        </html>

        """
    }

    /// No search engine lists the page.
    static let unindexed = #"<meta name="robots" content="noindex">"#

    /// Parses the template of a whole page, which names its escaping: that has to be known before.
    static func template(_ document: String) throws -> MustacheTemplate {
        registration
        return try MustacheTemplate(string: document)
    }

    private static let registration: Void = MustacheContentTypes.register(HTMLText(), named: HTMLText.name)
}
