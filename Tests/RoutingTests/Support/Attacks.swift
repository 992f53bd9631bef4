/// Addresses that try to lead people away from a site that allows https://www.example.com alone.
enum Attacks {
    /// Each must be refused: none is a place the site allows, or none that two readers agree about.
    static let refused: [String] =
        strangers + authorities + schemes + separators + controls + names + numbers + encodings

    private static let strangers = [
        "https://evil.example.net/", "http://evil.example.net/", "https://evil.example.net",
        "HTTPS://EVIL.EXAMPLE.NET/",
        "https://www.example.com.evil.net/", "https://evilwww.example.com.evil.net/https://www.example.com/",
        "https://example.com/", "https://evil.net/?https://www.example.com/",
        "https://evil.net/#https://www.example.com/",
        "https://evil.net/https://www.example.com/", "https://xwww.example.com/", "https://shop.www.example.com/",
        "http://www.example.com/", "http://localhost/", "https://localhost/", "http://127.0.0.1/",
    ]

    private static let authorities = [
        "https://www.example.com@evil.net/", "https://www.example.com:x@evil.net/", "https://u:p@www.example.com/",
        "https://@evil.net/", "https://www.example.com%40evil.net/", "https://www.example.com%2F@evil.net/",
        "https://evil.net%2F@www.example.com/", "https://www.example.com:80@evil.net/", "https://evil.net:443/",
        "https://www.example.com:443@evil.net/", "https://www.example.com:99999/",
        "https://www.example.com:/../@evil.net",
        "https://www.example.com:-1/", "https://www.example.com:4x/", "https://evil.net:@www.example.com/",
        "https://[www.example.com]@evil.net/", "https://www.example.com;@evil.net/",
        "https://www.example.com&@evil.net/",
    ]

    private static let schemes = [
        "javascript:alert(1)", "JavaScript:alert(1)", "javascript://www.example.com/%0Aalert(1)",
        "data:text/html,<script>alert(1)</script>", "data://www.example.com/,x", "vbscript:x", "file:///etc/passwd",
        "blob:https://www.example.com/x", "view-source:https://www.example.com/", "about:blank",
        "ftp://www.example.com/",
        "intent://evil.net/#Intent;scheme=https;end", "market://details?id=com.evil", "com.example.ios://google/link/",
        "ws://www.example.com/", "mailto:a@www.example.com", "tel:1", "https", "https:", "https:/", "https://", "",
        " javascript:alert(1)", "\u{1}javascript:alert(1)", "java\tscript:alert(1)", "java\nscript:alert(1)",
    ]

    private static let separators = [
        "//evil.net/", "///evil.net/", "\\\\evil.net\\", "/\\evil.net/", "/evil", "evil.net", "www.example.com", "?x",
        "#x",
        "https:evil.net", "https:/evil.net/", "https:///evil.net/", "https:////evil.net/", "https:\\\\evil.net\\",
        "https:/\\evil.net/", "https:\\/evil.net/", "https:www.example.com", "https:/www.example.com/",
        "https:///www.example.com/", "https:\\\\www.example.com\\", "https://evil.net\\@www.example.com/",
        "https://www.example.com\\@evil.net/", "https://www.example.com\\.evil.net/",
        "https://evil.net\\www.example.com/",
        "https://evil.net?@www.example.com/", "https://evil.net#@www.example.com/",
        "https://evil.net/\\www.example.com/",
        "http:https://www.example.com/", "https://https://www.example.com/",
    ]

    private static let controls = [
        "https://evil.net\t@www.example.com/", "ht\ttps://evil.net/", "https://www.exam\tple.com/",
        "https://www.example.com\n.evil.net/",
        "https://www.example.com/\r\nLocation: https://evil.net/", "https://www.example.com/\r\n\r\n<script>",
        "https://www.example.com/\0",
        "https://www.example.com\0.evil.net/", " https://evil.net/", "https://evil.net/ ", "\u{B}https://evil.net/",
        "https://www.example.com /",
        "https://www.example.com/\u{7F}", "https:\n//evil.net/", "https://\nevil.net/", "\nhttps://www.example.com/",
        "\t//evil.net",
    ]

