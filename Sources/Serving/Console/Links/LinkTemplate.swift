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
        <dl><dt>Link</dt><dd><span id="short">{{link}}</span></dd><dt>Leads to</dt><dd>{{long_link}}</dd>
        <dt>Opens</dt><dd>{{apps}}</dd>
        {{#target_check}}<dt>Target check</dt><dd>{{target_check}}</dd>{{/target_check}}
        {{#fields}}<dt>{{label}}</dt><dd>{{text}}</dd>
        {{/fields}}
        <dt>Created</dt><dd>{{created}}</dd><dt>Changed</dt><dd>{{updated}}</dd><dt>Writable by</dt><dd>{{who}}</dd></dl>
        <p class="row">{{#may_write}}<a class="button" href="/links/edit?{{query}}">Change</a> {{/may_write}}\
        <button type="button" class="quiet" data-copies="#short">Copy the link</button>
        <a href="/try#link={{link}}">Try it</a> <a href="/links/history?{{query}}">History</a></p>
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
        <section class="card" aria-labelledby="qr-heading">
        <h2 id="qr-heading">QR code</h2>
        <img class="qr" src="/links/qr.svg?{{query}}" alt="QR code of {{link}}" width="200" height="200">
        <p class="row"><a href="/links/qr.svg?{{query}}" download>SVG, for print</a> <a href="/links/qr.png?{{query}}" download>PNG, 1024 pixels</a></p>
        <p class="soft">Scans are counted separately from taps.</p>
        </section>
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
        aria-describedby="long-help"><p class="soft" id="long-help">An https address{{^is_new}}, which replaces the target and keeps apps, fallbacks, preview and campaign{{/is_new}}; \
        or a long Dynamic Link of a link domain, with all its parameters.</p>
        <p><label class="choice"><input type="checkbox" name="opens_app" value="1"{{#opens_app}} checked{{/opens_app}}> Open the app</label> \
        <span class="soft">if it is installed. Otherwise the link is a redirect on every phone.</span></p></div>
        {{#is_new}}{{#has_domains}}<div><label for="domain">Site</label><select id="domain" name="domain" required>
        {{#domains}}<option value="{{host}}"{{#chosen}} selected{{/chosen}}>{{of_site}}: {{host}}</option>{{/domains}}</select></div>{{/has_domains}}
        {{#only_domain}}<input type="hidden" name="domain" value="{{only_domain}}">{{/only_domain}}
        <div><label for="code">Code</label>
        <input id="code" name="code" maxlength="128" autocomplete="off" autocapitalize="none" spellcheck="false" value="{{code_field}}" aria-describedby="code-help">
        <p class="soft" id="code-help">The path after the domain. Leave empty to generate one.</p></div>
        <div><label for="suffix">Generated code</label><select id="suffix" name="suffix">
        <option value="short">short</option><option value="unguessable"{{#is_unguessable}} selected{{/is_unguessable}}>unguessable</option></select></div>{{/is_new}}
        {{#inputs}}<div><label for="{{input}}">{{input_label}}</label><input id="{{input}}" name="{{input}}"\
        {{#is_time}} type="datetime-local" step="1"{{/is_time}}{{^is_time}} autocomplete="off"{{/is_time}}\
        {{#is_password}} type="password" maxlength="200" aria-describedby="{{input}}-help"{{/is_password}}\
        {{#is_number}} inputmode="numeric" pattern="[0-9]*"{{/is_number}}\
        {{#is_address}} inputmode="url" autocapitalize="none" spellcheck="false"{{/is_address}} value="{{typed}}"\
        {{#is_list}} aria-describedby="{{input}}-help"{{/is_list}}>
        {{#is_list}}<p class="soft" id="{{input}}-help">Separated by commas.</p>{{/is_list}}
        {{#is_password}}<p class="soft" id="{{input}}-help">Visitors must enter it before the link leads anywhere. Empty: \
        {{#is_new}}none{{/is_new}}{{^is_new}}unchanged{{/is_new}}.</p>{{^is_new}}<label class="choice"><input type="checkbox" name="no_password"\
        {{#removes}} checked{{/removes}}> Remove the password</label>{{/is_new}}{{/is_password}}</div>
        {{/inputs}}
        {{#areas}}<div class="all"><label for="{{input}}">{{input_label}}</label><textarea id="{{input}}" name="{{input}}" rows="{{rows}}">
        {{#lines}}{{line}}
        {{/lines}}</textarea></div>
        {{/areas}}</div>
        <p class="row"><button name="do" value="check">Check</button> {{^is_new}}<a href="/links/link?{{query}}">Back</a>{{/is_new}}\
        {{#is_new}}<a href="/links">Back</a>{{/is_new}}</p>
        </form>
        <div id="answer" data-said="{{said}}">
        {{#etag}}<input type="hidden" form="form" name="etag" value="{{etag}}">{{/etag}}
        {{#answered}}<section class="card" aria-labelledby="answer-heading">
        <h2 id="answer-heading">{{#has_conflict}}Changed in the meantime{{/has_conflict}}{{^has_conflict}}Preview{{/has_conflict}}</h2>
        {{#fault}}<p class="fault">{{fault}}</p>{{/fault}}
        {{#has_conflict}}<p>This link has changed since you opened the form. Nothing was saved.</p>
        <div class="scroll" role="region" aria-label="Differences" tabindex="0"><table><thead><tr><th scope="col">Field</th><th scope="col">Yours</th><th scope="col">Now</th></tr></thead>
        <tbody>{{#differences}}<tr><th scope="row">{{field}}</th><td>{{typed}}</td><td>{{kept}}</td></tr>{{/differences}}</tbody></table></div>
        <p class="row"><a class="button" href="/links/edit?{{query}}">Start over from the current version</a></p>{{/has_conflict}}
        {{#has_preview}}<dl>{{#preview_link}}<dt>Link</dt><dd>{{preview_link}}</dd>{{/preview_link}}
        <dt>Leads to</dt><dd>{{preview_long_link}}</dd>{{#preview_former}}<dt>Currently</dt><dd>{{preview_former}}</dd>{{/preview_former}}
        <dt>Opens</dt><dd>{{preview_apps}}</dd><dt>State</dt><dd>{{preview_state}}</dd></dl>
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
