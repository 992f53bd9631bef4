import ByteText
import Foundation
import HTTP
import OpenSSL
import Testing

@testable import AdminPages
@testable import Access
@testable import Console

/// The common properties of all pages.
@Suite("The console's frame")
struct FrameTests {
    @Test("pages are small, whole, and named; the policy allows their one style, and nothing else inline")
    func pages() async throws {
        let console = try ConsoleInMemory()
        for path in ["/", "/try", "/rules", "/live", "/links", "/sign-in", "/nowhere"] {
            let (answer, text) = await console.ask(path)
            #expect(answer.status.code == (path == "/nowhere" ? 404 : path == "/links" ? 503 : 200))
            #expect(answer.contentType == "text/html; charset=utf-8" && !answer.isImmutable)
            #expect(text.hasPrefix("<!DOCTYPE html>") && text.hasSuffix("</html>\n"), "\(path)")
            #expect(!text.contains("{{") && !text.contains("style=\"") && text.utf8.count < 60_000)
            #expect(
                !text.contains(" onclick") && !text.contains("javascript:")
                    && text.components(separatedBy: "<script").count == 2)
            let style = try #require(text.firstMatch(of: /<style>([^<]*)<\/style>/)?.1)
            let digest = Data(Digest.sha256(Array(style.utf8).span)).base64EncodedString()
            let policy = answer.policy
            #expect(policy.contains("style-src 'sha256-\(digest)'") && policy.contains("default-src 'none'"))
            #expect(!policy.contains("unsafe") && policy.contains("frame-ancestors 'none'"))
        }
        let view = await console.ask("/")
        #expect(view.text.utf8.count + ConsoleScript.text.utf8.count < 60_000)
        #expect(view.text.contains("<a href=\"/\" aria-current=\"page\">Overview</a>"))
        #expect(view.text.contains("ann <span class=\"soft\">(operator)</span>"))
    }

    @Test("the assets of pages are public and immutable, and there are no others")
    func assets() async throws {
        let console = try ConsoleInMemory()
        console.visitor = nil
        let text = await console.ask("/sign-in").text
        let paths = text.matches(of: /"(\/console\/[^"]+)"/).map { String($0.1) }
        #expect(paths.count == 2)
        for path in paths {
            #expect(console.console.isPublic(path))
            let asset = await console.ask(path).answer
            #expect(
                asset.status.code == 200 && asset.isImmutable
                    && path.contains(Digest.sha256Hex(asset.body.span).prefix(16)))
        }
        for path in ["/", "/rules", "/console/", "/console/0.js", "/sign-in/"] {
            #expect(!console.console.isPublic(path))
        }
        #expect(!text.contains("<nav") && !text.contains("Sign out"))
    }

    @Test("who was led here from another site, and may have signed in, is led on")
    func ledHere() async throws {
        let console = try ConsoleInMemory()
        console.visitor = nil
        let text = await console.ask("/sign-in") {
            $0.isFromElsewhere = true
            $0.query["to"] = "/rules"
        }.text
        #expect(text.contains("<a href=\"/rules\" data-onward>"))
        #expect(!(await console.ask("/sign-in").text.contains("data-onward")))
    }

    @Test("why one is not signed in, in words")
    func refusals() async throws {
        let console = try ConsoleInMemory()
        console.visitor = nil
        let words: [(AdminPageRefusal, String)] = [
            (.wrongToken, "not valid"), (.tooManyTries(seconds: 6), "6 seconds"), (.strayForm, "not accepted"),
            (.noForm, "no form fields"),
        ]
        for (refusal, word) in words {
            let (answer, text) = await console.ask("/sign-in", ["to": "/rules?a=\"b"]) { $0.refusal = refusal }
            #expect(answer.status == refusal.status && text.contains(word) && text.contains("role=\"alert\""))
            #expect(text.contains("name=\"to\" value=\"/rules?a=&quot;b\""))
        }
        console.visitor = AdminVisitor(credential: Credential(name: "ann", .process("ann")), formToken: "x")
        let (answer, text) = await console.ask("/", ["link": "x"]) { $0.refusal = .strayForm }
        #expect(answer.status.code == 403 && text.contains("another session"))
    }
}
