import Expressions
import Testing

/// The language: expressions with their values in CEL notation, or the error.
@Suite struct LanguageTests {
    static let valueTable: [(String, String)] = [
        // Literals.
        ("0x1F + 1", "32"), ("-9223372036854775808", "-9223372036854775808"),
        ("18446744073709551615u", "18446744073709551615u"),
        (".5 + 1e2", "100.5"), (#"'a\'b' + "c\"d""#, #""a'bc\"d""#), (#"r'\d+' "#, #""\\d+""#),
        ("'''a\n'b''c'''", #""a\n'b''c""#),
        (#"b'\xff\101'== b"\377A""#, "true"), (#"'\u00e9\U0001F431'"#, #""é🐱""#), ("// comment\n1 // another", "1"),
        ("[1, 2,]", "[1, 2]"), ("{'a': 1,}", #"{"a": 1}"#), ("null", "null"),
        // Precedence.
        ("1 + 2 * 3 - 4 / 2", "5"), ("!true || true", "true"), ("true || false && false", "true"),
        ("1 < 2 == true", "true"),
        ("false ? 1 : true ? 2 : 3", "2"), ("-2 * -3", "6"), ("- - 2", "2"), ("7 % -3", "1"), ("-7 / 2", "-3"),
        // Logical operators absorb errors.
        ("1 / 0 == 1 || true", "true"), ("false && 1 / 0 == 1", "false"), ("true ? 1 : 1 / 0", "1"),
        // Numbers.
        ("dyn(1) == 1u && dyn(1u) == 1.0", "true"), ("1 < 2u && 2.5 > 2", "true"), ("0.0 / 0.0 == 0.0 / 0.0", "false"),
        ("{1: 'a'}[dyn(1u)] + {2u: 'b'}[dyn(2.0)]", #""ab""#), ("1u in [1, 2].map(x, dyn(x))", "true"),
        // Lists, maps, fields.
        ("[[1], [2, 3]][1][0]", "2"), ("{'a': {'b': 2}}.a.b", "2"), ("has({'a': 1}.a) && !has({'a': 1}.b)", "true"),
        ("{'x-y': 1}.`x-y`", "1"), ("[1] + [2] == [1, 2]", "true"), ("{'a': 1, 'b': 2} == {'b': 2, 'a': 1}", "true"),
        ("size('ñandú') + size(b'ñ') + size([1]) + {'a': 1}.size()", "9"),
        // Macros.
        ("[1, 2, 3].all(x, x > 0) && [1, 2].exists(x, x == 2)", "true"), ("[1, 2, 2].exists_one(x, x == 2)", "false"),
        ("[1, 2, 3].filter(x, x != 2).map(x, x * x)", "[1, 9]"), ("[1, 2, 3].map(x, x > 1, x + 1)", "[3, 4]"),
        ("[1, 0].exists(x, 1 / x == 1) && [0, 1].exists(x, 1 / x == 1)", "true"),
        ("[[1], [2]].map(x, x.map(y, x[0] + y))", "[[2], [4]]"),
        ("['a', 'b'].transformList(i, v, string(i) + v)", #"["0a", "1b"]"#),
        ("{'a': 1, 'b': 2}.transformMap(k, v, v > 1, v * 10)", #"{"b": 20}"#),
        ("{'a': 'x'}.transformMapEntry(k, v, {v: k})", #"{"x": "a"}"#), ("['a'].all(i, v, i == 0 && v == 'a')", "true"),
        ("[3, 4].existsOne(i, v, i == 1 && v == 4)", "true"),
        // Types and conversions.
        ("type(1) == int && type(type(1)) == type", "true"),
        ("[type('a'), type([]), type({}), type(null)]", "[string, list, map, null_type]"),
        ("int('-5') + int(5u) + int(-1.9) + int(timestamp(7))", "6"), ("uint('5') + uint(1.9)", "6u"),
        ("double('1.5') + double(2)", "3.5"),
        ("string(1.0) + string(1e21) + string(-0.00001) + string(true) + string(b'x')", #""11e+21-1e-05truex""#),
        ("bool('true') && !bool('0')", "true"), ("bytes('é')", #"b"é""#),
        // Time.
        ("timestamp('2024-02-29T12:30:45.5+01:00')", #"timestamp("2024-02-29T11:30:45.5Z")"#),
        ("timestamp('2024-03-01T00:00:00Z') - timestamp('2024-02-01T00:00:00Z')", #"duration("2505600s")"#),
        ("duration('1h1m1.5s') + duration('-1ms')", #"duration("3661.499s")"#),
        ("duration('90m').getHours() + duration('90s').getMinutes()", "2"),
        ("timestamp('1969-12-31T23:59:59Z').getDayOfWeek() + timestamp('2024-12-31T00:00:00Z').getDayOfYear()", "368"),
        ("timestamp('2024-07-01T00:30:00Z').getHours('Europe/Berlin') + timestamp(0).getMinutes('-00:30')", "32"),
        ("timestamp('0001-01-01T00:00:00Z').getFullYear()", "1"), ("string(duration('-0.5s'))", #""-0.5s""#),
        // Strings.
        ("'tacocat'.indexOf('a', 2) + 'tacocat'.lastIndexOf('a', 4)", "6"),
        ("'abc'.charAt(3) + 'abc'.substring(1, 2) + 'abc'.substring(3)", #""b""#),
        ("'a,b,c'.split(',', 2) + ''.split('') + 'xyz'.split('')", #"["a", "b,c", "x", "y", "z"]"#),
        ("'aXbX'.replace('X', '-') + 'aXbX'.replace('X', '', 1) + 'ab'.replace('', '.')", #""a-b-abX.a.b.""#),
        ("['a', 'b'].join('/') + ' x '.trim() + 'Éa'.upperAscii() + 'héllo'.reverse()", #""a/bxÉAolléh""#),
        (#"strings.quote('a"\n')"#, #""\"a\\\"\\n\"""#),
        (
            "'%s %d %.2f %e %x %X %o %b %%'.format(['a', 1, 2.345, 12.0, 255, 'hi', 8, 5])",
            #""a 1 2.35 1.200000e+01 ff 6869 10 101 %""#
        ),
        ("'%s'.format([[1, 'a', null, {'b': 2.5, 'a': duration('1s')}]])", #""[1, a, null, {a: 1s, b: 2.5}]""#),
        ("'%.3f'.format([0.0005]) + '%d'.format([-5])", #""0.001-5""#),
        // Network.
        ("ip('2001:DB8:0:0:0:0:0:1')", #"ip("2001:db8::1")"#),
        ("cidr('192.168.1.7/24').masked()", #"cidr("192.168.1.0/24")"#),
        ("isIP('1.2.3.4') && !isIP('1.2.3.04') && !isIP('::ffff:1.2.3.4') && isCIDR('::/0')", "true"),
        ("cidr('::/0').containsIP('fe80::1') && !cidr('::/0').containsIP('1.2.3.4')", "true"),
        ("string(ip('::')) + string(cidr('1.2.3.4/32')) + string(ip('1:0:0:2:0:0:0:3'))", #""::1.2.3.4/321:0:0:2::3""#),
        // Extensions of this project.
        (
            "version('1.10') > version('1.9') && version('1.0') == version('1') && version('2.0-rc1') < version('2.0')",
            "true"
        ),
        ("string(version('1.10'))", #""1.10""#), ("bucket('user', 'salt') == bucket('user', 'salt')", "true"),
        ("'hubba'.matches('^h.*a$') && matches('x', '')", "true"),
    ]

    @Test(arguments: valueTable)
    func values(source: String, expected: String) throws {
        for isChecked in [true, false] {
            let compilation = CELExpression.compile(source, isChecked: isChecked)
            let expression = try #require(compilation.expression, "\(compilation.diagnostics)")
            switch expression.evaluate() {
            case .success(let value): #expect(value.literal == expected)
            case .failure(let error): Issue.record("\(source): \(error)")
            }
        }
    }

    static let errorTable: [(String, String)] = [
        ("9223372036854775807 + 1", "int overflow"), ("0u - 1u", "uint overflow"),
        ("-(-9223372036854775808)", "int overflow"),
        ("1 / 0", "division by zero"), ("1u % 0u", "division by zero"),
        ("[1][1]", "index 1 is out of range for a list of 1"),
        ("{'a': 1}['b']", #"no such key: "b""#), ("{'a': 1}.b", #"no such key: "b""#),
        ("{'a': 1, 'a': 2}", #"the key "a" appears twice in the map"#),
        ("{1: 1, 1u: 2}", "the key 1u appears twice in the map"),
        ("[1, 2].all(x, x / 0 == 1)", "division by zero"), ("[0, 1].map(x, 1 / x)", "division by zero"),
        ("int('x')", #""x" is not a valid int"#), ("uint(-1)", "uint overflow"), ("int(1e19)", "int overflow"),
        ("string(b'\\xff')", "the bytes are not valid UTF-8"),
        ("timestamp('2023-02-29T00:00:00Z')", #""2023-02-29T00:00:00Z" is not a valid timestamp"#),
        ("duration('1x')", #""1x" is not a valid duration"#),
        ("timestamp(253402300799) + duration('1s')", "time overflow"),
        ("duration('315576000000s') + duration('1s')", "time overflow"),
        ("timestamp(0).getHours('Nowhere/Land')", #""Nowhere/Land" is not a known time zone"#),
        ("'abc'.charAt(4)", "charAt() index is out of range for a string of 3"),
        ("'abc'.substring(2, 1)", "substring() index is out of range for a string of 3"),
        ("'%d'.format(['a'])", "format() can't format string as `%d`"),
        ("'%s %s'.format(['a'])", "format() has 1 argument, but more clauses"),
        ("'%a'.format([1])", "format() doesn't support the clause `%a`"),
        ("'%'.format([1])", "format() string ends inside a clause"),
        ("version('1..2')", #""1..2" is not a valid version"#), ("ip('1.2.3')", #""1.2.3" is not a valid IP address"#),
        ("cidr('1.2.3.4/33')", #""1.2.3.4/33" is not a valid CIDR range"#),
        ("'a'.matches('(')", #""(" is not a valid pattern: missing ): ("#),
        ("dyn('a') + 1", "`+` can't be applied to string and int"), ("dyn(1) && true", "expected a bool, not int"),
        ("dyn([1]) < dyn([2])", "list(dyn) and list(dyn) can't be ordered"), ("dyn(1).a", "int has no fields"),
        ("!dyn(1)", "`!` can't be applied to int"),
        ("dyn(1).size()", "no such overload: `int.size()`"),
    ]

    @Test(arguments: errorTable)
    func errors(source: String, expected: String) throws {
        for isChecked in [true, false] {
            let compilation = CELExpression.compile(source, isChecked: isChecked)
            let expression = try #require(compilation.expression, "\(compilation.diagnostics)")
            switch expression.evaluate() {
            case .success(let value): Issue.record("\(source): \(value.literal)")
            case .failure(let error): #expect(error.message == expected)
            }
        }
    }

    /// Expressions that the checker refuses, and that evaluate to an error or around it if unchecked.
    @Test(arguments: [
        ("1 == 1u", "1:1: `==` can't be applied to int and uint"),
        ("1 + 1.0", "1:1: `+` can't be applied to int and double"),
        ("'a' < 1", "1:1: `<` can't be applied to string and int"),
        ("[1] < [2]", "1:1: `<` can't be applied to list(int) and list(int)"),
        ("true ? 1 : 'a'", "1:1: both sides of `:` must have the same type, not int and string"),
        ("'a'.size", "1:1: string has no fields"),
        ("1.size()", "1:1: no such overload: `int.size()`"), ("[1]['a']", "1:5: a list index must be int, not string"),
        ("{'a': 1}[1]", "1:10: this map's keys are string, not int"),
        ("{1.5: 1}", "1:2: double can't be a map key"),
        ("1.all(x, true)", "1:1: all() needs a list or a map, not int"),
        ("[1].filter(x, x)", "1:15: the condition of filter() must be a bool, not int"),
        ("nope", "1:1: unknown variable `nope`"), ("[1].all(x, y > 0)", "1:12: unknown variable `y`"),
        ("f(1)", "1:1: unknown function `f`"), ("1 in 2", "1:1: `in` needs a list or a map, not int"),
    ])
    func refusals(source: String, expected: String) {
        let diagnostics = CELExpression.compile(source).diagnostics
        #expect(diagnostics.map { "\($0.line):\($0.column): \($0.message)" } == [expected])
        #expect(CELExpression.compile(source, isChecked: false).expression != nil)
    }

    @Test(arguments: [
        "1 +", "(1", "[1", "{1: }", "a.", "'a", "1 2", "a b", "'\\ud83d'", "'\\ud83dx'", "if", "a.in", "{1}", "f(1,)",
        "'\\x4'", "b'\\u0041'",
        "'''a''", "0x", "1..2", "@",
        "has(1)", "[1].all(x.y, true)", "a ? b", "`a`", "M{}",
    ])
    func syntaxErrors(source: String) {
        let compilation = CELExpression.compile(source, isChecked: false)
        #expect(compilation.expression == nil)
        #expect(compilation.diagnostics.count == 1)
    }

    @Test func variablesAreFoundByTheirLongestName() {
        let variables: [(name: String, type: CELType)] = [("a.b", .map(.string, .int)), ("a.b.c", .int)]
        let compiled = CELExpression.compile(
            "a.b.c + a.b.d + [{'b': 5}].map(a, a.b)[0] + .a.b.c - (a.b).c + 7", variables: variables)
        var map = CELMap()
        do { try map.insert(.string("d"), .int(2)); try map.insert(.string("c"), .int(7)) } catch {
            Issue.record("\(error)")
        }
        let result = compiled.expression?.evaluate(["a.b": .map(map), "a.b.c": .int(1)])
        guard case .success(.int(9)) = result else {
            Issue.record("\(String(describing: result)) \(compiled.diagnostics)")
            return
        }
    }

    @Test func whatHasNoValueIsUnknownOnlyWhereItMatters() {
        let compiled = CELExpression.compile("x > 1 || y", variables: [("x", .int), ("y", .bool)])
        guard case .success(.bool(true)) = compiled.expression?.evaluate(["y": .bool(true)]) else {
            Issue.record("an unknown operand was not absorbed")
            return
        }
        guard case .failure(let error) = compiled.expression?.evaluate(["y": .bool(false)]) else {
            Issue.record("an unknown operand vanished")
            return
        }
        #expect(error.message == "no value is given for `x`")
    }

    @Test func deepNestingIsRefusedAndNotRun() {
        for (open, close) in [("(", ")"), ("[", "]"), ("-(", ")"), ("f(", ")")] {
            let source = String(repeating: open, count: 5000) + "1" + String(repeating: close, count: 5000)
            #expect(CELExpression.compile(source, isChecked: false).expression == nil)
        }
        #expect(CELExpression.compile(String(repeating: "!", count: 5000) + "true").expression == nil)
        #expect(CELExpression.compile("1" + String(repeating: " + 1", count: 5000)).expression == nil)
        #expect(CELExpression.compile("a" + String(repeating: ".a", count: 5000), isChecked: false).expression == nil)
        // Nesting depth and chain length add up within parentheses.
        let chains = (0..<20).reduce("1") { inner, _ in "(" + inner + String(repeating: " + 1", count: 20) + ")" }
        #expect(CELExpression.compile(chains).expression == nil)
        for (open, close) in [("(", ")"), ("[", "][0]"), ("-(", ")"), ("int(", ")")] {
            let source = String(repeating: open, count: 80) + "1" + String(repeating: close, count: 80)
            guard case .success(.int(1)) = CELExpression.compile(source, isChecked: false).expression?.evaluate() else {
                Issue.record("80 levels are not too deep: \(open)")
                continue
            }
        }
        let wide = CELExpression.compile("true" + String(repeating: " && true", count: 5000)).expression
        guard case .success(.bool(true)) = wide?.evaluate() else {
            Issue.record("a wide conjunction is not deep")
            return
        }
    }

    @Test(arguments: [
        String(repeating: "[0, 1].all(x, x < 2 && ", count: 40) + "true" + String(repeating: ")", count: 40),
        "['foo']" + String(repeating: ".map(x, x + x)", count: 60) + "[0] == 'foo'",
        "['foo'][0]" + String(repeating: ".split('').join('foo')", count: 60) + " == 'foo'",
    ])
    func exponentialExpressionsEnd(source: String) {
        guard case .failure(let error) = CELExpression.compile(source, isChecked: false).expression?.evaluate() else {
            Issue.record("it ended")
            return
        }
        #expect(error.reason == .tooExpensive)
    }

    @Test func anExponentialConstantIsFoundWhenItIsCompiled() {
        var patterns = PatternList()
        let source = "['foo']" + String(repeating: ".map(x, x + x)", count: 60) + "[0] == link.code"
        let compilation = Condition.compile(source, schema: clickSchema, patterns: &patterns)
        #expect(compilation.condition == nil)
        #expect(
            compilation.diagnostics.map(\.message) == ["this always fails: evaluation takes more than 100000 steps"])
    }
}
