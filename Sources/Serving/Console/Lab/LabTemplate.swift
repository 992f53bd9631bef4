/// The pages of ``LabRoom``.
enum LabTemplate {
    static let form = """
        {{<layout}}
        {{$title}}Test on a phone{{/title}}
        {{$body}}
        <h1>Test a link on a phone</h1>
        {{#fault}}<p class="fault" role="alert">{{fault}}</p>{{/fault}}
        <form class="card" method="post" action="/lab">
        <input type="hidden" name="form_token" value="{{form_token}}">
        <p><label for="link">Link</label><input id="link" name="link" type="url" inputmode="url" required value="{{link}}" placeholder="https://"></p>
        <p class="soft">A page on the phone shows a dozen ways to open the link. The results are compared with the predictions of a model of phones.</p>
        <button>Start</button>
        </form>
        {{/body}}
        {{/layout}}
        """

    static let test = """
        {{<layout}}
        {{$title}}Test on a phone{{/title}}
        {{$body}}
        <h1>{{#summary}}{{summary}}{{/summary}}{{^summary}}Scan the code with the phone{{/summary}}</h1>
        <p class="mono wrap">{{link}}</p>
        {{#fault}}<p class="fault" role="alert">{{fault}}</p>{{/fault}}
        {{#finished}}<p class="note" role="status">The test was finished on the phone.</p>{{/finished}}
        {{#advice}}<p class="note">{{text}}</p>{{/advice}}
        <section class="card" aria-labelledby="codes"><h2 id="codes">Codes</h2>
        <div class="columns"><div><p>1. Open the test on the phone:</p>
        <img class="qr" src="/lab/page.svg?id={{id}}" alt="QR code of the test" width="200" height="200">
        <p class="mono wrap">{{url}}</p><p class="soft">Whoever has this address can use the test. It ends at {{end}} (UTC).</p></div>
        <div><p>2. For the tap “With the camera”: the link itself.</p>
        <img class="qr" src="/lab/link.svg?id={{id}}" alt="QR code of the link" width="200" height="200"></div></div></section>
        <section class="card" aria-labelledby="taps"><h2 id="taps">Taps</h2>
        <div class="scroll" role="region" aria-label="Table of taps" tabindex="0"><table><thead><tr><th scope="col">Tap</th><th scope="col">Predicted</th><th scope="col">Happened</th><th scope="col">Requests</th><th scope="col">Result</th></tr></thead>
        <tbody>{{#taps}}<tr><th scope="row">{{title}}</th><td>{{predicted}}</td><td>{{observed}}</td><td>{{seen}}</td><td><span class="{{style}}">{{mark}}</span>{{#causes}}<br>Perhaps {{causes}}{{/causes}}</td></tr>{{/taps}}</tbody></table></div>
        <form class="row" method="post" action="/lab">
        <input type="hidden" name="form_token" value="{{form_token}}"><input type="hidden" name="id" value="{{id}}">
        <a class="button" href="/lab?id={{id}}">Refresh</a> <a href="/lab/evidence?id={{id}}">Download the evidence</a> <button class="quiet" id="end">End the test</button>
        </form></section>
        {{/body}}
        {{/layout}}
        """
}
