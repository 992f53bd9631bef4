import ByteText
import Testing
import WebAddress

@Suite struct QueryParametersTests {
    private func split(_ query: String?) -> [String] {
        var arena = ByteArena()
        arena.append("?")
        var parameters = QueryParameters(query.map { arena.append($0) })
        var pieces: [String] = []
        while let parameter = parameters.next(in: arena) {
            pieces.append(arena.string(parameter.name) + (parameter.value.map { " = " + arena.string($0) } ?? ""))
        }
        return pieces
    }

    @Test(
        arguments: [
            (nil, []), ("", []), ("&", []), ("&&a&&", ["a"]), ("a=1&b=2", ["a = 1", "b = 2"]), ("a=", ["a = "]),
            ("=", [" = "]),
            ("=b", [" = b"]), ("a=b=c", ["a = b=c"]), ("a==", ["a = ="]), ("amv&ibi=x", ["amv", "ibi = x"]),
            ("a=1&a=2", ["a = 1", "a = 2"]), ("a;b=1", ["a;b = 1"]), ("%61=%26&b+c", ["%61 = %26", "b+c"]),
            ("link=https://h/?a%3Db&x=?y", ["link = https://h/?a%3Db", "x = ?y"]),
        ] as [(String?, [String])])
    func pieces(query: String?, expected: [String]) {
        #expect(split(query) == expected)
    }

    @Test func decodingWhileIterating() throws {
        var arena = ByteArena(capacity: 1)
        let address = try WebAddress.parse(arena.append("https://h?a=%41&b=%42#x"), in: &arena)
        var parameters = QueryParameters(address.query)
        var values: [String] = []
        while let parameter = parameters.next(in: arena) {
            values.append(arena.string(try PercentCoding.decode(parameter.value!, in: &arena)))
        }
        #expect(values == ["A", "B"])
    }

    /// The nesting of a real mail: a continue URL in an action URL in a link.
    @Test func wrappedLikeMails() throws {
        var arena = ByteArena()
        let continueURL = arena.append("https://h?cartId=1234")
        let mark = arena.count
        arena.append("https://p.firebaseapp.com/__/auth/action?mode=signIn&continueUrl=")
        QueryParameters.wrap(continueURL, in: &arena)
        arena.append("&lang=en")
        let action = arena.piece(from: mark)
        let wrapped = QueryParameters.wrap(action, in: &arena)
        #expect(
            arena.string(wrapped) == "https://p.firebaseapp.com/__/auth/action?mode%3DsignIn"
                + "%26continueUrl%3Dhttps://h?cartId%253D1234%26lang%3Den")
        let unwrapped = try PercentCoding.decode(wrapped, in: &arena)
        #expect(arena.string(unwrapped) == arena.string(action))

        var output: [UInt8] = []
        QueryParameters.wrap(Array("https://h/a%20b?c=d&e#f".utf8).span, into: &output)
        #expect(String(decoding: output, as: UTF8.self) == "https://h/a%2520b?c%3Dd%26e%23f")
    }

    /// Any wrapped text is preserved: characters that are invalid in a URL are escaped as well.
    @Test(arguments: [#"https://h/a\b"#, #"{"a": "<b>|^`"}"#, "ä#b", "a b", "100%"])
    func wrapsAnyText(text: String) throws {
        var arena = ByteArena()
        let wrapped = QueryParameters.wrap(arena.append(text), in: &arena)
        let link = arena.append("https://example.page.link/?link=\(arena.string(wrapped))&d=1")
        let address = try WebAddress.parse(link, in: &arena)
        var parameters = QueryParameters(address.query)
        let value = try #require(parameters.next(in: arena)?.value)
        #expect(arena.string(try PercentCoding.decode(value, in: &arena)) == text)
    }
}
