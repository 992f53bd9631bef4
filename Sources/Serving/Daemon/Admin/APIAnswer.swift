import ByteText
import HTTP

/// An answer of the JSON interfaces that is made where no response can be written: on the store's thread.
struct APIAnswer: Sendable {
    var status = Status.ok
    var body: [UInt8] = []
    var contentType: StaticString = "application/json"
    /// The entity tag of the link in the answer.
    var entityTag: String?
    /// The address of a new link.
    var location: String?

    /// An answer without a body.
    init(_ status: Status) { self.status = status }

    /// A line of JSON.
    init(_ status: Status = .ok, _ write: (inout JSONWriter) -> Void) {
        self.status = status
        JSONWriter.append(to: &body) { write(&$0) }
        body.append(UInt8(ascii: "\n"))
    }

    func write(to response: inout ResponseWriter) {
        response.begin(status)
        if let entityTag { response.field("ETag", entityTag.utf8.span) }
        if let location { response.field("Location", location.utf8.span) }
        guard !status.forbidsBody else {
            response.field("Cache-Control", "no-store")
            response.field("Referrer-Policy", "no-referrer")
            return response.finish()
        }
        response.field("Content-Type", contentType)
        response.field("Cache-Control", "no-store")
        response.field("Referrer-Policy", "no-referrer")
        response.append(body.span)
        response.finish()
    }
}
