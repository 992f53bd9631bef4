import Expressions
import Testing

/// Complete messages as shown to authors of rules.
@Suite struct DiagnosticTests {
    static let table: [(String, String)] = [
        (
            "",
            #"""
            r.yaml:3:9: error: the expression is empty
            """#
        ),
        (
            "device.plattform == 'ios'",
            #"""
            r.yaml:3:9: error: unknown fact `device.plattform`
                device.plattform == 'ios'
                ^~~~~~~~~~~~~~~~
                hint: did you mean `device.platform`?
            """#
        ),
        (
            "device.platform == 'iso'",
            #"""
            r.yaml:3:28: error: `device.platform` is never "iso"; expected one of "android", "ios", "ipados", "macos", "windows", "unknown"
                device.platform == 'iso'
                                   ^~~~~
                hint: did you mean `ios`?
            """#
        ),
        (
            "device.platform in ['ios', 'androit']",
            #"""
            r.yaml:3:36: error: `device.platform` is never "androit"; expected one of "android", "ios", "ipados", "macos", "windows", "unknown"
                device.platform in ['ios', 'androit']
                                           ^~~~~~~~~
                hint: did you mean `android`?
            """#
        ),
        (
            "link == 'x'",
            #"""
            r.yaml:3:9: error: `link` is a group of facts; expected one of `link.form`, `link.payload_is_action`, `link.path`, `link.payload`, `link.afl`, `link.efr`, `link.code`, `link.minimum`
                link == 'x'
                ^~~~
            """#
        ),
        (
            "link.payload",
            #"""
            r.yaml:3:9: error: a condition must be a bool, not string
                link.payload
                ^~~~~~~~~~~~
            """#
        ),
        (
            "link.payload == 1",
            #"""
            r.yaml:3:9: error: `==` can't be applied to string and int
                link.payload == 1
                ^~~~~~~~~~~~~~~~~
            """#
        ),
        (
            "link.payload = 'x'",
            #"""
            r.yaml:3:22: error: unexpected character `=`
                link.payload = 'x'
                             ^
                hint: use `==` to compare
            """#
        ),
        (
            "link.payload_is_action & true",
            #"""
            r.yaml:3:32: error: unexpected character `&`
                link.payload_is_action & true
                                       ^
                hint: use `&&`
            """#
        ),
        (
            "app.version < '1.10'",
            #"""
            r.yaml:3:9: error: `app.version` would be compared character by character
                app.version < '1.10'
                ^~~~~~~~~~~~~~~~~~~~
                hint: use version(app.version) < version("…")
            """#
        ),
        (
            "version(app.version) < '1.10'",
            #"""
            r.yaml:3:9: error: `<` can't be applied to version and string
                version(app.version) < '1.10'
                ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~
                hint: use version("…") on both sides
            """#
        ),
        (
            "version(app.version) < version('1.x')",
            #"""
            r.yaml:3:32: error: this always fails: "1.x" is not a valid version
                version(app.version) < version('1.x')
                                       ^~~~~~~~~~~~~~
            """#
        ),
        (
            "link.payload.startWith('x')",
            #"""
            r.yaml:3:9: error: unknown function `startWith`
                link.payload.startWith('x')
                ^~~~~~~~~~~~~~~~~~~~~~~~~~~
                hint: did you mean `startsWith`?
            """#
        ),
        (
            "link.payload.startsWith(1)",
            #"""
            r.yaml:3:9: error: no such overload: `string.startsWith(int)`; expected string.startsWith(string)
                link.payload.startsWith(1)
                ^~~~~~~~~~~~~~~~~~~~~~~~~~
            """#
        ),
        (
            "link.payload.startsWith()",
            #"""
            r.yaml:3:9: error: `startsWith` can't be called like this; expected string.startsWith(string)
                link.payload.startsWith()
                ^~~~~~~~~~~~~~~~~~~~~~~~~
            """#
        ),
        (
            "link.payload.matches('a(b')",
            #"""
            r.yaml:3:30: error: not a valid RE2 pattern: missing ): a(b
                link.payload.matches('a(b')
                                     ^~~~~
            """#
        ),
        (
            "link.payload.matches(link.path)",
            #"""
            r.yaml:3:30: error: the pattern of matches() must be a constant here
                link.payload.matches(link.path)
                                     ^~~~~~~~~
            """#
        ),
        (
            "has(link)",
            #"""
            r.yaml:3:13: error: has() needs a field; expected has(name.field)
                has(link)
                    ^~~~
            """#
        ),
        (
            "has(link.aff)",
            #"""
            r.yaml:3:13: error: unknown fact `link.aff`
                has(link.aff)
                    ^~~~
                hint: did you mean `link.afl`?
            """#
        ),
        (
            "(link.path == 'a'",
            #"""
            r.yaml:3:26: error: the end of the expression is unexpected here; expected `)`
                (link.path == 'a'
                                 ^
            """#
        ),
        (
            "link.path == 'a",
            #"""
            r.yaml:3:22: error: unterminated string; expected `'`
                link.path == 'a
                             ^~
            """#
        ),
        (
            "link.path == 'a\\q'",
            #"""
            r.yaml:3:24: error: unknown escape sequence; expected `\\`, `\"`, `\n`, `\t`, `\x41`, `\u00e9` or another of CEL's escapes
                link.path == 'a\q'
                               ^~
                hint: in a raw string, r"…", backslashes are literal
            """#
        ),
        (
            "link.path == 'a' &&\n  link.pth == 'b' &&\n  device.platform == 'amiga'",
            #"""
            r.yaml:4:7: error: unknown fact `link.pth`
                  link.pth == 'b' &&
                  ^~~~~~~~
                hint: did you mean `link.path`?
            r.yaml:5:26: error: `device.platform` is never "amiga"; expected one of "android", "ios", "ipados", "macos", "windows", "unknown"
                  device.platform == 'amiga'
                                     ^~~~~~~
            """#
        ),
        (
            "cidr('10.0.0.0/33').containsIP(request.ip)",
            #"""
            r.yaml:3:9: error: this always fails: "10.0.0.0/33" is not a valid CIDR range
                cidr('10.0.0.0/33').containsIP(request.ip)
                ^~~~~~~~~~~~~~~~~~~
            """#
        ),
        (
            "1 / 0 == 1",
            #"""
            r.yaml:3:9: error: this always fails: division by zero
                1 / 0 == 1
                ^~~~~
            """#
        ),
        (
            "link.path == 'é' && nope",
            #"""
            r.yaml:3:29: error: unknown fact `nope`
                link.path == 'é' && nope
                                    ^~~~
                hint: put text in quotes: "nope"
            """#
        ),
        (
            "true || link.payload_is_action",
            #"""
            r.yaml:3:9: warning: this is always true
                true || link.payload_is_action
                ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
            """#
        ),
        (
            "has(link.form) || link.payload_is_action",
            #"""
            r.yaml:3:9: warning: `link.form` is always present
                has(link.form) || link.payload_is_action
                ^~~~~~~~~~~~~~
            """#
        ),
        (
            "link.code in 'abc'",
            #"""
            r.yaml:3:9: error: `in` needs a list or a map, not string
                link.code in 'abc'
                ^~~~~~~~~~~~~~~~~~
            """#
        ),
        (
            "request.headers.foo == 1",
            #"""
            r.yaml:3:9: error: `==` can't be applied to string and int
                request.headers.foo == 1
                ^~~~~~~~~~~~~~~~~~~~~~~~
            """#
        ),
        (
            "device.languages.all(1, true)",
            #"""
            r.yaml:3:30: error: a macro variable must be a simple name; expected a name
                device.languages.all(1, true)
                                     ^
            """#
        ),
        (
            "Message{a: 1}",
            #"""
            r.yaml:3:16: error: message construction is not supported; expected an operator
                Message{a: 1}
                       ^
            """#
        ),
        (
            "12x == 1",
            #"""
            r.yaml:3:9: error: `12x` is not a number
                12x == 1
                ^~~
            """#
        ),
        (
            "99999999999999999999 == 1",
            #"""
            r.yaml:3:9: error: 99999999999999999999 is too large; expected a 64-bit number
                99999999999999999999 == 1
                ^~~~~~~~~~~~~~~~~~~~
            """#
        ),
        (
            "link.payload_is_action ? 1 : 2",
            #"""
            r.yaml:3:9: error: a condition must be a bool, not int
                link.payload_is_action ? 1 : 2
                ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
            """#
        ),
    ]

    @Test(arguments: table)
    func messages(source: String, expected: String) {
        var patterns = PatternList()
        let compilation = Condition.compile(source, schema: clickSchema, patterns: &patterns)
        let renderer = DiagnosticRenderer(file: "r.yaml", source: source, line: 3, column: 9, continuationColumn: 5)
        let text = compilation.diagnostics.map { renderer.render($0) }.joined(separator: "\n")
        #expect(text == expected)
        #expect((compilation.condition == nil) == text.contains(" error: "))
    }

    @Test func theLongestConditionCompiles() {
        let test = "link.payload_is_action || !link.payload_is_action && "
        let source = String(repeating: test, count: Condition.maximumLength / test.utf8.count) + "true"
        var patterns = PatternList()
        #expect(Condition.compile(source, schema: clickSchema, patterns: &patterns).condition != nil)
        let longer = source + String(repeating: " ", count: Condition.maximumLength)
        let compilation = Condition.compile(longer, schema: clickSchema, patterns: &patterns)
        #expect(compilation.condition == nil)
        #expect(compilation.diagnostics.map(\.message) == ["the condition is longer than 32768 bytes"])
    }
}
