import PageDesign
import Pages
import Routing
import TestSupport
import Testing

@testable import Daemon

@Suite("Pages of the front are in the language that the browser asks for")
struct PageLanguageTests {
    private let daemon: DaemonInMemory

    init() throws { daemon = try DaemonInMemory() }

    private func click(_ target: String, _ language: String?, agent: String = Agents.windows) throws -> HTTPAnswer {
        var fields = ["User-Agent": agent]
        fields["Accept-Language"] = language
        return try daemon.click(target, fields: fields)
    }

    @Test("whatever the page is about", arguments: PageLanguage.allCases)
    func languages(language: PageLanguage) throws {
        let words = PageWords.builtIn(language)
        let field = "xx, \(language.tag)-XX;q=0.9, en;q=0.1"
        let missing = try click("/NOPE", field)
        #expect(missing.status == 404 && missing["Content-Language"] == language.tag)
        #expect(missing.body.contains("<html lang=\"\(language.tag)\" dir=\"\(language.direction)\">"))
        #expect(missing.body.contains("<h1>\(words[.notFoundTitle])</h1>"))
        for target in ["/_fp/x", "/favicon.ico", "/?link=%zz"] {
            #expect(try click(target, field)["Content-Language"] == language.tag, "\(target)")
        }
        let mail =
            "/?link=https%3A%2F%2Fexample-app.firebaseapp.com%2F__%2Fauth%2Faction%3Fmode%3DsignIn%26oobCode%3DX%26apiKey%3DK"
        let scanner = try click(mail, field, agent: "BarracudaCentral")
        #expect(scanner.status == 200 && scanner.body.contains(words[.personalTitle]))
        let debug = try click("/WXYZ?d=1", field)
        #expect(debug.body.contains("<h1>\(words[.debugTitle])</h1>") && debug.body.contains(words[.appAbsent]))
    }

    @Test("and in English where it asks for none")
    func none() throws {
        for language in [nil, "", "nl", "*"] {
            #expect(try click("/NOPE", language)["Content-Language"] == "en")
        }
    }

    @Test("redirects have no language")
    func redirect() throws {
        let answer = try click("/WXYZ", "fa")
        #expect(answer.status == 302 && answer["Content-Language"] == nil)
    }
}
