public import ByteText
import WebAddress

extension LinkInspection {
    /// Writes the inspection as JSON, including nulls: the output of `fingerpost inspect`.
    public func write(_ link: TextRange, in arena: inout ByteArena, to json: inout JSONWriter) {
        json.beginObject()
        json.member("link", link, in: arena)
        json.member("form", form.name)
        writeAddress(in: arena, to: &json)
        json.member("payload", payload, in: arena)
        writeAction(in: arena, to: &json)
        writeParameters(in: &arena, to: &json)
        json.name("error")
        if let fault {
            json.beginObject()
            json.member("code", fault.code.name)
            json.member("message", fault.message)
            json.member("status", Int(fault.code.status))
            json.endObject()
        } else {
            json.null()
        }
        json.endObject()
    }

    private func writeAddress(in arena: borrowing ByteArena, to json: inout JSONWriter) {
        json.member("scheme", address?.schemeName, in: arena)
        json.member("host", address?.host, in: arena)
        json.name("port")
        if let port = address?.port { json.int(Int(port)) } else { json.null() }
        json.member("path", address?.path, in: arena)
    }

    private func writeAction(in arena: borrowing ByteArena, to json: inout JSONWriter) {
        json.name("action")
        guard let action, let mode = action.mode else { return json.null() }
        json.beginObject()
        json.member("mode", mode.name)
        json.member("oob_code", action.oobCode, in: arena)
        json.member("api_key", action.apiKey, in: arena)
        json.member("continue_url", action.continueURL, in: arena)
        json.member("lang", action.lang, in: arena)
        json.member("tenant_id", action.tenantID, in: arena)
        json.endObject()
    }

    /// The parameters of the link's own query, decoded once, in order.
    private func writeParameters(in arena: inout ByteArena, to json: inout JSONWriter) {
        json.name("parameters")
        json.beginObject()
        defer { json.endObject() }
        if let readParameters {
            for parameter in readParameters {
                json.name(arena[parameter.name])
                json.string(arena[parameter.value])
            }
            return
        }
        var pairs = QueryParameters(address?.query)
        var seen: Set<String> = []
        while let pair = pairs.next(in: arena) {
            guard let name = try? PercentCoding.decode(pair.name, in: &arena),
                let value = try? PercentCoding.decode(pair.value ?? .empty, in: &arena),
                seen.insert(arena.string(name)).inserted
            else { continue }
            json.name(arena[name])
            json.string(arena[value])
        }
    }
}