    private static let names = [
        "https://www.example.com./", "https://www.example.com../", "https://.www.example.com/",
        "https://www..example.com/",
        "https://www.еxample.com/", "https://www.exаmple.com/", "https://ｅvil.net/", "https://www。evil。net/",
        "https://evil.net\u{FF0F}.www.example.com/", "https://evil.net\u{2044}.www.example.com/",
        "https://evil.net\u{FF03}.www.example.com/",
        "https://www.example.com\u{200D}.evil.net/", "https://xn--www-example-com.evil.net/", "https://xn--/",
        "https://www.example.c\u{14D}m/",
        "https://evil\u{3002}net/", "https://evil%E3%80%82net/", "https://e%76il.net/", "https://%65vil.net/",
        "https://www.example.com%2eevil.net/",
        "https://www.example.com%00.evil.net/", "https://www.example.com%0a.evil.net/",
        "https://www.example.com%5c.evil.net/",
        "https://www_example.com/", "https://-/", "https://*/", "https://www.example.com,evil.net/",
        "https://www.example.com" + String(repeating: ".a", count: 200) + "/",
        "https://" + String(repeating: "a", count: 300) + ".www.example.com/",
    ]

    private static let numbers = [
        "http://2130706433/", "https://2130706433/", "https://0x7f000001/", "https://0177.0.0.1/", "https://127.1/",
        "https://1.2.3.4/",
        "https://0x7f.1/", "https://1.2.3.4.5/", "https://[::1]/", "https://[::ffff:127.0.0.1]/",
        "https://[2001:db8::1]/", "https://[::1",
        "https://::1/", "https://[v1.x]/", "https://[fe80::1%25eth0]/", "https://1.2.3.256/", "https://①.②.③.④/",
    ]

    private static let encodings = [
        "https%3A%2F%2Fwww.example.com%2F", "https%3A%2F%2Fevil.net%2F", "https://www.example.com%252F@evil.net/",
        "%68ttps://evil.net/", "https%3a//evil.net/", "https://%2577ww.example.com/",
        "https://evil.net%00https://www.example.com/",
        "https://www.example.com%", "https://www.example.com/%", "https://www.example.com/%zz",
        "https://www.example.com/%2",

    ]

    /// Each may be refused or followed, as long as nobody leaves the site.
    static let harmless: [String] = [
        "https://www.example.com/%ff%fe", "https://www.example.com/%c0%ae%c0%ae",
        "https://www.example.com/", "https://WWW.EXAMPLE.COM/", "https://www.example.com",
        "https://www.example.com:443/",
        "https://www.example.com:8443/", "https://www.example.com//evil.net/", "https://www.example.com/..//evil.net/",
        "https://www.example.com/%2e%2e//evil.net", "https://www.example.com/%5c%5cevil.net",
        "https://www.example.com/\\evil.net",
        "https://www.example.com/@evil.net", "https://www.example.com?@evil.net/", "https://www.example.com#@evil.net/",
        "https://www.example.com/;end;S.browser_fallback_url=https%3A%2F%2Fevil.net;end",
        "https://www.example.com/#Intent;package=com.evil;S.browser_fallback_url=https%3A%2F%2Fevil.net;end",
        "https://www.example.com/?a=1&url=https://evil.net/&min_version=0&id=com.evil",
        "https://www.example.com/\"'><script>",
        "https://www.example.com/%0d%0aLocation:%20https://evil.net/", "https://www.example.com/%2561",
        "https://www.example.com/\u{202E}",
        "https://www.example.com/" + String(repeating: "a", count: 9_000),
        "https://www.example.com/?" + String(repeating: "%25", count: 3_000),
        "https://evil.net\u{AD}/", "https://www.exam\u{AD}ple.com/", "https://ｗｗｗ.example.com/",
        "https://www.example.com/a b",
        "https://" + String(repeating: "a.", count: 60_000) + "example.com/",
    ]
}
