import Testing

@testable import LogFormats

/// Users pass `--format` a directive of their server's configuration. Regression: it was taken for a pattern with
/// literal quotes, matched no line, and the empty report was a success.
@Suite("A pattern from a configuration")
struct PatternTextTests {
    private static let combined =
        "$remote_addr - $remote_user [$time_local] \"$request\" $status \"$http_referer\" \"$http_user_agent\""

    @Test("of nginx is read as its directive says")
    func nginx() throws {
        let expected = LogFormat.pattern(Self.combined)
        for text in [
            Self.combined,
            "log_format main '\(Self.combined)';",
            """
            log_format  main  '$remote_addr - $remote_user [$time_local] "$request" '
                              '$status "$http_referer" '
                              '"$http_user_agent"';

            """,
            "log_format main escape=default '\(Self.combined)';",
            "log_format main \"\(Self.combined.replacing("\"", with: "\\\""))\";",
            "'$remote_addr - $remote_user [$time_local] \"$request\" $status ' '\"$http_referer\" \"$http_user_agent\"';",
        ] {
            #expect(try LogFormat.parse(text) == expected, "\(text)")
        }
        let json = "{\"a\":\"$remote_addr\",\"r\":\"$request\"}"
        #expect(try LogFormat.parse("log_format j escape=json '\(json)';") == .pattern(json))
        #expect(try LogFormat.parse(#"log_format t '$remote_addr\t$request';"#) == .pattern("$remote_addr\t$request"))
    }

    @Test(
        "of Apache is translated",
        arguments: [
            (
                "%h %l %u %t \"%r\" %>s %b",
                "${remote_addr} ${apache_l} ${apache_u} [${time_local}] \"${request}\" ${status} ${apache_b}"
            ),
            (
                #"LogFormat "%v:%p %{c}a %t \"%r\" %>s \"%{Referer}i\" \"%{User-Agent}i\"" vhost"#,
                "${server_name}:${apache_p} ${remote_addr} [${time_local}] \"${request}\" ${status} \"${http_referer}\" "
                    + "\"${http_user_agent}\""
            ),
            (#"CustomLog "logs/access.log" "%a %m %U%q %s""#, "${remote_addr} ${request_method} ${target} ${status}"),
            (
                "%{msec}t %400,501{Location}o %!200{X-Forwarded-For}i %r",
                "${msec} ${sent_http_location} ${http_x_forwarded_for} ${request}"
            ),
            ("100%% %r", "100% ${request}"),
        ])
    func apache(text: String, pattern: String) throws {
        #expect(try LogFormat.parse(text) == .pattern(pattern))
    }

    @Test(
        "that can't be used is explained",
        arguments: [
            ("%ci:%cp [%tr] %ft %b/%s %ST \"%HM %HU\"", "this is HAProxy's log-format"),
            ("%{+Q}r", "this is HAProxy's log-format"),
            ("[%START_TIME%] \"%REQ(:METHOD)%\" %RESPONSE_CODE%", "this is Envoy's format string"),
            (
                "%h %b",
                "needs $request or $request_uri, the request target; the pattern was read as ${remote_addr} ${apache_b}"
            ),
            ("%h%r", "two adjacent variables"),
            ("%h %", "a % without a directive of Apache's LogFormat at byte 4"),
            ("log_format main '$remote_addr;", "an unterminated quote"),
            ("log_format main combined;", "log_format has no pattern in quotes"),
            ("LogFormat \"plain\" x", "the pattern plain has no variables, such as $request or %r"),
            ("access_log /var/log/nginx/access.log main;", "unknown log format access_log"),
            ("cri:", "unknown log format"), ("docker:w3c", "needs the format of the lines, such as docker:combined"),
        ])
    func faults(text: String, message: String) {
        do {
            let format = try LogFormat.parse(text)
            Issue.record("\(text) is \(String(describing: format))")
        } catch {
            #expect(error.description.contains(message), "\(error.description)")
        }
    }

    /// Regression: `2001:db8::9:5123` was cut at its first colon.
    @Test("reads an address with its port, a list of addresses, and a line that goes on")
    func columns() throws {
        let lines = [
            "2001:db8::9:5123 \"GET /a HTTP/1.1\" 302", "::ffff:203.0.113.4:51234 \"GET /b HTTP/1.1\" 404 more",
            "203.0.113.4:80 \"GET /c HTTP/1.1\" 302",
        ]
        #expect(
            try LineReadings.of(lines, "$remote_addr:$remote_port \"$request\" $status") == [
                "/a 2001:db8::9 302", "/b 203.0.113.4 404 and then more", "/c 203.0.113.4 302",
            ])
        #expect(
            try LineReadings.of(
                ["203.0.113.4, 10.0.0.1 \"GET /a HTTP/1.1\" x", "203.0.113.5 \"GET /b HTTP/1.1\" x, y"],
                "$http_x_forwarded_for \"$request\" $upstream_addr")
                == ["/a 203.0.113.4", "/b 203.0.113.5"])
        #expect(
            try LineReadings.of(["GET /a HTTP/1.1\" 1.5 0.2"], "$request\" ") == ["/a and then 1.5 0.2"])
    }
}
