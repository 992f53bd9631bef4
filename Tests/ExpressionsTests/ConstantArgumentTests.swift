import Expressions
import Testing

/// A constant that makes a call fail for every click is reported when the condition is compiled. Otherwise the
/// condition would silently never match.
@Suite("Constant arguments")
struct ConstantArgumentTests {
    private static let schema: FactSchema = {
        var schema = FactSchema()
        schema.declare("time", .timestamp)
        schema.declare("ip", .text)
        schema.declare("languages", .list)
        schema.declare("count", .int)
        return schema
    }()

    private static func diagnostics(_ source: String) -> [Diagnostic] {
        var patterns = PatternList()
        return Condition.compile(source, schema: schema, patterns: &patterns).diagnostics
    }

    @Test(
        "a call that can't succeed is an error at its argument",
        arguments: [
            (#"time.getHours("Europe/Berln") > 8"#, #""Europe/Berln" is not a known time zone"#, 15),
            (#"time.getDayOfWeek("25:00") == 0"#, #""25:00" is not a known time zone"#, 19),
            (#"time.getMinutes("") == 0"#, #""" is not a known time zone"#, 17),
            (#"time > timestamp("2026-02-30T00:00:00Z")"#, "is not a valid timestamp", 8),
            (#"time - duration("1 day") > timestamp(0)"#, "is not a valid duration", 8),
            (#"version(ip) < version("1..2")"#, "is not a valid version", 15),
            (#"ip(ip) == ip("300.0.0.1")"#, "is not a valid IP address", 11),
            (#"cidr("10.0.0.0/33").containsIP(ip)"#, "is not a valid CIDR range", 1),
            (#"cidr(ip).containsIP("10.0.0")"#, "is not a valid IP address", 21),
            (#"cidr(ip).containsCIDR("10.0.0.0")"#, "is not a valid CIDR range", 23),
            (#"ip.matches("(")"#, "not a valid RE2 pattern", 12),
            (#"ip.substring(-1) == """#, "index is out of range for any string", 14),
            (#"ip.substring(3, 2) == """#, "index is out of range for any string", 17),
            (#"ip.charAt(-1) == """#, "index is out of range for any string", 11),
            (#"ip.indexOf("a", -1) == 0"#, "index is out of range for any string", 17),
            (#""%z".format([ip]) == """#, "doesn't support the clause `%z`", 1),
            (#""%s %s".format([ip]) == """#, "has 1 argument for 2 clauses", 1),
            ("count / 0 == 1", "division by zero", 9), ("count % 0 == 1", "division by zero", 9),
            (#"languages[-1] == "de""#, "index -1 is out of range", 11), (#"[ip][1] == "x""#, "for a list of 1", 6),
            (#"languages.exists(l, time.getHours("Nowhere") > 1)"#, #""Nowhere" is not a known time zone"#, 35),
        ])
    func fails(source: String, message: String, column: Int) {
        let found = Self.diagnostics(source).filter { $0.severity == .error }
        #expect(found.count == 1, "\(found)")
        #expect(found.first?.message.contains(message) ?? false, "\(found)")
        #expect(found.first?.column == column, "\(found)")
    }

    @Test(
        "a call that may succeed is none",
        arguments: [
            #"time.getHours("Europe/Berlin") > 8"#, #"time.getHours("UTC") > 8"#, #"time.getHours("-08:00") > 8"#,
            #"time.getHours("05:30") > 8"#, #"cidr(ip).containsIP("10.0.0.1")"#, #"cidr(ip).containsCIDR("::/0")"#,
            #"ip.substring(2, 2) == """#, #"ip.substring(1000) == """#, #""%s%%".format([ip]) == """#,
            "count / 1 == 1", #"languages[0] == "de""#, #"[ip, ip][1] == "x""#,
        ])
    func mayHold(source: String) {
        #expect(Self.diagnostics(source).isEmpty, "\(Self.diagnostics(source))")
    }

    @Test("the zone that was meant is named")
    func hint() {
        #expect(Self.diagnostics(#"time.getHours("Europe/Berln") > 8"#).first?.hint == "did you mean `Europe/Berlin`?")
    }
}
