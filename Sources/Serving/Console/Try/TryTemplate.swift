/// The page of ``TryRoom``.
enum TryTemplate {
    static let text = """
        {{<layout}}
        {{$title}}Try a link{{/title}}
        {{$body}}
        <h1>Try a link</h1>
        <form class="card" method="post" action="/try" data-answer="#answer" data-state>
        \(form)
        </form>
        <details class="card"><summary>Start from a line of the decision log</summary>
        <form method="post" action="/try">
        <input type="hidden" name="form_token" value="{{form_token}}">
        <label for="line">The line</label>
        <textarea id="line" name="line" required spellcheck="false"></textarea>
        <p class="row"><button name="fill" value="1" class="quiet">Fill in and try</button></p>
        </form>
        </details>
        <div id="answer" data-state="{{state}}" data-said="{{said}}">
        {{#fault}}<p class="fault">{{fault}}</p>{{/fault}}
        {{#sentence}}
        \(decision)
        \(journeys)
        \(matrix)
        \(rules)
        \(caseFile)
        {{/sentence}}
        </div>
        {{/body}}
        {{/layout}}
        """

    private static let form = """
        <input type="hidden" name="form_token" value="{{form_token}}">
        <div class="fields">
        <div class="all"><label for="link">Link</label>
        <input id="link" name="link" required inputmode="url" autocomplete="off" autocapitalize="none" spellcheck="false"
        value="{{link}}" placeholder="https://example.page.link/WXYZ" aria-describedby="link-help">
        <p class="soft" id="link-help">Codes, keys and mail addresses in it are masked.</p></div>
        <div><label for="situation">Device and where the link is tapped</label>
        <select id="situation" name="situation"><option value="">not set</option>
        {{#groups}}<optgroup label="{{device}}">{{#situations}}<option value="{{value}}"{{#chosen}} selected{{/chosen}}>\
        {{device}}: {{title}}</option>{{/situations}}</optgroup>{{/groups}}
        </select></div>
        <div><label for="app">The app on the phone</label>
        <select id="app" name="app" aria-describedby="app-help">
        {{#conditions}}<option value="{{value}}"{{#chosen}} selected{{/chosen}}>{{title}}</option>{{/conditions}}
        </select><p class="soft" id="app-help">Servers can't see this; it determines where the visitor ends up.</p></div>
        </div>
        <details{{#more_open}} open{{/more_open}}><summary>More about the click</summary>
        <div class="fields">
        <div class="all"><label for="user_agent">User agent, instead of the device's</label>
        <input id="user_agent" name="user_agent" class="mono" autocomplete="off" spellcheck="false" value="{{user_agent}}"></div>
        <div><label for="app_state">App state in the request</label>
        <select id="app_state" name="app_state"><option value="">none</option>
        {{#app_states}}<option value="{{value}}"{{#chosen}} selected{{/chosen}}>{{title}}</option>{{/app_states}}
        </select></div>
        <div><label for="app_version">App version in the request</label>
        <input id="app_version" name="app_version" autocomplete="off" value="{{app_version}}"></div>
        <div><label for="country">Country</label>
        <input id="country" name="country" maxlength="2" autocomplete="off" value="{{country}}" placeholder="IN"></div>
        <div><label for="region">Region</label>
        <input id="region" name="region" maxlength="3" autocomplete="off" value="{{region}}" placeholder="KA"></div>
        <div><label for="city">City</label>
        <input id="city" name="city" autocomplete="off" value="{{city}}" placeholder="Bengaluru"></div>
        <div><label for="asn">Network (ASN)</label>
        <input id="asn" name="asn" inputmode="numeric" autocomplete="off" value="{{asn}}" placeholder="64500"></div>
        <div><label for="language">Accept-Language</label>
        <input id="language" name="language" autocomplete="off" value="{{language}}" placeholder="hi, en;q=0.8"></div>
        <div><label for="time">Time</label>
        <input id="time" name="time" autocomplete="off" value="{{time}}" placeholder="2026-12-24T12:00:00Z"></div>
        <div><label for="stage">Stage</label>
        <select id="stage" name="stage"><option value="">click</option>
        <option value="continue"{{#is_continue}} selected{{/is_continue}}>continue: the web action is done</option></select></div>
        <div class="all"><label for="more">More of the request, as JSON</label>
        <textarea id="more" name="more" rows="2" spellcheck="false">{{more}}</textarea></div>
        </div>
        </details>
        <p class="row"><button>Try</button></p>
        """

