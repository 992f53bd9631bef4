/// The page of ``HistoryRoom``.
enum HistoryTemplate {
    static let text = """
        {{<layout}}
        {{$title}}Rule history{{/title}}
        {{$body}}
        <h1>Rule history</h1>
        <p>Files written in this console, newest first. Restoring writes a file as it was before the change, whatever is in it now,
        and activates the rules; this is also a change.</p>
        {{#fault}}<div class="fault" role="alert">{{fault}}
        <pre tabindex="0">{{#fault_lines}}{{line}}
        {{/fault_lines}}</pre></div>{{/fault}}
        {{#needs_despite}}<form class="fault" role="alert" method="post" action="/rules/history">
        <input type="hidden" name="form_token" value="{{form_token}}"><input type="hidden" name="number" value="{{number}}">
        <input type="hidden" name="despite" value="{{despite}}">Not written yet: {{despite_count}} would fail.
        <pre tabindex="0">{{#despite_lines}}{{line}}
        {{/despite_lines}}{{despite_more}}</pre>
        <p><button class="bad">Restore, although {{despite_count}} would fail</button></p></form>{{/needs_despite}}
        {{#checkout}}<p class="note">The rules are in a Git checkout, <code>{{checkout}}</code>: files written here differ from
        Git's HEAD until they are committed.</p>{{/checkout}}
        {{#is_empty}}<p class="soft">No changes yet.</p>{{/is_empty}}
        {{#changes}}<section class="card" aria-label="Change {{number}}">
        <h2 class="mono">{{file}}</h2>
        <p>{{time}}, by {{by}}: <span class="good">+{{added}}</span> <span class="bad">−{{removed}}</span></p>
        <details><summary>Changes</summary><pre tabindex="0">{{#lines}}{{line}}
        {{/lines}}</pre></details>
        <form method="post" action="/rules/history"><input type="hidden" name="form_token" value="{{form_token}}">
        <input type="hidden" name="number" value="{{number}}">
        <p><button class="quiet">Restore</button></p></form>
        </section>{{/changes}}
        {{/body}}
        {{/layout}}
        """
}
