/// The page of ``RulesRoom``.
enum RulesTemplate {
    static let text = """
        {{<layout}}
        {{$title}}Rules{{/title}}
        {{$body}}
        <h1>Rules</h1>
        {{#fault}}<p class="fault">{{fault}}</p>{{/fault}}
        {{#done}}<p class="note" role="status">{{done}}{{#checkout}} It now differs from HEAD of the Git checkout <code>{{checkout}}</code>, unless this
        version is committed: commit it there, or the next checkout or pull may undo it.{{/checkout}}</p>{{/done}}
        {{#is_other}}<p class="note">Files on disk differ from the active rules. Reload to apply. The findings below
        are those of the files.</p>{{/is_other}}
        <section class="card" aria-labelledby="force-heading">
        <h2 id="force-heading">Active rules</h2>
        <dl><dt>Hash</dt><dd class="mono">{{hash}}</dd><dt>Loaded</dt><dd>{{loaded}}</dd>
        <dt>Sites</dt><dd>{{sites}}</dd><dt>Rules</dt><dd>{{rules}}, {{unused}} of them unused since start</dd></dl>
        {{#may_draft}}<p class="row"><a class="button" href="/rules/draft">Draft a change</a>\
        {{#has_history}} <a href="/rules/history">History</a>{{/has_history}}</p>{{/may_draft}}
        </section>
        <section class="card" aria-labelledby="findings-heading">
        <h2 id="findings-heading">Check results</h2>
        {{#no_findings}}<p class="good">No findings.</p>{{/no_findings}}
        {{#has_findings}}<p>{{errors}}, {{warnings}}, {{notes}}.</p>
        <ol class="rules">{{#findings}}<li><details>
        <summary><span class="badge {{style}}">{{severity}}</span>{{message}} <span class="soft">({{code}})</span></summary>
        <pre tabindex="0">{{#lines}}{{line}}
        {{/lines}}</pre></details></li>{{/findings}}</ol>{{/has_findings}}
        </section>
        {{#groups}}<section class="card" aria-label="{{title}}">
        <h2>{{title}}</h2>
        <div class="scroll" role="region" aria-label="Rules: {{title}}" tabindex="0">
        <table class="rule-list"><thead><tr><th scope="col">Rule</th><th scope="col" class="number">Clicks decided</th><th scope="col">When</th></tr></thead>
        <tbody>{{#rules}}<tr><th scope="row"><span class="mono">{{id}}</span>{{#at}}<br><span class="soft">{{at}}</span>{{/at}}</th>\
        <td class="number">{{^is_unused}}{{hits}}{{/is_unused}}{{#is_unused}}<span class="soft">never</span>{{/is_unused}}</td>\
        <td><code>{{condition}}</code>{{#because}}<br><span class="soft">{{because}}</span>{{/because}}</td></tr>
        {{/rules}}</tbody></table></div>
        </section>{{/groups}}
        {{/body}}
        {{/layout}}
        """
}
