package import ByteText
package import HTTP
package import LinkSource
import LinkStore
package import Server

/// Passes the response to a request on; callable from any thread.
package typealias APIAnswerer = @Sendable (AnswerTicket, Result<APIAnswer, APIError>) -> Void

/// A response of the JSON interfaces, built on threads that have no response writer, such as the store's.
package struct APIAnswer: Sendable {
    package var status = Status.ok
    package var body: [UInt8] = []
    package var contentType: StaticString = "application/json"
    /// The entity tag of the link in the response.
    package var entityTag: String?
    /// The address of a new link.
    package var location: String?
    /// The versions of the changed links, for reads at other nodes.
    package var versions: [LinkVersion] = []

    /// A response without a body.
    package init(_ status: Status) { self.status = status }

    /// A line of JSON.
    package init(_ status: Status = .ok, _ write: (inout JSONWriter) -> Void) {
        self.status = status
        JSONWriter.append(to: &body) { write(&$0) }
        body.append(UInt8(ascii: "\n"))
    }

    package func write(to response: inout ResponseWriter) {
        response.begin(status)
        if let entityTag { response.field("ETag", entityTag.utf8.span) }
        if let location { response.field("Location", location.utf8.span) }
        if !versions.isEmpty {
            let text = versions.map(\.description).joined(separator: ", ")
            response.field("Fingerpost-Version", text.utf8.span)
        }
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

extension LinkResult {
    /// The highest version of each shard in which a link was made, changed or deleted.
    package var versions: [LinkVersion] {
        var highest: [UInt8: LinkVersion] = [:]
        for record in records {
            let version = LinkVersion(record)
            if version.number > highest[version.shard]?.number ?? 0 { highest[version.shard] = version }
        }
        return highest.values.sorted { $0.shard < $1.shard }
    }

    private var records: [LinkRecord] {
        switch self {
        case .link(let record, _), .changed(let record, _): [record]
        case .each(let results): results.flatMap { (try? $0.get())?.records ?? [] }
        case .loaded, .counted, .claimed, .secret, .replicated: []
        }
    }
}
