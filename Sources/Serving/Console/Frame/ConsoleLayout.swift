import Markup

/// The layout of all console pages. A page fills the blocks `title` and `body`.
///
/// The first line sets the escaping for the layout and its blocks. `{{{style}}}` is the only unescaped value; it comes
/// from ``ConsoleStyle``.
enum ConsoleLayout {
    static let template = """
        {{% CONTENT_TYPE: \(HTMLText.name)}}
        <!DOCTYPE html>
        <html lang="en">
        <head>
        <meta charset="utf-8">
        <meta name="viewport" content="width=device-width, initial-scale=1">
        <meta name="color-scheme" content="light dark">
        <meta name="robots" content="noindex">
        <title>{{$title}}{{/title}} · Fingerpost</title>
        <link rel="icon" type="image/svg+xml" href="{{icon}}">
        <style>{{{style}}}</style>
        <script src="{{script}}" defer></script>
        </head>
        <body>
        <a class="skip" href="#main">Skip to the content</a>
        <header>
        <a class="home" href="/">Fingerpost</a>
        {{#signed_in}}<nav aria-label="Console">
        <ul>{{#places}}<li><a href="{{path}}"{{#current}} aria-current="page"{{/current}}>{{name}}</a></li>{{/places}}</ul>
        </nav>
        <form class="visitor" method="post" action="/sign-out">
        <span>{{visitor}} <span class="soft">({{role}})</span></span>
        <input type="hidden" name="form_token" value="{{form_token}}">
        <button class="quiet">Sign out</button>
        </form>{{/signed_in}}
        </header>
        <main id="main" tabindex="-1">
        {{$body}}{{/body}}
        </main>
        <footer><p class="soft">Fingerpost {{version}}</p></footer>
        <p class="unseen" id="said" role="status"></p>
        </body>
        </html>

        """
}
