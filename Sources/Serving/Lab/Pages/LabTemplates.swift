import Markup
import Mustache
import Threads

/// The templates of the pages on the phone.
enum LabTemplates {
    /// Parsed for the first page.
    private static let parsed = Locked<MustacheLibrary?>(nil)

    /// Renders a page. Empty if a template is malformed, which a test excludes.
    static func render(_ name: String, _ values: PageValues) -> [UInt8] {
        guard let library = library() else { return [] }
        return Array((library.render(values.entries, withTemplate: name) ?? "").utf8)
    }

    private static func library() -> MustacheLibrary? {
        if let known = parsed.withLock(\.self) { return known }
        guard let library = try? parse() else { return nil }
        parsed.withLock { $0 = library }
        return library
    }

    static func parse() throws -> MustacheLibrary {
        MustacheContentTypes.register(HTMLText(), named: HTMLText.name)
        var library = MustacheLibrary()
        for (name, text) in all { try library.register(text, named: name) }
        return library
    }

    static let all = [("layout", layout), ("phone", phone), ("taps", taps), ("tap", tap), ("message", message)]

    private static let layout = """
        {{% CONTENT_TYPE: \(HTMLText.name)}}
        <!DOCTYPE html>
        <html lang="en">
        <head>
        <meta charset="utf-8">
        <meta name="viewport" content="width=device-width, initial-scale=1">
        <meta name="color-scheme" content="light dark">
        <meta name="robots" content="noindex">
        <title>{{$title}}{{/title}}</title>
        <style>{{{style}}}</style>
        </head>
        <body>
        <main>
        {{$body}}{{/body}}
        </main>
        </body>
        </html>

        """

    private static let phone = """
        {{<layout}}
        {{$title}}Test a link{{/title}}
        {{$body}}
        <h1>Test a link on this phone</h1>
        <p class="link">{{link}}</p>
        <p>This phone: <strong>{{system}}, {{browser}}</strong></p>
        <form method="post"><fieldset><legend>Is the app installed on it?</legend>
        <button name="app" value="current">Yes</button>
        <button name="app" value="outdated" class="quiet">Yes, but an older version than the link requires</button>
        <button name="app" value="absent" class="quiet">No</button>
        </fieldset></form>
        <p class="soft">Open this page in the browser that you normally use. The test ends at {{end}} (UTC).</p>
        {{/body}}
        {{/layout}}
        """

    private static let taps = """
        {{<layout}}
        {{$title}}Test a link{{/title}}
        {{$body}}
        <h1>{{summary}}</h1>
        <p class="link">{{link}}</p>
        {{#fault}}<p class="bad">{{fault}}</p>{{/fault}}
        {{#pending}}<p>The predictions are being computed. <a href="{{self}}">Reload</a></p>{{/pending}}
        {{#advice}}<p class="note">{{text}}</p>{{/advice}}
        <ol>
        {{#taps}}<li><a class="tap" href="{{address}}"><span>{{title}}</span> <span class="{{style}}">{{state}}</span></a>{{#causes}}<p class="soft">{{causes}}</p>{{/causes}}</li>
        {{/taps}}</ol>
        <form method="post"><p class="row">
        {{^finished}}<button name="end" value="1">Finish</button>{{/finished}}
        <button name="app" value="" class="quiet">Start again</button></p></form>
        {{#finished}}<p class="good">Finished. The results are on the screen where the test was started.</p>{{/finished}}
        <p><a href="{{evidence}}">Download the evidence</a></p>
        {{/body}}
        {{/layout}}
        """

    private static let tap = """
        {{<layout}}
        {{$title}}{{tap_title}}{{/title}}
        {{$body}}
        <p><a href="{{back}}">All taps</a></p>
        <h1>{{tap_title}}</h1>
        <p>{{instructions}}</p>
        {{#is_link}}<p><a class="button" id="link" href="{{address}}">{{caption}}</a></p>{{/is_link}}
        {{#is_running}}<p class="note">The link is followed in three seconds. <a id="link" href="{{address}}" class="unseen">{{address}}</a></p>
        <script>{{{script}}}</script>{{/is_running}}
        {{#is_text}}<p><input class="link" readonly value="{{address}}" aria-label="The link"></p>
        {{#mail}}<p><a class="button quiet" href="{{mail}}">Write a mail</a></p>{{/mail}}{{/is_text}}
        {{#code}}<p class="link">{{code}}</p>{{/code}}
        <h2>What happened?</h2>
        <p class="soft">Come back to this page, then choose.{{#seen}} The server received: {{seen}}.{{/seen}}</p>
        {{#opened}}<p class="good">The app requested the link’s meaning: it has opened.</p>{{/opened}}
        <form method="post">
        {{#choices}}<button name="saw" value="{{value}}" class="quiet"{{#chosen}} aria-pressed="true"{{/chosen}}>{{title}}</button>
        {{/choices}}</form>
        <p class="soft">If a page or a question came first, go on, and choose where you arrived.</p>
        {{/body}}
        {{/layout}}
        """

    private static let message = """
        {{<layout}}
        {{$title}}{{heading}}{{/title}}
        {{$body}}
        <h1>{{heading}}</h1>
        <p>{{text}}</p>
        {{/body}}
        {{/layout}}
        """
}
