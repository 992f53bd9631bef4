import Markup

/// The layout around all pages. A page fills the blocks `title`, `head` and `body`.
///
/// The first line sets the escaping for the layout and the blocks in it: a partial would start with the library's own
/// again. `{{{style}}}` is the only unescaped value; it comes from ``PageStyle`` and never from a request.
enum PageLayout {
    static let template = """
        {{% CONTENT_TYPE: \(HTMLText.name)}}
        <!DOCTYPE html>
        <html lang="en">
        <head>
        <meta charset="utf-8">
        <meta name="viewport" content="width=device-width, initial-scale=1">
        <meta name="color-scheme" content="light dark">
        <title>{{$title}}{{/title}}</title>
        {{$head}}<meta name="robots" content="noindex">{{/head}}
        <style>{{{style}}}</style>
        </head>
        <body>
        {{$body}}{{/body}}
        </body>
        </html>

        """
}
