/// How the link was tapped, or how else it came to be opened.
public enum Tap: Sendable, Hashable {
    /// Another app asks the system to open it: a message, a mail, a note. Nil: which app doesn't matter.
    case otherApp(String? = nil)
    /// On a page of a host in the browser, or in the web view.
    case page(host: String)
    /// A script on a page of a host follows it without a gesture, as after a payment.
    case script(host: String)
    /// An app with a browser of its own shows it there at once: a feed, a chat.
    case firstLoad
    /// Typed, pasted, or a bookmark.
    case typed
    /// Back, forward or reload.
    case history
    /// In a tab that is opened in the background.
    case backgroundTab
    /// Read by the system's camera.
    case cameraCode
    /// Read by another app's reader of codes.
    case codeReader
}
