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
    /// Where its pages are made: one after the other, or, where one may have to wait for others, beside each other.
    var threads: JobThreads { get }
    /// The path of its stream; nil for none.
    var stream: String? { get }

    /// Whether a path is one of its own.
    func has(_ path: String) -> Bool

    /// Answers a request of a visitor, whose rights it looks at. On a thread of the room: it may take its time.
    func page(_ request: AdminPageRequest) -> ConsolePage

    /// The part of its page that the stream sends, as it is now; nil where the visitor may not have it. On a thread of the room.
    func part(_ request: AdminPageRequest) -> ConsolePage?
}

extension ConsoleRoom {
    var stream: String? { nil }

    func part(_ request: AdminPageRequest) -> ConsolePage? { nil }

    /// Has a job of a request done on a thread of the room; false where too much waits for one.
    func run(_ request: AdminPageRequest, _ job: @escaping JobThread.Job) -> Bool {
        let bytes = request.form.values.reduce(0) { $0 + $1.utf8.count }
        return threads.run(for: request.visitor?.owner ?? "", bytes: bytes, job)
    }
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
    /// After how many seconds the browser may ask again; nil for an answer that is final.
    var retryAfter: Int?

    init(_ template: String) { self.template = template }
}
