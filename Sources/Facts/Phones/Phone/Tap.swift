/// The way the link was tapped or otherwise opened.
public enum Tap: Sendable, Hashable {
    /// Opened by the system for another app, such as a message, mail or note; `nil` if the app is irrelevant.
    case otherApp(String? = nil)
    /// On a page of a host in the browser or web view.
    case page(host: String)
    /// Followed by a script on a page of a host without a gesture, for example after a payment.
    case script(host: String)
    /// Loaded directly in an in-app browser, from a feed or chat.
    case firstLoad
    /// Typed, pasted or opened from a bookmark.
    case typed
    /// Back, forward or reload.
    case history
    /// Opened in a background tab.
    case backgroundTab
    /// Scanned with the system's camera.
    case cameraCode
    /// Scanned with a third-party code reader.
    case codeReader
    /// The page to which the link led, visited again.
    case again(PageVisit)
}
