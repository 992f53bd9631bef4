import Expressions
import Testing

/// Edge cases of the language: invalid types, durations out of range, embedded IPv4 addresses.
@Suite("Edges of CEL's values")
struct EdgeValueTests {
    private static func value(_ source: String, isChecked: Bool) -> Result<CELValue, CELError>? {
        CELExpression.compile(source, isChecked: isChecked).expression?.evaluate()
    }

    private static func fails(_ source: String) -> Bool {
        [true, false].allSatisfy { isChecked in
            guard let result = value(source, isChecked: isChecked) else { return isChecked }
            if case .failure = result { return true }
            return false
        }
    }

    private static func holds(_ source: String) -> Bool {
        [true, false].allSatisfy { isChecked in
            guard case .success(let value)? = value(source, isChecked: isChecked) else { return false }
            return value.equals(.bool(true))
        }
    }

    /// `dyn` means an unknown type. No value has it, so it is not a type name.
    @Test("dyn is no type", arguments: ["dyn", "type(dyn)", "type(1) == dyn", "[dyn]", ".dyn"])
    func dyn(source: String) {
        #expect(Self.fails(source))
    }

    @Test(
        "names of types are types",
        arguments: ["type(dyn(1)) == int", "[1].exists(dyn, dyn == 1)", "type(null_type) == type", "dyn(1) == 1"])
    func types(source: String) {
        #expect(Self.holds(source))
    }

    /// All CEL implementations count the difference of two timestamps in 64-bit nanoseconds, about 292 years.
    @Test(
        "a difference of timestamps that doesn't fit is an error",
        arguments: [
            "timestamp('9999-12-31T23:59:59Z') - timestamp('0001-01-01T00:00:00Z')",
            "timestamp('0001-01-01T00:00:00Z') - timestamp('9999-12-31T23:59:59Z')",
            "timestamp('1970-01-01T00:00:00Z') - timestamp('1677-09-21T00:12:43.145224191Z')",
            "timestamp('2262-04-11T23:47:16.854775808Z') - timestamp(0)",
        ])
    func differences(source: String) {
        #expect(Self.fails(source))
    }

    @Test(
        "the longest difference that fits is one",
        arguments: [
            "timestamp('2262-04-11T23:47:16.854775807Z') - timestamp(0) == duration('9223372036.854775807s')",
            "timestamp(0) - timestamp('2262-04-11T23:47:16.854775808Z') == duration('-9223372036.854775808s')",
        ])
    func longest(source: String) {
        #expect(Self.holds(source))
    }

    /// RFC 4291, section 2.5.5.2: the same node, regardless of the notation of its address.
    @Test(
        "an IPv4-mapped address in hexadecimal groups is the IPv4 address",
        arguments: [
            "ip('::ffff:c0a8:1') == ip('192.168.0.1')", "isIP('::FFFF:C0A8:0001')",
            "ip('0:0:0:0:0:ffff:7f00:1').isLoopback()", "ip('::ffff:c0a8:1').family() == 4",
            "string(ip('::ffff:c0a8:1')) == '192.168.0.1'", "!ip.isCanonical('::ffff:c0a8:1')",
            "cidr('192.168.0.0/16').containsIP('::ffff:c0a8:1')", "!cidr('::/0').containsIP('::ffff:c0a8:1')",
            "ip('::fffe:c0a8:1').family() == 6", "ip('::1:ffff:c0a8:1').family() == 6",
        ])
    func mapped(source: String) {
        #expect(Self.holds(source))
    }

    @Test(
        "an address in two notations, or a block of mapped ones, is none",
        arguments: [
            "ip('::ffff:192.168.0.1')", "cidr('::ffff:192.168.0.1/24')", "cidr('::ffff:c0a8:1/24')",
            "cidr('::ffff:c0a8:0/112')",
        ])
    func refused(source: String) {
        #expect(Self.fails(source))
    }
}
