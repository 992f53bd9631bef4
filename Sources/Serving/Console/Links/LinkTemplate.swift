/// The page of a link.
enum LinkTemplate {
    static let text = """
        {{<layout}}
        {{$title}}{{place}}{{/title}}
        {{$body}}
        <p><a href="/links">All links</a></p>
        <h1 class="wrap">{{place}} <span class="badge {{state_style}}">{{word}}</span></h1>
        {{#done}}<p class="note" role="status">{{done}}</p>{{/done}}
        {{#conflict}}<p class="fault" role="alert">{{conflict}}</p>{{/conflict}}
        <section class="card" aria-labelledby="what-heading">
        <h2 id="what-heading">Details</h2>
        <div class="columns"><div>
        <p class="large wrap" id="short">{{link}}</p>
        <p class="row">\
        <button type="button" class="quiet" data-copies="#short">Copy the link</button>
        {{#may_write}}<a class="button" href="/links/edit?{{query}}">Change</a> {{/may_write}}\
        <a href="/try#link={{link}}">Try it</a> <a href="/lab?{{query}}">Test on a phone</a> <a href="/links/history?{{query}}">History</a></p>
        <dl><dt>Leads to</dt><dd>{{target}}</dd>
        <dt>Opens</dt><dd>{{apps}}</dd>
        {{#target_check}}<dt>Target check</dt><dd>{{target_check}}</dd>{{/target_check}}
        {{#fields}}<dt>{{label}}</dt><dd>{{#moment}}<time datetime="{{moment}}">{{text}}</time>{{/moment}}{{^moment}}{{text}}{{/moment}}</dd>
        {{/fields}}
        <dt>Created</dt><dd><time datetime="{{created_moment}}">{{created}}</time></dd><dt>Changed</dt><dd><time datetime="{{updated_moment}}">{{updated}}</time></dd><dt>Writable by</dt><dd>{{who}}</dd></dl>
        {{#long_link}}<details><summary>With all parameters</summary><p><code>{{long_link}}</code></p></details>{{/long_link}}
        </div><div>
        <img class="qr" src="/links/qr.svg?{{query}}" alt="QR code of {{link}}" width="200" height="200">
        <p>QR code: <a href="/links/qr.svg?{{query}}" download>SVG, for print</a>,<br><a href="/links/qr.png?{{query}}" download>PNG, 1024 pixels</a></p>
        <p class="soft">Scans are counted separately.</p>
        </div></div>
        {{#may_write}}<form class="row" method="post" action="/links/link">
        <input type="hidden" name="form_token" value="{{form_token}}"><input type="hidden" name="link" value="{{place}}">
        <input type="hidden" name="etag" value="{{etag}}">
        {{^is_disabled}}<button class="quiet" name="do" value="pause">Pause</button>{{/is_disabled}}\
        {{#is_disabled}}<button class="quiet" name="do" value="resume">Resume</button>{{/is_disabled}}
        {{^is_unsafe}}<button class="quiet bad" name="do" value="unsafe">Mark as unsafe</button>{{/is_unsafe}}\
        {{#is_unsafe}}<button class="quiet" name="do" value="safe">Mark as safe</button>{{/is_unsafe}}
        {{^is_expired}}<button class="quiet" name="do" value="expire">Expire now</button>{{/is_expired}}
        {{^is_archived}}<button class="quiet" name="do" value="archive">Archive</button>{{/is_archived}}\
        {{#is_archived}}<button class="quiet" name="do" value="restore">Unarchive</button>{{/is_archived}}
        <button class="quiet bad" name="do" value="delete">Delete</button>
        </form>{{/may_write}}
        </section>
        <section class="card" aria-labelledby="counts-heading">
        <h2 id="counts-heading">Clicks</h2>
        {{#counts_fault}}<p class="fault">{{counts_fault}}</p>{{/counts_fault}}
        {{#period}}<p>{{clicks}} in {{period}}, including {{scans}} of QR codes.</p>{{/period}}
        {{#has_counts}}
        <svg class="chart" viewBox="{{view_box}}" preserveAspectRatio="none" role="img" aria-label="Clicks per day, at most {{highest}}; the table below has the numbers">
        <path class="ground" d="M0 100.5h600"/>
        {{#bars}}<rect class="{{style}}" x="{{x}}" y="{{y}}" width="{{width}}" height="{{height}}"/>{{/bars}}</svg>
        <p class="row soft ends"><span>{{first_day}}</span><span>at most {{highest}} per day</span><span>{{last_day}}</span></p>
        <ul class="legend">{{#platforms}}<li><svg viewBox="0 0 10 10" aria-hidden="true"><rect class="{{style}}" width="10" height="10"/></svg>\
        {{platform}}: {{count}}</li>{{/platforms}}</ul>
        <dl>{{#outcomes}}<dt>{{outcome}}</dt><dd>{{count}}</dd>{{/outcomes}}</dl>
        <details><summary>As a table</summary>
        <div class="scroll" role="region" aria-label="Clicks by day" tabindex="0">
        <table><thead><tr><th scope="col">Day (UTC)</th><th scope="col" class="number">Clicks</th><th scope="col" class="number">Android</th>\
        <th scope="col" class="number">iOS</th><th scope="col" class="number">Desktop</th><th scope="col" class="number">Other</th>\
        <th scope="col" class="number">Scans</th></tr></thead>
        <tbody>{{#days}}<tr><th scope="row">{{day}}</th><td class="number">{{clicks}}</td><td class="number">{{android_clicks}}</td>\
        <td class="number">{{ios_clicks}}</td><td class="number">{{desktop_clicks}}</td><td class="number">{{other_clicks}}</td>\
        <td class="number">{{scans}}</td></tr>{{/days}}</tbody></table></div></details>{{/has_counts}}
        </section>
        \(ClickPanels.template)
        {{/body}}
        {{/layout}}
        """
}

