/// The page of ``DraftRoom``.
enum DraftTemplate {
    static let text = """
        {{<layout}}
        {{$title}}Draft a change{{/title}}
        {{$body}}
        <h1>Draft a change</h1>
        <p>A draft is checked and compared with the active rules. {{#has_history}}Nothing is written until you activate it;
        the previous version is kept in the <a href="/rules/history">history</a>.{{/has_history}}{{^has_history}}Nothing is
        written here: save the file, and add it to the rules yourself.{{/has_history}}</p>
        {{#fault}}<p class="fault">{{fault}}</p>{{/fault}}
        <form class="card" method="get" action="/rules/draft">
        <label for="file">File</label>
        <div class="row"><select class="grows" id="file" name="file">
        {{#files}}<option{{#chosen}} selected{{/chosen}}>{{name}}</option>{{/files}}
        </select> <button class="quiet">Open</button></div>
        </form>
        <form class="card" method="post" action="/rules/draft" data-answer="#answer" data-live>
        <input type="hidden" name="form_token" value="{{form_token}}">
        <input type="hidden" name="file" value="{{file}}">
        {{#may_write}}<input type="hidden" name="file_version" value="{{file_version}}">{{/may_write}}
        {{#write_fault}}<div class="fault" role="alert">{{write_fault}}
        {{#is_outdated}}<a href="/rules/draft?file={{file}}" target="_blank" rel="noopener">See the current file</a>.{{/is_outdated}}
        <pre tabindex="0">{{#write_lines}}{{line}}
        {{/write_lines}}</pre></div>{{/write_fault}}
        {{#needs_despite}}<div class="fault" role="alert">Not written yet: {{despite_count}} would fail.
        <pre tabindex="0">{{#despite_lines}}{{line}}
        {{/despite_lines}}{{despite_more}}</pre>
        <input type="hidden" name="despite" value="{{despite}}">
        <p><button class="bad" name="write" value="1" data-whole>Activate, although {{despite_count}} would fail</button></p></div>{{/needs_despite}}
        <label for="text">{{file}}</label>
        <textarea id="text" name="text" rows="24" spellcheck="false" autocapitalize="none" autocomplete="off" wrap="off">
        {{#text}}{{line}}
        {{/text}}</textarea>
        <details{{#link}} open{{/link}}><summary>Try a link</summary>
        <div class="fields"><div><label for="link">Link</label>
        <input id="link" name="link" inputmode="url" autocomplete="off" autocapitalize="none" spellcheck="false" value="{{link}}"></div>
        <div><label for="user_agent">User agent</label>
        <input id="user_agent" name="user_agent" class="mono" autocomplete="off" spellcheck="false" value="{{user_agent}}"></div></div>
        </details>
        {{#may_write}}{{#checkout}}<p class="note">The rules are in a Git checkout, <code>{{checkout}}</code>. The file will differ from Git's HEAD
        until it is committed, and a checkout or pull may undo the change.</p>{{/checkout}}{{/may_write}}
        <p class="row"><button>Check</button> <button class="quiet" name="save" value="1" data-whole>Save the file</button>\
        {{#may_write}} <button class="quiet" name="write" value="1" data-whole>Activate</button>{{/may_write}}</p>
        </form>
        <div id="answer" data-said="{{said}}">
        {{#answered}}
        <section class="card" aria-labelledby="findings-heading">
        <h2 id="findings-heading">Check results</h2>
        {{#no_findings}}<p class="good">No findings.</p>{{/no_findings}}
        {{#has_findings}}<p>{{errors}}, {{warnings}}, {{notes}}.</p>
        <ol class="rules">{{#findings}}<li><details{{#is_error}} open{{/is_error}}>
        <summary><span class="badge {{style}}">{{severity}}</span>{{message}} <span class="soft">({{code}})</span></summary>
        <pre tabindex="0">{{#lines}}{{line}}
        {{/lines}}</pre></details></li>{{/findings}}</ol>{{/has_findings}}
        </section>
        {{#has_tried}}<section class="card" aria-labelledby="tried-heading">
        <h2 id="tried-heading">The link</h2>
        {{#tried_fault}}<p class="fault">{{tried_fault}}</p>{{/tried_fault}}
        {{#before}}<dl><dt>Active rules</dt><dd>{{before}}</dd><dt>With the draft</dt>
        <dd>{{#after}}<strong>{{after}}</strong>{{/after}}{{^after}}no difference{{/after}}</dd></dl>{{/before}}
        </section>{{/has_tried}}
        {{#has_cases}}<section class="card" aria-labelledby="cases-heading">
        <h2 id="cases-heading">Cases</h2>
        <p>{{passed}} passed, <span class="{{#has_failures}}bad{{/has_failures}}">{{failed}} failed</span>.</p>
        {{#not_run}}<p class="bad">{{not_run}} not run: the draft takes too long. For activation, they count as failing.</p>{{/not_run}}
        {{#has_failures}}<ol class="rules">{{#failures}}<li><details{{#is_new}} open{{/is_new}}>
        <summary><span class="badge bad">{{#is_new}}new{{/is_new}}{{^is_new}}as before{{/is_new}}</span><span class="mono">{{id}}</span></summary>
        <pre tabindex="0">{{#lines}}{{line}}
        {{/lines}}</pre></details></li>{{/failures}}</ol>{{/has_failures}}
        </section>
        <section class="card" aria-labelledby="changes-heading">
        <h2 id="changes-heading">Changes</h2>
        {{#no_log}}<p class="soft">The last decisions are read from the decision log, which this daemon does not write to a file
        (<code>logs: {decisions: FILE}</code>).</p>{{/no_log}}
        {{#no_decisions}}<p class="soft">The decision log has no decisions yet.</p>{{/no_decisions}}
        {{#decided}}<p>Of the last {{decided}}, {{#has_changes}}<strong>{{change_count}}</strong>{{/has_changes}}\
        {{^has_changes}}none{{/has_changes}} would differ.</p>{{/decided}}
        {{#has_changes}}<div class="scroll" role="region" aria-label="Changed decisions" tabindex="0">
        <table><thead><tr><th scope="col">Link</th><th scope="col">Before</th><th scope="col">With the draft</th></tr></thead>
        <tbody>{{#changes}}<tr><td>{{link}}</td><td>{{before}}</td><td>{{after}}</td></tr>
        {{/changes}}</tbody></table></div>{{/has_changes}}
        </section>{{/has_cases}}
        {{/answered}}
        </div>
        {{/body}}
        {{/layout}}
        """
}
