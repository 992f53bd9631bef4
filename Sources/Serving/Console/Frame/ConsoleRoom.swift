import AdminPages
import HTTP
import Markup
import Threads

/// A section of the console: its paths, templates and request handler.
protocol ConsoleRoom: Sendable {
    /// The navigation entry; `nil` if the room has none.
    var place: ConsolePlace? { get }
    /// The templates with their names.
    var templates: [(name: String, text: String)] { get }
    /// The threads that render its pages: one, or several if a page may block.
    var threads: JobThreads { get }
    /// The path of the event stream; `nil` if the room has none.
    var stream: String? { get }

    /// Whether a path belongs to this room.
    func has(_ path: String) -> Bool

    /// Responds to a request, checking the visitor's permissions. Runs on a thread of the room and may block.
    func page(_ request: AdminPageRequest) -> ConsolePage

    /// The streamed part of the page in its current state; `nil` if the visitor may not see it. Runs on a thread of the
    /// room.
    func part(_ request: AdminPageRequest) -> ConsolePage?
}

extension ConsoleRoom {
    var stream: String? { nil }

    func part(_ request: AdminPageRequest) -> ConsolePage? { nil }

    /// Runs a job for a request on a thread of the room. Returns false if the queue is full.
    func run(_ request: AdminPageRequest, _ job: @escaping JobThread.Job) -> Bool {
        let bytes = request.form.values.reduce(0) { $0 + $1.utf8.count }
        return threads.run(for: request.visitor?.owner ?? "", bytes: bytes, job)
    }
}

/// A navigation entry.
struct ConsolePlace: Sendable {
    var name: String
    var path: String
}

/// A room's response: a template with its values, rendered in the frame, or a file.
struct ConsolePage {
    var status = Status.ok
    var template: String
    var values = PageValues()
    /// A file to send instead of a page: its media type, the suggested file name, and its bytes.
    var file: (type: String, name: String, bytes: [UInt8])?
    /// A path of this listener to redirect to instead of rendering a page, so that a reload does not submit the form
    /// again.
    var onward: String?
    /// Whether it may show pictures from other hosts.
    var showsPictures = false
    /// Seconds after which the browser may retry; `nil` for a final response.
    var retryAfter: Int?

    init(_ template: String) { self.template = template }
}
