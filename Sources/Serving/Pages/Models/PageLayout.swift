import Markup
import Mustache

/// The HTML document around all pages.
///
/// The first line sets the escaping for the whole document. Only the surroundings of the page are unescaped; they are
/// built by ``PageEdition`` from the site's own files, never from a request.
enum PageLayout {
    /// The template of a whole page.
    ///
    /// - Parameters:
    ///   - title: The content of the `title` element.
    ///   - head: The page-specific part of the `head` element.
    ///   - body: The content of the `body` element.
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

    /// Keeps search engines from listing the page.
    static let unindexed = #"<meta name="robots" content="noindex">"#

    /// Parses the template of a whole page. The content type that it names must be registered first.
    static func template(_ document: String) throws -> MustacheTemplate {
        registration
        return try MustacheTemplate(string: document)
    }

    private static let registration: Void = MustacheContentTypes.register(HTMLText(), named: HTMLText.name)
}