    private static let decision = """
        <section class="card" aria-labelledby="decision-heading">
        <h2 id="decision-heading">The answer</h2>
        {{#is_unasked}}<p>On this phone the system opens the app itself, without a request. If the server is asked:</p>{{/is_unasked}}
        \(DecisionSentence.template)
        <details><summary>In detail</summary>
        <dl>{{#facts}}<dt>{{label}}</dt><dd>{{value}}</dd>{{/facts}}</dl></details>
        </section>
        """

    private static let journeys = """
        {{#has_journeys}}<section class="card" aria-labelledby="journey-heading">
        <h2 id="journey-heading">Where the visitor ends up</h2>
        <p>{{where}}.</p>
        {{#states_place}}<p class="note">Region, city and network are ignored here: only the decision above uses them.</p>{{/states_place}}
        {{#is_unasked}}<p class="note">The system opens the app itself: no server is contacted, and no rule applies.</p>{{/is_unasked}}
        {{#journeys}}{{#many}}<h3>Possibility {{number}}</h3>{{/many}}
        <p><strong>{{ending}}.</strong>{{#detours}} On the way: {{detours}}.{{/detours}}</p>
        <details><summary>Step by step</summary>
        <ol class="steps">{{#steps}}<li><code>{{address}}</code>{{#facts}}<br>{{sentence}} \
        <span class="soft">({{evidence}})</span>{{/facts}}</li>{{/steps}}</ol></details>
        {{/journeys}}
        <p><span class="{{verdict_style}}">{{verdict}}</span>; documented: {{documented}}.{{#deviation}} {{deviation}}{{/deviation}}</p>
        </section>{{/has_journeys}}
        """

    static let rules = """
        {{#has_rules}}<details class="card folded"><summary><h2 id="rules-heading">The rules, in order</h2></summary>
        {{#runs}}{{#folded}}<details class="run"><summary class="soft">{{folded}}</summary>{{/folded}}
        <ol class="rules">{{#rules}}<li><details{{#open}} open{{/open}}>
        <summary><span class="badge {{style}}">{{result}}</span><span class="mono">{{rule}}</span></summary>
        {{#because}}<p>{{because}}</p>{{/because}}
        <p><code>{{condition}}</code></p>
        {{#unknown}}<p class="warn">Unknown: {{unknown}}</p>{{/unknown}}
        {{#has_tests}}<ul>{{#tests}}<li><code>{{test}}</code> is <strong>{{verdict}}</strong>\
        {{#values}} <span class="soft">{{values}}</span>{{/values}}{{#error}} <span class="warn">{{error}}</span>{{/error}}</li>{{/tests}}</ul>{{/has_tests}}
        {{#source}}<p class="soft">Source: {{source}}</p>{{/source}}
        </details></li>{{/rules}}</ol>{{#folded}}</details>{{/folded}}{{/runs}}
        </details>{{/has_rules}}
        """

    private static let matrix = """
        {{#has_matrix}}<details class="card folded"><summary><h2 id="matrix-heading">On every phone</h2> <span class="soft">{{matrix_sum}}</span></summary>
        <p class="soft">Site {{site}}. ≠ not as documented, ? not on every phone, + by a detour, ✗ a dead end.</p>
        {{#states_place}}<p class="note">Region, city and network are ignored here: only the decision above uses them.</p>{{/states_place}}
        <div class="scroll" role="region" aria-label="Phone table" tabindex="0">
        <table><thead><tr><th scope="col">Device</th><th scope="col">Where</th>{{#columns}}<th scope="col">{{title}}</th>{{/columns}}</tr></thead>
        <tbody>{{#matrix}}<tr><td>{{device}}</td><th scope="row">{{place}}</th>\
        {{#cells}}<td class="{{style}}"{{#why}} title="{{why}}"{{/why}}>{{text}}</td>{{/cells}}</tr>
        {{/matrix}}</tbody></table>
        </div>
        </details>{{/has_matrix}}
        """

    static let caseFile = """
        <details class="card folded"><summary><h2 id="case-heading">As a test case</h2></summary>
        <p>Add it to a <code>.cases.yaml</code> file; <code>fingerpost test</code> runs it.</p>
        <pre id="case" tabindex="0" role="region" aria-label="Case file">{{#case_lines}}{{line}}
        {{/case_lines}}</pre>
        <p class="row"><button type="button" class="quiet" data-copies="#case">Copy</button></p>
        </details>
        """
}
