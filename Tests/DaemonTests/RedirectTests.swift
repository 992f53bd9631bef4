import Foundation
import Settings
import TestSupport
import Testing

@testable import Daemon
@testable import Server

@Suite("the listener that sends to https, in memory")
struct RedirectTests {
    private static let site = """
        site: example
        hosts: [link.example]
        authorized_domains: [www.example.com]
        links: {WXYZ: "https://www.example.com/"}
        """

    @Test("a plain port in addition to TLS redirects clients to https, and answers challenges")
    func redirect() throws {
        let folder = try ScratchFolder()
        let challenges = folder.path + "/challenges/"
        let daemon = try DaemonInMemory(site: Self.site) { $0.challengeFolder = challenges }
        try folder.file("challenges/Token-1_x", "Token-1_x.thumb")
        let secret = try folder.file("secret", "secret").path()
        // Write access to the folder must not give read access to all files of the daemon.
        try FileManager.default.createSymbolicLink(atPath: challenges + "Link", withDestinationPath: secret)
        try folder.file("challenges/Folder/secret", "secret")
        try folder.file("challenges/Long", String(repeating: "secret", count: 100))
        // Safe: the string's bytes are valid for the duration of the call.
        _ = unsafe mkfifo(challenges + "Pipe", 0o600)
        func ask(
            _ target: String, method: String = "GET", host: String = "link.example",
            side: ListenerKind = .redirect
        ) throws -> HTTPAnswer { try daemon.ask(side, target, method: method, host: host) }
        for method in ["GET", "HEAD"] {
            let answer = try ask("/WXYZ?a=b%20c", method: method)
            #expect(answer.status == 301 && answer["Location"] == "https://link.example/WXYZ?a=b%20c")
        }
        #expect(try ask("/WXYZ", host: "link.example:8080")["Location"] == "https://link.example/WXYZ")
        #expect(try ask("/", host: "evil.example").status == 404)
        let post = try ask("/WXYZ", method: "POST")
        #expect(post.status == 405 && post["Allow"] == "GET, HEAD")
        for side in [ListenerKind.redirect, .front] {
            let challenge = try ask("/.well-known/acme-challenge/Token-1_x", side: side)
            #expect(challenge.status == 200 && challenge.body == "Token-1_x.thumb")
            for token in [
                "", "other", "..%2Fsecret", "../secret", ".", "Token-1_x/", "%54oken-1_x", "Link", "Folder", "Long",
                "Pipe",
            ] {
                let answer = try ask("/.well-known/acme-challenge/\(token)", side: side)
                #expect(answer.body.contains("secret") == false && answer.status != 200, "\(token)")
            }
        }
    }
}
