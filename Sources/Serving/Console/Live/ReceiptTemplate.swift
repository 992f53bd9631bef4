/// The pages of ``ReceiptRoom``.
enum ReceiptTemplate {
    static let text = """
        {{<layout}}
        {{$title}}Decision {{id}}{{/title}}
        {{$body}}
        <h1 class="wrap">Decision {{id}}</h1>
        <section class="card" aria-label="Decision">
        <p class="mono wrap">{{link}}</p>
        {{#sentence}}\(DecisionSentence.template){{/sentence}}
        {{#fault}}<p class="fault">{{fault}}</p>{{/fault}}
        <dl><dt>Time</dt><dd>{{time}}</dd><dt>Rules</dt><dd class="mono wrap">{{rule_set}}</dd>
        {{#from}}<dt>In force</dt><dd>from {{from}}{{#until}} until {{until}}{{/until}}</dd>{{/from}}</dl>
        {{#is_same}}<p class="good">With the rules and the link of then, the decision is the same.</p>{{/is_same}}
        {{#doubt}}<p class="warn">{{doubt}}</p>{{/doubt}}
        {{#differs}}<table><thead><tr><th scope="col">Member</th><th scope="col">Logged</th><th scope="col">Now, with the rules of then</th></tr></thead>
        <tbody>{{#differences}}<tr><th scope="row">{{member}}</th><td>{{logged}}</td><td>{{repeated}}</td></tr>{{/differences}}</tbody></table>{{/differs}}
        <form method="post" action="/try"><input type="hidden" name="form_token" value="{{form_token}}">
        <input type="hidden" name="line" value="{{line}}">
        <p class="row"><button name="fill" value="1" class="quiet">Try with today’s rules</button></p></form>
        </section>
        {{#sentence}}
        \(TryTemplate.caseFile)
        \(TryTemplate.rules)
        {{/sentence}}
        {{/body}}
        {{/layout}}
        """

    static let list = """
        {{<layout}}
        {{$title}}Decisions on {{link}}{{/title}}
        {{$body}}
        <h1 class="wrap">Decisions on {{link}}</h1>
        {{^has_log}}<p class="soft">This is read from the decision log, which this daemon does not write to a file (<code>logs: {decisions: FILE}</code>).</p>{{/has_log}}
        {{#is_empty}}<p class="soft">None among the last decisions of the decision log.</p>{{/is_empty}}
        {{^is_empty}}<div class="scroll" role="region" aria-label="Decisions" tabindex="0"><table><thead><tr><th scope="col">Time (UTC)</th><th scope="col">Decision</th><th scope="col">By</th></tr></thead>
        <tbody>{{#decisions}}<tr><td class="when"><a href="/live/decision?id={{id_query}}">{{moment}}</a></td><td class="when">{{decision}}</td><td class="mono">{{rule}}</td></tr>{{/decisions}}</tbody></table></div>{{/is_empty}}
        {{/body}}
        {{/layout}}
        """
}
