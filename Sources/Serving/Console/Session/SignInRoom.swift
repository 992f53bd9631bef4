import AdminPages
import HTTP
import Markup
import Threads

/// Signing in with a token or at the identity provider: the form, and the pages of the redirects to and from the
/// provider.
struct SignInRoom: ConsoleRoom {
    static let path = "/sign-in"

    let place: ConsolePlace? = nil
    let threads = JobThreads(name: "sign-in")

    func has(_ path: String) -> Bool { path == Self.path }

    func page(_ request: AdminPageRequest) -> ConsolePage {
        var page = ConsolePage("sign-in")
        page.status = request.refusal?.status ?? .ok
        page.values["provider"] = request.provider
        switch request.federated {
        case .leadsOut(let address)?: return Self.leading(to: address, request.provider ?? "")
        case .signedIn(let path)?: return Self.signedIn(path)
        case .refused(let text, let status)?: (page.values["fault"], page.status) = (text, status)
        case nil: page.values["fault"] = request.refusal.map(Self.text)
        }
        page.values["to"] = request.isPost ? request.form["to"] : request.query["to"]
        if request.isFromElsewhere, !request.isPost, request.federated == nil {
            page.values["onward"] = request.query["to"] ?? "/"
        }
        return page
    }

    private static func leading(to address: String, _ host: String) -> ConsolePage {
        var page = ConsolePage("outward")
        page.values["address"] = address
        page.values["provider"] = host
        return page
    }

    private static func signedIn(_ path: String) -> ConsolePage {
        var page = ConsolePage("signed-in")
        page.values["onward"] = path
        return page
    }

    private static func text(_ refusal: AdminPageRefusal) -> String {
        switch refusal {
        case .wrongToken: "This token is not valid here. Check that it was copied completely and has not been revoked."
        case .tooManyTries(let seconds):
            "Too many wrong tokens from your address. Try again in \(seconds == 1 ? "a second" : "\(seconds) seconds")."
        case .strayForm: "The form was not accepted: your browser did not send this page's origin. Try again."
        case .noForm: "The request has no form fields."
        }
    }

    let templates = [
        (
            name: "sign-in",
            text: """
            {{<layout}}
            {{$title}}Sign in{{/title}}
            {{$body}}
            <div class="narrow">
            <h1>Sign in</h1>
            {{#onward}}<p class="note">If you have already signed in, <a href="{{onward}}" data-onward>continue</a>.</p>{{/onward}}
            {{#fault}}<p class="fault" role="alert" id="fault">{{fault}}</p>{{/fault}}
            {{#provider}}<form method="post" action="/sign-in/openid">
            {{#to}}<input type="hidden" name="to" value="{{to}}">{{/to}}
            <button>Sign in with {{provider}}</button>
            </form>
            <h2>With a token</h2>{{/provider}}
            <form method="post" action="/sign-in" data-keeps-state>
            {{#to}}<input type="hidden" name="to" value="{{to}}">{{/to}}
            <label for="token">Token</label>
            <input id="token" name="token" type="password" required{{^provider}} autofocus{{/provider}} autocomplete="current-password"
            spellcheck="false" aria-describedby="help{{#fault}} fault{{/fault}}">
            <p class="soft" id="help">Created with <code>fingerpost token create</code>, or on the daemon's first start.
            A session lasts at most 12 hours, and ends after half an hour without a request.</p>
            <button>Sign in</button>
            </form>
            </div>
            {{/body}}
            {{/layout}}
            """
        ),
        (
            name: "outward",
            text: """
            {{<layout}}
            {{$title}}Sign in with {{provider}}{{/title}}
            {{$body}}
            <div class="narrow">
            <h1>Sign in with {{provider}}</h1>
            <p><a href="{{address}}" data-outward>Continue to {{provider}}</a>, which redirects you back here.</p>
            </div>
            {{/body}}
            {{/layout}}
            """
        ),
        (
            name: "signed-in",
            text: """
            {{<layout}}
            {{$title}}Signed in{{/title}}
            {{$body}}
            <div class="narrow">
            <h1>Signed in</h1>
            <p><a href="{{onward}}" data-onward>Continue to the console</a>.</p>
            </div>
            {{/body}}
            {{/layout}}
            """
        ),
    ]
}
