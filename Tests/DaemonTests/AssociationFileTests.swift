import ByteText
import Foundation
import TestSupport
import Testing

/// The association files, as fetched by the systems.
@Suite("association files, in memory")
struct AssociationFileTests {
    private static let paths = [
        "/.well-known/apple-app-site-association", "/apple-app-site-association", "/.well-known/assetlinks.json",
    ]

    private static let site = """
        site: files
        hosts: [example.page.link, links.example.com/go]
        hosting: [auth.example.com]
        handler: https://example-app.firebaseapp.com/__/auth/action
        authorized_domains: [www.example.com]
        apps:
          - android: {package: com.example.android, sha256: ["\(Array(repeating: "AB", count: 32).joined(separator: ":"))"]}
          - ios: {bundle: com.example.ios, team: ABCDE12345, webcredentials: true, app_clip: com.example.ios.Clip}
        links: {apple-app-site-associatio: "https://www.example.com/"}
        association: {exclude: ["/help", {"?": {web: "?*"}}]}
        """

    private static let harmonyPath = "/.well-known/applinking.json"

    private let daemon: DaemonInMemory

    init() throws {
        daemon = try DaemonInMemory(site: Self.site)
    }

    @Test("200, JSON, no redirect, cached for an hour, for any client", arguments: paths)
    func fields(path: String) throws {
        for (host, agent) in [
            ("example.page.link", "AASA-Bot/1.0.0"), ("LINKS.example.com:443", "swcd (unknown version)"),
            ("auth.example.com", "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X)"),
        ] {
            for target in [path, path + "?nocache=1"] {
                let answer = try daemon.click(target, host: host, fields: ["User-Agent": agent])
                #expect(answer.status == 200)
                #expect(answer["Content-Type"] == "application/json")
                #expect(answer["Cache-Control"] == "max-age=3600")
                #expect(answer["Location"] == nil)
                #expect(answer["Content-Length"] == "\(answer.body.utf8.count)")
                answer.expectCommonFields(cached: true)
                _ = try JSONValue(parsing: answer.body)
            }
        }
    }

    @Test("the contents of the files")
    func content() throws {
        let apple = try JSONValue(parsing: try daemon.click(Self.paths[0], host: "links.example.com").body)
        let detail = apple["applinks"]?["details"]?.array?.first
        #expect(detail?["appIDs"] == ["ABCDE12345.com.example.ios"])
        #expect(detail?["components"]?.array?.last == ["/": "/go/*"])
        #expect(detail?["components"]?.array?.contains(["/": "/go/help", "exclude": true]) ?? false)
        #expect(detail?["paths"]?.array?.last == "/go/*")
        #expect(apple["webcredentials"] == ["apps": ["ABCDE12345.com.example.ios"]])
        #expect(apple["appclips"] == ["apps": ["ABCDE12345.com.example.ios.Clip"]])
        #expect(try daemon.click(Self.paths[1], host: "links.example.com").body.contains(#""/":"/go/*""#))
        let android = try JSONValue(parsing: try daemon.click(Self.paths[2], host: "auth.example.com").body)
        #expect(android.array?.first?["target"]?["package_name"] == "com.example.android")
        #expect(android.array?.first?["relation"] == ["delegate_permission/common.handle_all_urls"])
    }

    @Test("applinking.json is served only if a site on the host has an app for HarmonyOS")
    func harmony() throws {
        #expect(try daemon.click(Self.harmonyPath).status == 404)
        let other = try DaemonInMemory(
            site: Self.site.replacing(
                "apps:\n", with: "apps:\n  - harmony: {bundle: com.example.harmony, app_id: \"57\"}\n"))
        for host in ["links.example.com", "auth.example.com"] {
            let answer = try other.click(Self.harmonyPath, host: host)
            #expect(answer.status == 200 && answer["Content-Type"] == "application/json")
            #expect(answer.body == #"{"applinking":{"apps":[{"appIdentifier":"57"}]}}"# + "\n")
            let tag = try #require(answer["ETag"])
            #expect(try other.click(Self.harmonyPath, host: host, fields: ["If-None-Match": tag]).status == 304)
        }
        #expect(try other.click(Self.harmonyPath, host: "elsewhere.example").status == 404)
    }

    @Test("HEAD and other methods", arguments: paths)
    func methods(path: String) throws {
        let (get, head) = (try daemon.click(path), try daemon.click(path, method: "HEAD"))
        #expect(head.status == 200 && head.body.isEmpty)
        #expect(head.fields.map { "\($0.name): \($0.value)" } == get.fields.map { "\($0.name): \($0.value)" })
        #expect(try daemon.click(path, method: "POST").status == 405)
    }

    @Test("a copy that is still the same is not sent again", arguments: paths)
    func notModified(path: String) throws {
        let tag = try #require(try daemon.click(path)["ETag"])
        #expect(tag.hasPrefix("\"") && tag.hasSuffix("\"") && tag.count == 34)
        for (field, status) in [
            (tag, 304), ("W/\(tag)", 304), ("\"x\" ,\t\(tag)", 304), ("*", 304), ("\"x\"", 200), ("", 200),
            (String(tag.dropLast()), 200),
        ] {
            let answer = try daemon.click(path, fields: ["If-None-Match": field])
            #expect(answer.status == status, "\(field)")
            #expect(answer["ETag"] == tag)
            #expect(answer["Cache-Control"] == "max-age=3600")
            #expect(answer.body.isEmpty == (status == 304))
        }
    }

    @Test("hosts without links have no files, and neither do other paths")
    func notFound() throws {
        for (path, host) in [
            (Self.paths[0], "elsewhere.example"), (Self.paths[2], "elsewhere.example"),
            (Self.paths[0], "example-app.firebaseapp.com"), (Self.paths[0] + "/", "example.page.link"),
            (Self.paths[0] + ".json", "example.page.link"), ("/assetlinks.json", "example.page.link"),
            ("/.Well-known/assetlinks.json", "example.page.link"),
        ] {
            let answer = try daemon.click(path, host: host)
            #expect(answer.status == 404, "\(host)\(path)")
            #expect(answer["ETag"] == nil)
            answer.expectCommonFields()
        }
    }
}
