import ByteText
import Foundation

/// A one-time code, an API key and a mail address, and links that contain them.
public enum PlantedSecrets {
    public static let code = "Planted-OneTime_Code7"
    public static let key = "AIzaSyPlantedApiKey42"
    public static let mail = "planted.person+tag@example.com"

    /// The secrets verbatim, and percent-encoded once and twice; the address is represented by its local part.
    public static let spellings: [String] = [code, key, mail, "planted.person"].flatMap { secret in
        let once = encoded(secret)
        return [secret, once, encoded(once)]
    }

    public static func encoded(_ text: String) -> String {
        text.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""
    }

    public static let action =
        "https://example-app.firebaseapp.com/__/auth/action?mode=signIn&oobCode=\(code)&apiKey=\(key)&continueUrl="
        + encoded("https://www.example.com/done?email=\(encoded(mail))")
    private static let apps = "apn=com.example.android&ibi=com.example.ios&isi=1234567&st=Title"

    /// Links of every form that contain the secrets, well-formed and malformed.
    public static let links = [
        "https://example.page.link/?link=\(encoded(action))&\(apps)",
        "https://example.page.link/?link=\(encoded(action))&\(apps)&d=1",
        "https://example.page.link/?link=\(encoded(action))&\(apps)&afl=\(encoded(action))&ifl=\(encoded(action))",
        "https://example.page.link/?link=\(encoded("https://www.example.com/?email=\(mail)&oobCode=\(code)"))&\(apps)",
        "https://example.page.link/?link=\(encoded("https://www.example.com/?email=\(mail)&oobCode=\(code)"))&\(apps)&d=1",
        "https://auth.example.com/__/auth/links?link=\(encoded(action))",
        "https://auth.example.com/__/auth/links?link=\(encoded("https://www.example.com/?oobCode=\(code)"))",
        // Refused, each for another reason.
        "https://example.page.link/?link=\(encoded("https://evil.example/?oobCode=\(code)&apiKey=\(key)&m=\(mail)"))",
        "https://example.page.link/?link=https%3A%2F%2Fwww.example.com%2F%zz%26oobCode%3D\(code)&email=\(mail)",
        "https://example.page.link/?link=\(encoded(action))&link=\(encoded(action))",
        "https://example.page.link/?apn=x&oobCode=\(code)&apiKey=\(key)&email=\(mail)",
        "https://example.page.link/\(code)?apiKey=\(key)&email=\(mail)",
        "https://unknown.example/?oobCode=\(code)&apiKey=\(key)&email=\(mail)",
        "https://example-app.firebaseapp.com/__/auth/action?mode=nonsense&oobCode=\(code)&apiKey=\(key)&email=\(mail)",
    ]

    public static let agents = [
        Agents.android, Agents.iPhone, Agents.iPad, Agents.windows, Agents.facebook, Agents.weChat, Agents.slackbot,
        Agents.curl,
    ]

    /// The first secret in a text; `nil` if there is none.
    public static func found(in text: String) -> String? {
        spellings.first { text.contains($0) }
    }

    /// The site of the parity cases with a rule that reads every text that can contain a secret, so that explanations
    /// show them.
    public static let curiousSite: String = {
        let facts = ["link.payload", "link.continue_url", "link.afl", "request.referer"]
        let asked =
            facts.map { "\($0).contains('never')" }.joined(separator: " || ")
            + " || 'never' in link.query || 'never' in request.headers"
        let rule = #"{"name": "curious", "when": "\#(asked)", "then": "web_widget", "because": "It asks."}, "#
        return ParityCase.site.replacing("\"rules\": [", with: "\"rules\": [\(rule)")
    }()

    /// Invalid requests, with secrets in every place that a message might quote.
    public static let badRequests = [
        #"{"link": "\#(action)", "#, #"{"link": "\#(action)" "x"}"#, #""\#(action)""#, #"{"\#(action)": 1}"#,
        #"{"link": "\#(action)", "device": {"oobCode=\#(code)": 1}}"#, #"{"link": "a", "stage": "\#(action)"}"#,
        #"{"link": "a", "settings": {"apiKey=\#(key)": "\#(mail)"}}"#, #"{"link": "a", "time": "\#(mail)"}"#,
        #"{"link": "a", "headers": {"x-\#(mail)": 1}}"#, #"{"link": "a", "site": {"\#(action)": "\#(code)"}}"#,
        #"{"link": ["\#(action)"]}"#, #"{"oobCode=\#(code)": 1, "oobCode=\#(code)": 2}"#,
    ]

    /// A JSON response without the members in which a decision contains the target itself.
    public static func withoutWay(inJSON text: String) throws -> String {
        let answer = try JSONValue(parsing: text)
        let isExplanation = answer["rules"] != nil
        let decision = (isExplanation ? answer["decision"] : answer) ?? .null
        var kept: [String] = []
        for member in decision.object?.members ?? [] {
            switch member.name {
            case "location", "target", "payload": continue
            case "fallback": kept.append(member.value["decision"]?.string ?? "")
            default: kept.append(member.value.text)
            }
        }
        return kept.joined(separator: "\n") + (answer["rules"]?.text ?? "")
    }
}
