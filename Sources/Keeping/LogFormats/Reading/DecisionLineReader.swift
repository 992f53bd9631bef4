import ByteText
import Devices
import Links
import Routing

/// Our own decision log: the request at the time of the decision, and the decision.
///
/// It reads the request as the interfaces do, so that the same request is decided again. Allocates.
enum DecisionLineReader {
    /// Fills the request; returns the reason if the line is not a decision, `nil` if it is one.
    static func read(
        _ line: TextRange, into record: inout LogRecord, _ request: inout ClickRequest, _ arena: inout ByteArena
    ) throws(LineFault) -> Bypass? {
        guard let json = parse(arena[line]), json.object != nil else { throw .json }
        switch json["type"]?.string {
        case "decision": break
        case "shadow":
            record.time = json["ts"]?.string.flatMap { Timestamp.seconds($0) }
            return .shadow
        default: return .otherRecord
        }
        guard let input = json["input"], input.object != nil else { throw .input }
        do throws(RequestFault) {
            // A request's own site is not logged, so there is nothing else in the envelope.
            _ = try ClickRequestReader().read(input, into: &request, &arena)
        } catch {
            throw .input
        }
        record.logged = logged(json, in: &arena)
        record.status = record.logged?.status
        record.userAgent = request.userAgent
        record.referer = request.referer
        record.acceptLanguage = request.acceptLanguage
        record.hints = request.hints
        record.ip = request.ip
        record.country = request.country
        record.time = request.time ?? record.logged?.time
        split(request.link, into: &record, in: arena)
        return nil
    }

    private static func parse(_ line: Span<UInt8>) -> JSONValue? {
        do throws(JSONFault) { return try JSONValue(parsing: line) } catch { return nil }
    }

    private static func logged(_ json: JSONValue, in arena: inout ByteArena) -> LoggedDecision {
        var logged = LoggedDecision()
        logged.kind = json["decision"]?.string.flatMap { name in
            DecisionKind.allCases.first { $0.rawValue == name }
        }
        logged.rule = text(json["rule"], in: &arena)
        logged.target = text(json["target"], in: &arena)
        logged.page = text(json["page"], in: &arena)
        logged.status = number(json["status"]).flatMap { UInt16(exactly: $0) }
        logged.error = text(json["error"], in: &arena)
        logged.undecidedCount = number(json["undecided"])
        logged.time = json["ts"]?.string.flatMap { Timestamp.seconds($0) }
        logged.ruleSet = text(json["ruleset"], in: &arena)
        return logged
    }

    private static func text(_ json: JSONValue?, in arena: inout ByteArena) -> TextRange? {
        json?.string.map { arena.append($0) }
    }

    private static func number(_ json: JSONValue?) -> Int? {
        guard case .number(let number)? = json else { return nil }
        return Int(number.text)
    }

    /// Splits the link into host and target, if it has the usual form.
    private static func split(_ link: TextRange, into record: inout LogRecord, in arena: borrowing ByteArena) {
        let bytes = arena[link]
        guard bytes.starts(with: "https://") else { return }
        let end = bytes.firstIndex(of: UInt8(ascii: "/"), from: 8) ?? bytes.count
        record.host = link[8..<end]
        record.target = link[end..<bytes.count]
    }
}
