import Markup

/// The page of ``LiveRoom``.
enum LiveTemplate {
    static let text = """
        {{<layout}}
        {{$title}}Live{{/title}}
        {{$body}}
        <h1>Live</h1>
        <form class="row" method="get" action="/live"><button class="quiet">Refresh</button>
        <button type="button" class="quiet" data-pauses hidden>Pause</button></form>
        {{>live-figures}}
        {{/body}}
        {{/layout}}
        """

    /// The part that changes, both on the page and in the stream.
    static let figures = """
        {{% CONTENT_TYPE: \(HTMLText.name)}}
        <div data-refresh="2000"{{#events}} data-events="{{events}}"{{/events}}>
        <div class="tiles">
        <section class="card" aria-labelledby="requests-heading"><h2 id="requests-heading">Requests</h2>
        <p class="large">{{#requests}}{{requests}} <span class="soft">per second</span>{{/requests}}{{#is_first}}<span class="soft">refresh for a rate</span>{{/is_first}}</p>
        <p>{{requests_total}} since start; {{open}}. <span class="soft">{{time}} UTC</span></p>
        {{#has_history}}<svg class="chart low" viewBox="{{view_box}}" preserveAspectRatio="none" role="img" aria-label="Requests per second in the last {{span}}, at most {{highest}}">
        <path class="ground" d="M0 100.5h600"/>{{#bars}}<rect class="ios" x="{{x}}" y="{{y}}" width="4" height="{{height}}"/>{{/bars}}</svg>{{/has_history}}
        </section>
        <section class="card" aria-labelledby="latency-heading"><h2 id="latency-heading">Decision time</h2>
        {{#has_latency}}<dl>{{#latencies}}<dt>{{title}}</dt><dd>{{bound}}</dd>{{/latencies}}</dl>
        {{#is_old_latency}}<p class="soft">Since start; there were no recent decisions.</p>{{/is_old_latency}}{{/has_latency}}
        {{^has_latency}}<p class="soft">No decisions yet.</p>{{/has_latency}}
        </section>
        {{#has_source}}<section class="card" aria-labelledby="source-heading"><h2 id="source-heading">Link source</h2>
        <dl><dt>State</dt><dd class="{{source_style}}">{{source_word}}</dd>{{#source_fault}}<dt>Reason</dt><dd>{{source_fault}}</dd>{{/source_fault}}
        <dt>Lag of this node</dt><dd>{{lag}}</dd>{{#behind_since}}<dt>Since</dt><dd>{{behind_since}}</dd>{{/behind_since}}
        {{#last_success}}<dt>Last response</dt><dd>{{last_success}}</dd>{{/last_success}}<dt>Unsent counts</dt><dd>{{counts_unsent}}</dd></dl>
        </section>{{/has_source}}
        <section class="card" aria-labelledby="kinds-heading"><h2 id="kinds-heading">Decisions</h2>
        <table><thead><tr><th scope="col">Kind</th><th scope="col" class="number">Per second</th><th scope="col" class="number">Since start</th></tr></thead>
        <tbody>{{#kinds}}<tr><th scope="row">{{title}}</th><td class="number">{{rate}}</td><td class="number">{{total}}</td></tr>{{/kinds}}</tbody></table>
        </section>
        <section class="card" aria-labelledby="statuses-heading"><h2 id="statuses-heading">Answers</h2>
        <table><thead><tr><th scope="col">Status</th><th scope="col" class="number">Per second</th><th scope="col" class="number">Since start</th></tr></thead>
        <tbody>{{#statuses}}<tr><th scope="row">{{title}}</th><td class="number">{{rate}}</td><td class="number">{{total}}</td></tr>{{/statuses}}</tbody></table>
        <h3>Shed under load</h3>
        {{^has_shed}}<p class="good">None.</p>{{/has_shed}}
        {{#has_shed}}<table><thead><tr><th scope="col">Reason</th><th scope="col" class="number">Per second</th><th scope="col" class="number">Since start</th></tr></thead>
        <tbody>{{#sheds}}<tr><th scope="row">{{title}}</th><td class="number">{{rate}}</td><td class="number">{{total}}</td></tr>{{/sheds}}</tbody></table>{{/has_shed}}
        </section>
        <section class="card" aria-labelledby="reasons-heading"><h2 id="reasons-heading">Reasons for refusals</h2>
        {{^has_reasons}}<p class="good">None since start.</p>{{/has_reasons}}
        {{#has_reasons}}<table><thead><tr><th scope="col">Reason</th><th scope="col" class="number">Per second</th><th scope="col" class="number">Since start</th></tr></thead>
        <tbody>{{#reasons}}<tr><th scope="row">{{title}}</th><td class="number">{{rate}}</td><td class="number">{{total}}</td></tr>{{/reasons}}</tbody></table>{{/has_reasons}}
        </section>
        </div>
        {{#has_nodes}}<section class="card" aria-labelledby="nodes-heading"><h2 id="nodes-heading">Nodes</h2>
        {{#nodes_fault}}<p class="bad">The source is not responding{{#nodes_age}}; this is its report from {{nodes_age}} ago{{/nodes_age}}. <span class="soft">{{nodes_fault}}</span></p>{{/nodes_fault}}
        {{#is_waiting}}<p class="soft">The source has not responded yet.</p>{{/is_waiting}}
        {{#has_rows}}<div class="scroll" role="region" aria-label="Node table" tabindex="0"><table><thead><tr><th scope="col">Node</th><th scope="col" class="number">Lag</th><th scope="col">Last report</th><th scope="col">Rules</th><th scope="col">Version</th></tr></thead>
        <tbody>{{#nodes}}<tr><th scope="row">{{node}}{{#is_here}} <span class="soft">(this one)</span>{{/is_here}}</th><td class="number">{{behind}}</td><td class="when {{heard_style}}">{{heard}}</td><td class="when">{{node_rules}}</td><td>{{program}}</td></tr>{{/nodes}}</tbody></table></div>
        <p class="soft">Lag: versions over all shards, as of each node's last report.</p>{{/has_rows}}
        </section>{{/has_nodes}}
        {{#has_latest}}<section class="card" aria-labelledby="latest-heading"><h2 id="latest-heading">Last decisions</h2>
        <div class="scroll" role="region" aria-label="Table of the last decisions" tabindex="0"><table><thead><tr><th scope="col">Time (UTC)</th><th scope="col">Decision</th><th scope="col">Rule</th><th scope="col">Link</th></tr></thead>
        <tbody>{{#latest}}<tr><td class="when"><a href="/live/decision?id={{id_query}}">{{moment}}</a></td><td class="when">{{decision}}</td><td class="mono">{{rule}}</td><td class="mono">{{decided_link}}</td></tr>{{/latest}}</tbody></table></div>
        </section>{{/has_latest}}
        <section class="card" aria-labelledby="refusals-heading"><h2 id="refusals-heading">Last refusals</h2>
        {{^has_log}}<p class="soft">This is read from the decision log, which this daemon does not write to a file (<code>logs: {decisions: FILE}</code>).</p>{{/has_log}}
        {{#has_log}}{{^has_refusals}}<p>None among the last decisions.</p>{{/has_refusals}}{{/has_log}}
        {{#has_refusals}}<div class="scroll" role="region" aria-label="Refused links" tabindex="0"><table><thead><tr><th scope="col">Time (UTC)</th><th scope="col">Reason</th><th scope="col">Link</th></tr></thead>
        <tbody>{{#refusals}}<tr><td class="when">{{#id_query}}<a href="/live/decision?id={{id_query}}">{{moment}}</a>{{/id_query}}{{^id_query}}{{moment}}{{/id_query}}</td><td class="when">{{error}}</td><td class="mono">{{refused_link}}</td></tr>{{/refusals}}</tbody></table></div>{{/has_refusals}}
        </section>
        </div>
        """
}
