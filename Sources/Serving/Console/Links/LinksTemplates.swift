/// The pages of ``LinksRoom``.
enum LinksTemplates {
    static let all = [
        (name: "links", text: list), (name: "link", text: LinkTemplate.text),
        (name: "link-form", text: LinkFormTemplate.text), (name: "link-confirm", text: LinkConfirmTemplate.text),
        (name: "link-history", text: LinkHistoryTemplate.text),
        (name: "link-import", text: importFile), (name: "links-refused", text: refused),
    ]

    private static let list = """
        {{<layout}}
        {{$title}}Links{{/title}}
        {{$body}}
        <h1>Links</h1>
        {{#done}}<p class="note" role="status">{{done}}</p>{{/done}}
        <p class="row">{{#may_write}}<a class="button" href="/links/new">New link</a> <a href="/links/import">Import a file</a> {{/may_write}}\
        <a href="/links/refused">Refused targets</a></p>
        <form class="card" method="get" action="/links" role="search">
        <div class="fields"><div><label for="q">Search</label>
        <input id="q" name="q" type="search" maxlength="200" autocapitalize="none" spellcheck="false" value="{{q}}" aria-describedby="q-help">
        <p class="soft" id="q-help">Searches link, target, name and note.</p></div>
        <div><label for="to">Leads to</label>
        <input id="to" name="to" type="search" autocapitalize="none" spellcheck="false" value="{{to}}" aria-describedby="to-help">
        <p class="soft" id="to-help">A full address, or a host.</p></div>
        <div><label for="tag">Tag</label><input id="tag" name="tag" autocapitalize="none" value="{{tag}}"></div>
        {{#has_domains}}<div><label for="domain">Site</label><select id="domain" name="domain"><option value="">All</option>
        {{#domains}}<option value="{{host}}"{{#chosen}} selected{{/chosen}}>{{of_site}}: {{host}}</option>{{/domains}}</select></div>{{/has_domains}}
        <div><label for="state">State</label><select id="state" name="state">
        {{#states}}<option value="{{value}}"{{#chosen}} selected{{/chosen}}>{{title}}</option>{{/states}}</select></div>
        <div><label for="sort">Order</label><select id="sort" name="sort">
        {{#orders}}<option value="{{value}}"{{#chosen}} selected{{/chosen}}>{{title}}</option>{{/orders}}</select></div></div>
        <p><button>Search</button></p>
        </form>
        {{#fault}}<p class="fault" role="alert">{{fault}}</p>{{/fault}}
        {{#lacks_index}}<p class="note" role="status">The destination index is still being built. All links are scanned in creation order: \
        a page with few links may be followed by others.</p>{{/lacks_index}}
        {{#has_links}}<section class="card" aria-label="Links">
        <div class="scroll" role="region" aria-label="Links found" tabindex="0">
        <table class="links"><thead><tr>\
        <th scope="col"{{#is_by_link}} aria-sort="ascending"{{/is_by_link}}><a href="{{by_link}}">Link</a></th><th scope="col">Leads to</th>\
        <th scope="col" class="number"{{#is_by_clicks}} aria-sort="descending"{{/is_by_clicks}}><a href="{{by_clicks}}">Clicks</a></th><th scope="col">State</th>\
        <th scope="col"{{#is_by_newest}} aria-sort="descending"{{/is_by_newest}}><a href="{{by_newest}}">Created</a></th></tr></thead>
        <tbody>{{#links}}<tr><th scope="row"><a href="/links/link?{{query}}">{{place}}</a>\
        <span class="unseen" id="l{{number}}" aria-hidden="true">{{link}}</span><button type="button" class="quiet small" data-copies="#l{{number}}">Copy<span class="unseen"> {{place}}</span></button>\
        {{#title}}<br>{{title}}{{/title}}{{#has_tags}}<br>{{/has_tags}}{{#tags}}<a class="tag" href="{{tag_href}}"><span class="unseen">Tag </span>{{tag_name}}</a> {{/tags}}</th>\
        <td><b>{{host}}</b>{{path}}{{#opens}}<br><span class="badge small">{{opens}}</span>{{/opens}}</td>\
        <td class="number">{{clicks}}{{#spark}}<svg class="spark" viewBox="0 0 60 16" aria-hidden="true"><path d="{{spark}}"/></svg>{{/spark}}</td>\
        <td><span class="badge {{style}}">{{word}}</span></td><td class="when">{{made}}</td></tr>
        {{/links}}</tbody></table></div>
        <p class="soft">Clicks: of the last 30 days.{{#is_by_clicks}} Links without clicks follow, newest first.{{/is_by_clicks}}</p>
        </section>{{/has_links}}
        {{^has_links}}{{^fault}}<p>{{#next}}No matches on this page; continue with the next one.{{/next}}{{^next}}\
        {{#is_filtered}}No links match.{{/is_filtered}}{{^is_filtered}}There are no links yet.{{/is_filtered}}{{/next}}</p>{{/fault}}{{/has_links}}
        <nav class="row" aria-label="Pages">{{#first}}<a href="{{first}}">First page</a>{{/first}}
        {{#next}}<a href="{{next}}" rel="next">Next page</a>{{/next}}</nav>
        {{/body}}
        {{/layout}}
        """

