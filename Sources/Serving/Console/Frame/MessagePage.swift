import AdminPages
import Daemon
import HTTP
import Markup

/// A page that contains only a message: not found, or why a request was refused.
enum MessagePage {
    static let templates = [
        (
            name: "message",
            text: """
            {{<layout}}
            {{$title}}{{heading}}{{/title}}
            {{$body}}
            <h1>{{heading}}</h1>
            <p>{{message}}</p>
            <p><a href="/">Back to the start page</a></p>
            {{/body}}
            {{/layout}}
            """
        )
    ]

    static var notFound: ConsolePage { page(.notFound, "Not found", "This console has no page at this address.") }

    /// Too many requests are queued for the room.
    static var busy: ConsolePage {
        var page = page(
            .serviceUnavailable, "Too busy", "Too many pages are being rendered. Try again in a few seconds.")
        page.retryAfter = 5
        return page
    }

    /// The visitor's token does not allow the request.
    static func forbidden(_ message: String) -> ConsolePage { page(.forbidden, "Not allowed", message) }

    /// The API's error response, with its message.
    static func refused(_ answer: LinkService.Answer) -> ConsolePage {
        let heading =
            answer.status == .notFound ? "Not found" : answer.status == .forbidden ? "Not allowed" : "Failed"
        return page(answer.status, heading, (answer.fault ?? "").sentence)
    }

    static func page(_ refusal: AdminPageRefusal) -> ConsolePage {
        switch refusal {
        case .strayForm:
            page(
                refusal.status, "The form was not accepted",
                "It belongs to another session, or your browser did not send the console's origin. "
                    + "Go back, reload the page and submit it again.")
        case .noForm: page(refusal.status, "Not a form", "The request has no form fields.")
        case .wrongToken, .tooManyTries:
            page(refusal.status, "Not signed in", "Sign in again.")
        }
    }

    static func page(_ status: Status, _ heading: String, _ message: String) -> ConsolePage {
        var page = ConsolePage("message")
        page.status = status
        page.values["heading"] = heading
        page.values["message"] = message
        return page
    }
}

extension String {
    /// An API message as a sentence: capitalized and with a full stop.
    var sentence: String {
        guard let first else { return self }
        let end = last == "." || last == "!" || last == "?" ? "" : "."
        return first.uppercased() + dropFirst() + end
    }
}
