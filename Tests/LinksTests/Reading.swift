import ByteText
import WebAddress

@testable import Links

/// Links as text, for tests: each reading has its own arena.
enum Reading {
    /// The parameters of a query, by name; or the code of the fault.
    static func parameters(_ query: String) -> Result<[String: String], LinkFault> {
        var arena = ByteArena()
        let range = arena.append(query)
        do throws(LinkFault) {
            let parameters = try DynamicLinkParameters(query: range, in: &arena)
            var values: [String: String] = [:]
            for parameter in LinkParameter.allCases {
                if let value = parameters[parameter] { values[parameter.name.description] = arena.string(value) }
            }
            if parameters.hasUnrecognized { values["?"] = "" }
            return .success(values)
        } catch {
            return .failure(error)
        }
    }

    /// The parts of an action link, `-` for missing ones; or the code of the fault.
    static func action(_ link: String) -> String {
        var arena = ByteArena()
        let range = arena.append(link)
        guard let address = try? WebAddress.parse(range, in: &arena) else { return "no address" }
        do throws(LinkFault) {
            let action = try ActionLink(address, in: &arena)
            let texts = [action.oobCode, action.apiKey, action.continueURL, action.lang, action.tenantID]
            let parts = [action.mode?.name.description ?? "-"] + texts.map { $0.map { arena.string($0) } ?? "-" }
            return parts.joined(separator: " ") + (action.isComplete ? " complete" : "")
        } catch {
            return error.code.name.description
        }
    }

    /// The output of `inspect` for a link.
    static func inspection(_ link: String, parity: Bool = false, domains: [String] = []) throws -> JSONValue {
        var arena = ByteArena()
        let range = arena.append(link)
        let domains = domains.compactMap { LinkDomain($0) }
        let inspection =
            parity
            ? LinkInspection(parity: range, domains: domains, in: &arena)
            : LinkInspection(range, domains: domains, in: &arena)
        var output: [UInt8] = []
        JSONWriter.append(to: &output) { writer in inspection.write(range, in: &arena, to: &writer) }
        return try JSONValue(parsing: String(decoding: output, as: UTF8.self))
    }
}