    private static let importFile = """
        {{<layout}}
        {{$title}}Import links{{/title}}
        {{$body}}
        <h1>Import links</h1>
        <p>CSV with column names in the first line, or JSON lines. The columns are those of <code>fingerpost link export</code>,
        or of other shorteners; <code>domain</code> and <code>long_link</code> are enough, and codes are generated. For more than 100 kB, use
        <code>fingerpost link import</code>.</p>
        <form class="card" id="import" method="post" action="/links/import" data-answer="#answer">
        <input type="hidden" name="form_token" value="{{form_token}}">
        <input type="hidden" name="request" value="{{request}}">
        <div class="unscripted"><label for="file">File</label><input id="file" type="file" accept=".csv,.jsonl,text/csv" data-fills="#text"></div>
        <label for="text">Text</label>
        <textarea id="text" name="text" rows="10" required maxlength="100000" wrap="off" spellcheck="false" autocapitalize="none"
        placeholder="domain,code,long_link">
        {{#text}}{{line}}
        {{/text}}</textarea>
        <p class="row"><button name="do" value="check">Preview</button></p>
        </form>
        <div id="answer" data-said="{{said}}">
        {{#answered}}<section class="card" aria-labelledby="result-heading">
        <h2 id="result-heading">{{#is_dry}}Preview{{/is_dry}}{{^is_dry}}Result{{/is_dry}}</h2>
        {{#fault}}<p class="fault">{{fault}}</p>{{/fault}}
        {{^fault}}<p>{{made}} {{#is_dry}}would be {{/is_dry}}created; {{refused}} refused.{{#ignored}} Ignored columns:
        {{ignored}}.{{/ignored}}</p>
        {{#has_refused}}<h3>Refused</h3><ul>{{#refusals}}<li>Line {{line}}: {{message}}</li>{{/refusals}}</ul>
        {{#more_refused}}<p>{{more_refused}}.</p>{{/more_refused}}{{/has_refused}}
        {{#has_warned}}<h3>With warnings</h3><ul>{{#warned}}<li>Line {{line}}: {{message}}</li>{{/warned}}</ul>
        {{#more_warned}}<p>{{more_warned}}.</p>{{/more_warned}}{{/has_warned}}
        {{#has_made}}<h3>Created</h3><ul>{{#made_links}}<li><a href="/links/link?{{query}}">{{place}}</a></li>{{/made_links}}</ul>
        {{#more_made}}<p>{{more_made}}.</p>{{/more_made}}{{/has_made}}
        {{#may_import}}<p><button form="import" name="do" value="import">Create {{made}}</button></p>{{/may_import}}{{/fault}}
        </section>{{/answered}}
        </div>
        {{/body}}
        {{/layout}}
        """

    private static let refused = """
        {{<layout}}
        {{$title}}Refused targets{{/title}}
        {{$body}}
        <h1>Refused targets</h1>
        <p>Rules can change after links are created. This finds links, other than archived ones, that the active rules refuse:
        visitors who tap them see an error. Each step takes up to a second.</p>
        <form method="post" action="/links/refused" id="look" data-answer="#answer">
        <input type="hidden" name="form_token" value="{{form_token}}">
        <p><button>Check from the beginning</button></p>
        </form>
        <div id="answer" data-said="{{said}}">
        {{#answered}}{{#fault}}<p class="fault">{{fault}}</p>{{/fault}}
        {{^fault}}<section class="card" aria-labelledby="found-heading">
        <h2 id="found-heading">{{found}} of {{looks}} refused</h2>
        {{^has_findings}}<p class="good">No refused targets.</p>{{/has_findings}}
        {{#has_findings}}<ul>{{#findings}}<li><a href="/links/link?{{query}}">{{place}}</a>: {{reason}}</li>{{/findings}}</ul>{{/has_findings}}
        {{#after}}<p>There are more links. <button class="quiet" form="look" name="after" value="{{after}}">Continue</button></p>{{/after}}
        {{^after}}<p class="soft">There are no more links.</p>{{/after}}
        </section>{{/fault}}{{/answered}}
        </div>
        {{/body}}
        {{/layout}}
        """
}
