/// The change history of a link, and the confirmation before a change is undone.
enum LinkHistoryTemplate {
    static let text = """
        {{<layout}}
        {{$title}}History of {{place}}{{/title}}
        {{$body}}
        <p><a href="/links/link?{{query}}">Back to the link</a> · <a href="/live/decision?{{query}}">Latest decisions on it</a></p>
        <h1 class="wrap">History of {{place}}</h1>
        {{#fault}}<p class="fault" role="alert">{{fault}}</p>{{/fault}}
        {{#needs_sure}}<section class="card" aria-labelledby="restore-heading">
        <h2 id="restore-heading">Restore the link as it was before {{since}}?</h2>
        <p class="warn">The previous values apply from the next click. The link's code, clicks and dates stay the same.</p>
        <div class="scroll" role="region" aria-label="What changes" tabindex="0"><table><thead><tr><th scope="col">Field</th><th scope="col">Now</th><th scope="col">Then</th></tr></thead>
        <tbody>{{#restored}}<tr><th scope="row">{{field}}</th><td>{{before}}</td><td>{{after}}</td></tr>{{/restored}}</tbody></table></div>
        <form class="row" method="post" action="/links/history">
        <input type="hidden" name="form_token" value="{{form_token}}"><input type="hidden" name="link" value="{{place}}">
        <input type="hidden" name="etag" value="{{etag}}"><input type="hidden" name="former" value="{{former}}">
        <input type="hidden" name="sure" value="1"><button>Restore</button> <a href="/links/history?{{query}}">Back</a>
        </form></section>{{/needs_sure}}
        {{^needs_sure}}<p>The latest changes, newest first. Restoring a version is also a change.</p>
        {{#is_empty}}<p class="soft">The link has no recorded changes.</p>{{/is_empty}}
        {{#changes}}<section class="card" aria-label="Change of {{time}}">
        <h2>{{time}}</h2>
        <p>{{#client}}By {{client}}.{{/client}}{{^client}}<span class="soft">By a command or through another node.</span>{{/client}}</p>
        <div class="scroll" role="region" aria-label="Fields" tabindex="0"><table><thead><tr><th scope="col">Field</th><th scope="col">Before</th><th scope="col">After</th></tr></thead>
        <tbody>{{#fields}}<tr><th scope="row">{{field}}</th><td>{{before}}</td><td>{{after}}</td></tr>{{/fields}}</tbody></table></div>
        {{#may_restore}}<form method="post" action="/links/history"><input type="hidden" name="form_token" value="{{form_token}}">
        <input type="hidden" name="link" value="{{place}}"><input type="hidden" name="etag" value="{{etag}}">
        <input type="hidden" name="former" value="{{former}}">
        <p><button class="quiet">Restore the version before this</button></p></form>{{/may_restore}}
        </section>{{/changes}}{{/needs_sure}}
        {{/body}}
        {{/layout}}
        """
}
