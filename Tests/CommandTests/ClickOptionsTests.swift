import ArgumentParser
import ByteText
import Testing

@testable import fingerpost

/// The JSON request that click options produce, and how invalid values are refused.
@Suite("the options of a click")
struct ClickOptionsTests {
    private static let link = "https://example.page.link/"

    @Test(
        "become keys of a request",
        arguments: [
            (["--country", "de"], #"{"country":"DE"}"#),
            (["--time", "2026-12-24T18:00+01:00"], #"{"time":"2026-12-24T17:00:00Z"}"#),
            (["--time", "2026-12-24"], #"{"time":"2026-12-24T00:00:00Z"}"#),
            (["--ip", "2001:DB8::1"], #"{"ip":"2001:db8::1"}"#),
            (["--language", "de-CH, de;q=0.9, *;q=0.1"], #"{"accept_language":"de-CH, de;q=0.9, *;q=0.1"}"#),
            (["--platform", "android"], #"{"device":{"platform":"android"}}"#),
            (["--app-version", "2.10.1"], #"{"device":{"app":{"version":"2.10.1"}}}"#),
            (
                ["--app-state", "absent", "--platform", "ios", "--device", #"{"os_version":"17"}"#],
                #"{"device":{"os_version":"17","platform":"ios","app":{"state":"absent"}}}"#
            ),
            (["--header", "Referer: https://a.example/"], #"{"headers":{"referer":"https://a.example/"}}"#),
            (["--stage", "continue", "--user-agent", "x"], #"{"user_agent":"x","stage":"continue"}"#),
        ])
    func request(_ options: [String], _ expected: String) throws {
        let request = try QuestionOptions.parse([Self.link] + options).request()
        let members = try #require(request.object?.members)
        #expect(members.first?.value.string == Self.link)
        var rest = JSONObject()
        for member in members.dropFirst() { rest.append(member.name, member.value) }
        #expect(JSONValue.object(rest).text == expected)
    }

    @Test(
        "are refused with the option, the value and the expected values",
        arguments: [
            (["--country", "Germany"], "--country: Germany is not a country code; write two letters"),
            (["--country", "uk"], "GB"), (["--country", ""], "--country:"),
            (["--time", "2026-12-24T18:00"], "--time: 2026-12-24T18:00 is not a time with its zone"),
            (["--time", "2026-02-30"], "--time: 2026-02-30"), (["--time", "yesterday"], "now, or 30d"),
            (["--ip", "203.0.113.999"], "--ip: 203.0.113.999 is not an IP address"),
            (["--language", "de_CH"], "--language: de_CH"), (["--language", "de;q=2"], "--language: de;q=2"),
            (["--language", "de", "--header", "Accept-Language: fr"], "--language and --header Accept-Language"),
            (["--user-agent", "a", "--header", "user-agent: b"], "--user-agent and --header User-Agent"),
            (["--header", "X-A: 1\r\nX-B: 2"], "control characters"),
            (["--header", "a: 1", "--header", "A: 2"], "A appears twice"),
            (["--platform", "andriod"], "--platform: unknown value andriod; did you mean `android`?"),
            (["--platform", "ios", "--device", #"{"platform":"ios"}"#], "--platform: --device already sets"),
            (["--app-state", "old"], "expected one of: current, outdated, absent, unknown"),
            (["--app-version", "latest"], "--app-version: latest is not a version"),
            (["--app-version", "1", "--device", #"{"app":{"state":"absent"}}"#], "--app-version: --device already"),
            (["--app-state", "absent", "--device", #"{"apps":[]}"#], "--app-state: --device already sets"),
        ])
    func refused(_ options: [String], _ part: String) throws {
        // Options are refused before the rules, which do not exist, are loaded.
        let rules = ["--rules", "/nonexistent"]
        for command in ["resolve", "explain"] {
            try CommandLineInMemory.expect(2, naming: part, [command, Self.link] + options + rules)
        }
    }

    @Test("a device profile that is not an object is refused by the request's reader")
    func shapelessProfile() throws {
        let request = try QuestionOptions.parse([Self.link, "--device", "[]", "--platform", "ios"]).request()
        #expect(request["device"]?.text == "[]")
    }
}
