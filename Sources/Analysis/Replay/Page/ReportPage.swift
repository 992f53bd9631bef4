import Markup
import Mustache

/// The report as one HTML page: self-contained, without a script or a second request.
///
/// All text is escaped by ``HTMLText``. Only charts, blocks of lines and the style sheet are inserted as they are; our
/// own code makes them, and escapes the text in them.
enum ReportPage {
    static let template = """
        {{% CONTENT_TYPE: \(HTMLText.name)}}
        <!DOCTYPE html>
        <html lang="en">
        <head>
        <meta charset="utf-8">
        <meta name="viewport" content="width=device-width, initial-scale=1">
        <meta name="color-scheme" content="light dark">
        <meta name="robots" content="noindex">
        <meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; \
        base-uri 'none'; form-action 'none'">
        <title>{{title}}</title>
        <style>{{{style}}}</style>
        </head>
        <body>
        <header>
        <h1>{{title}}</h1>
        <p class="soft">{{summary}}</p>
        <dl class="tiles">
        {{#tiles}}<div><dt>{{name}}</dt><dd>{{value}}<small>{{note}}</small></dd></div>
        {{/tiles}}</dl>
        </header>
        <main>
        {{#notes}}<section class="note"><p>{{note}}</p></section>
        {{/notes}}{{#changes}}\(changes){{/changes}}{{#time}}<section>
        <h2>Decisions over time</h2>
        <p class="soft">{{unit}}, UTC</p>
        \(legend)
        <div class="scroll">{{{chart}}}</div>
        <details><summary>The numbers</summary><div class="scroll"><table>
        <thead><tr><th scope="col">From</th>{{#kinds}}<th scope="col" class="n">{{kind}}</th>{{/kinds}}</tr></thead>
        <tbody>{{#bars}}<tr><td>{{label}}</td>{{#counts}}<td class="n">{{count}}</td>{{/counts}}</tr>
        {{/bars}}</tbody></table></div></details>
        </section>{{/time}}
        {{#tables}}<section>
        <h2>{{heading}}</h2>
        {{#intro}}<p class="soft">{{intro}}</p>{{/intro}}
        {{#stacked}}\(legend){{/stacked}}
        <table>
        <thead><tr><th scope="col">{{column}}</th><td class="b"></td>\
        <th scope="col" class="n">Clicks</th><th scope="col" class="n">Share</th></tr></thead>
        <tbody>
        {{#rows}}<tr><td class="name">{{name}}</td><td class="b">{{{bar}}}</td><td class="n">{{count}}</td>\
        <td class="n">{{share}}</td></tr>
        {{/rows}}</tbody></table>
        {{#more}}<p class="soft">{{more}}</p>{{/more}}
        </section>
        {{/tables}}
        {{#never}}<section>
        <h2>Rules that never matched</h2>
        <p class="soft">{{intro}}</p>
        <ul class="names">{{#rules}}<li class="name">{{rule}}</li>{{/rules}}</ul>
        {{#more}}<p class="soft">{{more}}</p>{{/more}}
        </section>{{/never}}
        {{#bad}}<section>
        <h2>Lines that could not be read</h2>
        {{#faults}}<h3>{{fault}}</h3>
        <pre>{{{samples}}}</pre>
        {{/faults}}</section>{{/bad}}
        </main>
        <footer><p class="soft">{{foot}}</p></footer>
        </body>
        </html>

        """

    private static let legend = """
        <ul class="legend">{{#legend}}<li>{{{key}}}{{kind}}</li>{{/legend}}</ul>
        """

    private static let changes = """
        <section>
        <h2>What changes</h2>
        <p>{{sentence}}</p>
        {{#detail}}<p class="soft">{{detail}}</p>{{/detail}}
        {{#matrix}}<div class="scroll"><table>
        <thead><tr><th scope="col">before ↓ &nbsp; now →</th>{{#kinds}}<th scope="col" class="n">{{kind}}</th>{{/kinds}}</tr></thead>
        <tbody>{{#lines}}<tr><th scope="row">{{kind}}</th>{{#cells}}<td class="n {{class}}">{{count}}</td>{{/cells}}</tr>
        {{/lines}}</tbody></table></div>{{/matrix}}
        {{#expected}}<h3>Expected changes</h3>
        <table><thead><tr><th scope="col">Line</th><th scope="col">Entry</th><th scope="col" class="n">Clicks</th>\
        <th scope="col"></th></tr></thead>
        <tbody>{{#entries}}<tr><td>{{line}}</td><td class="name">{{entry}}</td><td class="n">{{count}}</td>\
        <td>{{verdict}}</td></tr>{{/entries}}</tbody></table>{{/expected}}
        {{#samples}}<h3>Samples</h3>{{#list}}<details><summary>{{place}}: {{what}}</summary>
        <p class="name">{{link}}</p>{{#agent}}<p class="name soft">{{agent}}</p>{{/agent}}
        <div class="pair"><div><h3>Before</h3><pre>{{{before}}}</pre></div><div><h3>Now</h3><pre>{{{now}}}</pre></div></div>
        </details>{{/list}}{{/samples}}
        </section>
        """
}