/// The form for creating or editing a link.
enum LinkFormTemplate {
    static let text = """
        {{<layout}}
        {{$title}}{{heading}}{{/title}}
        {{$body}}
        <h1 class="wrap">{{heading}}</h1>
        <form class="card" id="form" method="post" action="{{action}}" data-answer="#answer">
        <input type="hidden" name="form_token" value="{{form_token}}">
        {{#is_new}}<input type="hidden" name="request" value="{{request}}">{{/is_new}}
        {{^is_new}}<input type="hidden" name="link" value="{{place}}">{{/is_new}}
        <div class="fields"><div class="all"><label for="long_link">Leads to</label>
        <input id="long_link" name="long_link" required inputmode="url" autocomplete="off" autocapitalize="none" spellcheck="false" value="{{long_link_field}}"
        aria-describedby="long-help"{{#long_link_faulty}} aria-invalid="true"{{/long_link_faulty}}><p class="soft" id="long-help">The address of the page{{^is_new}}; a new one keeps all other fields{{/is_new}}. \
        A long Dynamic Link is taken with all its parameters.</p>
        <p><label class="choice"><input type="checkbox" name="opens_app" value="1"{{#opens_app}} checked{{/opens_app}}> Open the app</label> \
        <span class="soft">if it is installed. Otherwise the link is a redirect on every phone.</span></p></div>
        {{#is_new}}{{#has_domains}}<div><label for="domain">Site</label><select id="domain" name="domain" required>
        {{#domains}}<option value="{{host}}"{{#chosen}} selected{{/chosen}}>{{of_site}}: {{host}}</option>{{/domains}}</select></div>{{/has_domains}}
        {{#only_domain}}<input type="hidden" name="domain" value="{{only_domain}}">{{/only_domain}}
        <div><label for="code">Code</label>
        <input id="code" name="code" maxlength="128" autocomplete="off" autocapitalize="none" spellcheck="false" value="{{code_field}}" aria-describedby="code-help"{{#code_faulty}} aria-invalid="true"{{/code_faulty}}>
        <p class="soft" id="code-help">The path after the domain. Leave empty to generate one.</p></div>
        <div><label for="suffix">Generated code</label><select id="suffix" name="suffix">
        <option value="short">short</option><option value="unguessable"{{#is_unguessable}} selected{{/is_unguessable}}>unguessable</option></select></div>{{/is_new}}
        \(LinkForm.inputTemplate)</div>
        {{#groups}}<details class="group" id="group-{{group}}"{{#group_open}} open{{/group_open}}><summary>{{group_heading}}</summary>
        {{#group_help}}<p class="soft">{{group_help}}</p>{{/group_help}}
        <div class="fields">\(LinkForm.inputTemplate)</div></details>
        {{/groups}}
        <p class="row"><button name="do" value="check">Check</button> {{^is_new}}<a href="/links/link?{{query}}">Back</a>{{/is_new}}\
        {{#is_new}}<a href="/links">Back</a>{{/is_new}}</p>
        </form>
        <div id="answer" data-said="{{said}}" data-field="{{fault_name}}">
        {{#etag}}<input type="hidden" form="form" name="etag" value="{{etag}}">{{/etag}}
        {{#answered}}<section class="card" aria-labelledby="answer-heading">
        <h2 id="answer-heading">{{#has_conflict}}Changed in the meantime{{/has_conflict}}{{^has_conflict}}{{#fault}}Not accepted{{/fault}}{{^fault}}Preview{{/fault}}{{/has_conflict}}</h2>
        {{#fault}}<p class="fault">{{#fault_label}}<a href="#{{fault_name}}">{{fault_label}}</a>: {{/fault_label}}{{fault}}</p>{{/fault}}
        {{#has_conflict}}<p>This link has changed since you opened the form. Nothing was saved.</p>
        <div class="scroll" role="region" aria-label="Differences" tabindex="0"><table><thead><tr><th scope="col">Field</th><th scope="col">Yours</th><th scope="col">Now</th></tr></thead>
        <tbody>{{#differences}}<tr><th scope="row">{{field}}</th><td>{{typed}}</td><td>{{kept}}</td></tr>{{/differences}}</tbody></table></div>
        <p class="row"><a class="button" href="/links/edit?{{query}}">Start over from the current version</a></p>{{/has_conflict}}
        {{#has_preview}}<dl>{{#preview_link}}<dt>Link</dt><dd>{{preview_link}}</dd>{{/preview_link}}
        <dt>Leads to</dt><dd>{{preview_target}}</dd>{{#preview_former}}<dt>Currently</dt><dd>{{preview_former}}</dd>{{/preview_former}}
        <dt>Opens</dt><dd>{{preview_apps}}</dd><dt>State</dt><dd>{{preview_state}}</dd></dl>
        {{#preview_long_link}}<details><summary>With all parameters</summary><p><code>{{preview_long_link}}</code></p></details>{{/preview_long_link}}
        \(LinkCard.template)
        {{#no_warnings}}<p class="good">No problems found.</p>{{/no_warnings}}
        {{^no_warnings}}<ul>{{#warnings}}<li class="warn">{{warning}}</li>{{/warnings}}</ul>{{/no_warnings}}
        <input type="hidden" form="form" name="seen" value="{{seen}}">
        <p><button form="form" name="do" value="save" data-whole>{{#is_new}}Create the link{{/is_new}}{{^is_new}}Save{{/is_new}}</button></p>{{/has_preview}}
        </section>{{/answered}}
        </div>
        {{/body}}
        {{/layout}}
        """
}

/// The confirmation page of an action on a link.
enum LinkConfirmTemplate {
    static let text = """
        {{<layout}}
        {{$title}}{{heading}}{{/title}}
        {{$body}}
        <h1 class="wrap">{{heading}}?</h1>
        <section class="card" aria-labelledby="effect-heading">
        <h2 id="effect-heading">Effect on visitors</h2>
        <p class="{{#is_bad}}warn{{/is_bad}}">{{effect}}</p>
        <dl><dt>Link</dt><dd>{{place}}</dd><dt>Now</dt><dd>{{word}}</dd><dt>Leads to</dt><dd>{{long_link}}</dd>
        {{#period}}<dt>Clicks</dt><dd>{{clicks}} in {{period}}</dd>{{/period}}</dl>
        <form class="row" method="post" action="/links/link">
        <input type="hidden" name="form_token" value="{{form_token}}"><input type="hidden" name="link" value="{{place}}">
        <input type="hidden" name="etag" value="{{etag}}"><input type="hidden" name="sure" value="1">
        <button{{#is_bad}} class="bad"{{/is_bad}} name="do" value="{{action}}">{{heading}}</button> <a href="/links/link?{{query}}">Back</a>
        </form>
        </section>
        {{/body}}
        {{/layout}}
        """
}
