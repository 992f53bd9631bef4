import ArgumentParser
import Foundation
import LinkCatalog
import LinkStore
import Links
import TestSupport
import Testing

@testable import Help
@testable import fingerpost

/// `link create`, as far as it ends before a store is opened.
@Suite("link create, in memory")
struct LinkCreateTests {
    private static let payload = ["--payload", "https://www.example.com/a"]

    private static func arguments(_ more: [String]) -> [String] {
        ["link", "create"] + more + ["--rules", RulesFolder.shippedRules.path(), "--store", "/nonexistent"]
    }

    @Test(
        "names what is wrong with the options",
        arguments: [
            ([], "--payload"), (payload + ["https://www.example.com/"], "--payload"),
            (["--title", "x", "https://example.page.link/?link=https://www.example.com/"], "--title can't be"),
            (["--no-apps", "https://links.example.com/go/?link=https://www.example.com/"], "--no-apps can't be"),
            (["--android", "x"], "--payload"), (["--skip-preview"], "--payload"),
            (payload + ["--expires", "soon"], "--expires: soon is not a time"),
            (payload + ["--starts", "2026-12-24T18:00"], "--starts: 2026-12-24T18:00"),
            (payload + ["--code", "a", "--unguessable"], "--unguessable"),
            (payload + ["--dry-run", "--json"], "--dry-run"),
        ])
    func usage(_ options: [String], _ part: String) throws {
        try CommandLineInMemory.expect(2, naming: part, Self.arguments(options))
    }

    @Test(
        "is refused by the site's settings",
        arguments: [
            (["--payload", "https://evil.example/x"], "evil.example"), (["--payload", "www.example.com"], "link:"),
            (payload + ["--android", "com.exmple.android"], "did you mean `com.example.android`?"),
            (payload + ["--no-apps", "--android-fallback", "https://www.example.com/"], "android: the fallback"),
            (payload + ["--domain", "exmple.page.link"], "did you mean"),
        ])
    func refused(_ options: [String], _ part: String) throws {
        let domain = options.contains("--domain") ? [] : ["--domain", "example.page.link"]
        try CommandLineInMemory.expect(1, naming: part, Self.arguments(options + domain))
    }

    @Test("has an option for each parameter of a description")
    func description() throws {
        let words = [
            "--android", "p", "--ios", "b", "--android-fallback", "afl", "--ios-fallback", "ifl", "--ipad-fallback",
            "ipfl", "--desktop-fallback", "ofl", "--android-minimum-version", "amv", "--ios-minimum-version", "imv",
            "--title", "st", "--description", "sd", "--image", "si", "--utm-source", "utm_source", "--utm-medium",
            "utm_medium", "--utm-campaign", "utm_campaign", "--utm-term", "utm_term", "--utm-content", "utm_content",
            "--skip-preview",
        ]
        let described = try #require(try LinkDescriptionOptions.parse(Self.payload + words).described())
        #expect(described.android == .named("p") && described.ios == .named("b"))
        // Each value is the name of its parameter.
        for (parameter, value) in described.values where parameter != .efr {
            #expect(parameter.name.description == value)
        }
        #expect(described.values.count == 15 && described.values[.efr] == "1")
        let none = try #require(
            try LinkDescriptionOptions.parse(Self.payload + ["--no-apps", "--ios", "b"]).described())
        #expect(none.android == .none && none.ios == .named("b"))
        #expect(try LinkDescriptionOptions.parse([]).described() == nil)
    }
}
