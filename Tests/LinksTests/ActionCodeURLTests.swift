import ByteText
import Testing

@testable import Links

/// The quirks of Firebase's web SDK, and the strict reading of the same link.
@Suite("Action links as the SDK reads them")
struct ActionCodeURLTests {
    static let full = "mode=signIn&oobCode=C&apiKey=K"
    static let action = "https://a.example/?mode%3DsignIn%26oobCode%3DC%26apiKey%3DK"

    @Test(
        "every quirk",
        arguments: [
            // A literal = ends a value; %3D does not.
            ("https://a.example/?mode=signIn&oobCode=A=B&apiKey=K", "signIn A K - - -", "signIn A=B K - - -"),
            ("https://a.example/?mode=signIn&oobCode=A%3D%3D&apiKey=K", "signIn A== K - - -", "signIn A== K - - -"),
            ("https://a.example/?mode=signIn=x&oobCode=C&apiKey=K", "signIn C K - - -", "-"),
            // A name without = has a value anyway.
            ("https://a.example/?mode=signIn&oobCode&apiKey=K", "signIn undefined K - - -", "-"),
            ("https://a.example/?mode=signIn&oobCode=&apiKey=K", "-", "-"),
            // The last of several values counts.
            ("https://a.example/?\(full)&oobCode=D", "signIn D K - - -", "malformed-url"),
            ("https://a.example/?\(full)&mode=none", "-", "malformed-url"),
            // A plus is literal, and the fragment is ignored.
            ("https://a.example/?mode=signIn&oobCode=a+b&apiKey=K", "signIn a+b K - - -", "signIn a+b K - - -"),
            ("https://a.example/?\(full)#&oobCode=D", "signIn C K - - -", "signIn C K - - -"),
            ("https://a.example/#?\(full)", "signIn C K - - -", "-"),
            // A broken percent-encoding throws while unwrapping, and has no value at the innermost level.
            (
                "https://a.example/?mode=signIn&oobCode=%ZZ&apiKey=K", "malformed-percent-encoding",
                "malformed-percent-encoding"
            ),
            ("https://d.example/?link=%E0%A4%A", "malformed-percent-encoding", "malformed-percent-encoding"),
            (
                "https://d.example/?link=https://a.example/?x%3D%25", "malformed-percent-encoding",
                "malformed-percent-encoding"
            ),
            ("https://d.example/?link=%C3x", "malformed-percent-encoding", "malformed-percent-encoding"),
            (
                "https://d.example/?link=https://b.example/?deep_link_id%3Dhttps://a.example/?x%253D%25252", "-",
                "-"
            ),
            // Any host, path and scheme can wrap a link.
            ("https://stranger.example/any/path?link=\(action)", "signIn C K - - -", "signIn C K - - -"),
            ("com.example.ios://google/link/?deep_link_id=\(action)", "signIn C K - - -", "invalid-link-scheme"),
            ("javascript:?link=\(action)", "signIn C K - - -", "invalid-link-scheme"),
            // Without a ? the whole text is a query; with a leading ? there is none.
            (full, "signIn C K - - -", "invalid-link-scheme"),
            ("x&\(full)#y", "signIn C K - - -", "invalid-link-scheme"),
            ("?\(full)", "-", "invalid-link-scheme"), ("https://a.example/??\(full)", "-", "-"),
            // A decoded link without any of the parameters.
            ("https://d.example/?link=nothing", "-", "invalid-link-scheme"), ("https://d.example/?link", "-", "-"),
            ("", "-", "invalid-link-scheme"), ("https://a.example/?mode=SIGNIN&oobCode=C&apiKey=K", "-", "-"),
            ("https://a.example/?\(full)&lang=%00", "signIn C K - \u{0} -", "malformed-url"),
            // A letter that combines with a separate accent after the separator is still after the separator.
            ("https://a.example/?\(full)&tenantId=\u{301}x", "signIn C K - - \u{301}x", "signIn C K - - \u{301}x"),
        ])
    func quirk(link: String, parity: String, strict: String) throws {
        #expect(try Self.reading(Reading.inspection(link, parity: true)) == parity)
        #expect(try Self.reading(Reading.inspection(link)) == strict)
    }

    @Test(
        "which of several wrapped links counts",
        arguments: [
            ("link=\(nested("a"))", "a", "a"), ("deep_link_id=\(nested("c"))", "c", "c"),
            ("link=\(nested("a"))&deep_link_id=\(nested("c"))", "c", "malformed-url"),
            ("link=\(nested("a", deepLink: "b"))", "b", "b"), ("deep_link_id=\(nested("c", link: "d"))", "d", "d"),
            ("link=\(nested("a", deepLink: "b"))&deep_link_id=\(nested("c", link: "d"))", "d", "malformed-url"),
            ("link=&deep_link_id=\(nested("c"))", "c", "c"), ("link=\(nested("a"))&deep_link_id=", "a", "a"),
            ("link=\(nested("a", link: "e"))", "a", "a"),
        ])
    func order(query: String, parity: String, strict: String) throws {
        for (isParity, expected) in [(true, parity), (false, strict)] {
            let inspection = try Reading.inspection("https://d.example/?\(query)", parity: isParity)
            #expect((inspection["action"]?["oob_code"] ?? inspection["error"]?["code"])?.string == expected)
        }
    }

    /// An action link with a code that wraps others, encoded as a value.
    static func nested(_ code: String, link: String? = nil, deepLink: String? = nil) -> String {
        var inner = "https://a.example/?mode=signIn&oobCode=\(code)&apiKey=K"
        if let link { inner += "&link=\(nested(link))" }
        if let deepLink { inner += "&deep_link_id=\(nested(deepLink))" }
        var output: [UInt8] = []
        for byte in inner.utf8 {
            output += byte.isAlphanumeric ? [byte] : [UInt8(ascii: "%"), .hexDigit(byte >> 4), .hexDigit(byte)]
        }
        return String(decoding: output, as: UTF8.self)
    }

    /// The parts of an inspection's action, `-` for missing ones; or the code of the fault.
    static func reading(_ inspection: JSONValue) -> String {
        if let code = inspection["error"]?["code"]?.string { return code }
        guard let action = inspection["action"], !action.isNull else { return "-" }
        let names = ["mode", "oob_code", "api_key", "continue_url", "lang", "tenant_id"]
        return names.map { action[$0]?.string ?? "-" }.joined(separator: " ")
    }
}
