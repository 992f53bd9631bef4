import Outcomes

extension TrialTap {
    /// The title of the tap.
    var title: String {
        switch self {
        case .page: "On a page of another host"
        case .sameHost: "On a page of the link’s own host"
        case .ownPage: "Through the page with the button"
        case .script: "Followed by a script"
        case .typed: "Typed into the address bar"
        case .mail: "From a mail"
        case .chat: "From a chat app"
        case .instagram: "From Instagram"
        case .camera: "With the camera"
        case .intent: "As an intent: link"
        case .scheme: "With the app’s own scheme"
        case .getApp: "After “Get the app”"
        }
    }

    /// The instructions.
    var instructions: String {
        switch self {
        case .page, .sameHost, .intent, .scheme: "Tap the link below."
        case .ownPage: "Tap the link below, and then the button of the page."
        case .script: "Start, and do not touch the screen: the link is followed after three seconds."
        case .typed: "Copy the link, paste it into the address bar, and open it."
        case .mail: "Send the link to yourself, open the mail on this phone, and tap the link there."
        case .chat: "Send the link to yourself in Messages, WhatsApp or another chat app, and tap it there."
        case .instagram: "Send the link to yourself in Instagram, and tap it there."
        case .camera: "Show the code at the address below on another screen, and scan it with this phone’s camera."
        case .getApp: "Tap the link below, choose “Get the app”, install the app from the store, and open it."
        }
    }
}

extension ObservedEnding {
    /// The ending, as a choice.
    var title: String {
        switch self {
        case .app: "The app opened"
        case .store: "A store opened"
        case .web: "The web page opened"
        case .page: "A page with a button, and no way on"
        case .nothing: "Nothing, or an error"
        }
    }

    /// The ending, in a list.
    var word: String {
        switch self {
        case .app: "the app"
        case .store: "a store"
        case .web: "the web page"
        case .page: "a page without a way on"
        case .nothing: "nothing"
        }
    }
}
