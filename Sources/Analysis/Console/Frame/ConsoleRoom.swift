import Daemon
import HTTP
import Markup
import Threads

/// A part of the console: some paths, their templates, and what answers them.
protocol ConsoleRoom: Sendable {
    /// Its entry in the navigation; nil for none.
    var place: ConsolePlace? { get }
    /// Its templates by their names.
    var templates: [(name: String, text: String)] { get }
    /// Where its pages are made, one after the other.
    var thread: JobThread { get }

    /// Whether a path is one of its own.
    func has(_ path: String) -> Bool

    /// Answers a request of a visitor, whose rights it looks at. On the room's thread: it may take its time.
    func page(_ request: AdminPageRequest) -> ConsolePage
}

/// An entry of the navigation.
struct ConsolePlace: Sendable {
    var name: String
    var path: String
}

/// What a room answers: a template and its values, in the frame; or a file.
struct ConsolePage {
    var status = Status.ok
    var template: String
    var values = PageValues()
    /// A file in place of a page: its media type, its name for the one who saves it, its bytes.
    var file: (type: String, name: String, bytes: [UInt8])?
    /// A path of this listener to go on to, in place of a page: what a form has done is not done again by a reload.
    var onward: String?

    init(_ template: String) { self.template = template }
}
