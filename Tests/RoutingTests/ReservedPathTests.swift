import ByteText
import Routing
import Testing

/// The front's own paths, with or without a query; all others are links.
@Suite struct ReservedPathTests {
    @Test(arguments: [
        "/robots.txt", "/robots.txt?x", "/favicon.ico", "/favicon.ico?", "/apple-app-site-association",
        "/.well-known/assetlinks.json", "/.well-known/?a=b", "/_fp/", "/_fp/token?x",
    ])
    func reserved(target: String) {
        #expect(Self.isReserved(target))
    }

    @Test(arguments: [
        "", "/", "/r", "/robots.txtx", "/robots.txt/", "/robots", "/Robots.txt", "/favicon.icon", "/x?/robots.txt",
        "/.well-known", "/.well-known?/x", "/_fp", "/_fp?/", "/%5Ffp/", "/apple-app-site-association.json",
    ])
    func others(target: String) {
        #expect(!Self.isReserved(target))
    }

    private static func isReserved(_ target: String) -> Bool { ReservedPath.contains(Array(target.utf8).span) }
}
