import Access
import ByteText
import HTTP

/// Backups for new nodes, over the network.
extension LinkAPI {
    func beginBackup(_ call: Call, _ request: borrowing Request) throws(APIError) -> APIAnswer? {
        try requireAllSites(call)
        try call.query.require(only: [])
        return Self.answer(Status(202), try backup.begin(store), .copying)
    }

    func getBackup(_ call: Call, _ request: borrowing Request) throws(APIError) -> APIAnswer? {
        let id = try backupID(call, ["id"])
        return Self.answer(.ok, id, try backup.condition(of: id))
    }

    func readBackup(_ call: Call, _ request: borrowing Request) throws(APIError) -> APIAnswer? {
        let id = try backupID(call, ["id", "offset"])
        let offset = try call.query.count("offset", in: 0...Int.max) ?? 0
        try backup.read(id, at: offset) { [answer, ticket = call.ticket] result in
            answer(
                ticket,
                result.map { bytes in
                    var made = APIAnswer(.ok)
                    made.body = bytes
                    made.contentType = "application/octet-stream"
                    return made
                })
        }
        return nil
    }

    func dropBackup(_ call: Call, _ request: borrowing Request) throws(APIError) -> APIAnswer? {
        try backup.drop(try backupID(call, ["id"]))
        return APIAnswer(.noContent)
    }

    private func backupID(_ call: Call, _ parameters: [String]) throws(APIError) -> String {
        try requireAllSites(call)
        try call.query.require(only: parameters)
        guard let id = call.query["id"] else { throw APIError(.badRequest, "id must name a backup") }
        return id
    }

    /// A backup contains the links of all sites, and secrets.
    private func requireAllSites(_ call: Call) throws(APIError) {
        guard call.caller.sites == nil else {
            throw APIError(
                .forbidden, "the token \(call.caller.name) is limited to sites, and a backup contains all links")
        }
    }

    private static func answer(_ status: Status, _ id: String, _ condition: PeerBackup.Condition) -> APIAnswer {
        APIAnswer(status) { json in
            json.beginObject()
            json.member("id", id)
            switch condition {
            case .copying: json.member("state", "copying")
            case .ready(let bytes, let digest):
                json.member("state", "ready")
                json.member("bytes", bytes)
                json.member("sha256", digest)
            case .failed(let problem):
                json.member("state", "failed")
                json.member("problem", problem)
            }
            json.endObject()
        }
    }
}
