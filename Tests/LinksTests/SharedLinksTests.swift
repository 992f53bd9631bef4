import ByteText
import Foundation
import Testing

@testable import Links

/// The reference cases about links, next to the checkout, through the output of `inspect`.
@Suite(
    "Reference cases of links", .enabled(if: SharedLinks.file != nil, "the reference data is not next to the checkout"))
struct SharedLinksTests {
    /// The links that the strict reading refuses, unlike the SDK, with the reasons.
    static let refused = [
        // The hand-off to an iOS app is not a web address.
        "parse-033": "invalid-link-scheme",
        // A repeated code.
        "parse-040": "malformed-url",
    ]

    @Test("action links, as the SDK reads them and strictly")
    func actions() throws {
        let cases = try SharedLinks.cases(of: "parse_action")
        #expect(cases.count == 18)
        for item in cases {
            let (id, link) = (item["id"]?.string ?? "", item["link"]?.string ?? "")
            let parity = try Reading.inspection(link, parity: true)
            #expect(Self.outcome(parity) == Self.expected(item), "\(id)")
            let strict = try Reading.inspection(link)
            if let code = Self.refused[id] {
                #expect(strict["error"]?["code"]?.string == code, "\(id)")
            } else {
                #expect(Self.outcome(strict) == Self.expected(item), "\(id), strictly")
            }
        }
    }

    @Test("which links are short links, and which are Dynamic Links", arguments: ["fdl_short_match", "fdl_can_parse"])
    func domains(kind: String) throws {
        let cases = try SharedLinks.cases(of: kind)
        #expect(cases.count == (kind == "fdl_short_match" ? 11 : 10))
        let forms = kind == "fdl_short_match" ? ["short_link"] : ["short_link", "dynamic_link"]
        for item in cases {
            let domains = item["config"]?["custom_domains"]?.array?.compactMap(\.string) ?? []
            let inspection = try Reading.inspection(item["link"]?.string ?? "", domains: domains)
            let matches = forms.contains(inspection["form"]?.string ?? "") && inspection["error"] == .null
            #expect(matches == (item["expect"]?["decision"] == "match"), "\(item["id"]?.string ?? "")")
        }
    }

    /// The innermost link, then the fields; or the code of the fault; `nil` if there is no action.
    private static func outcome(_ inspection: JSONValue) -> [String?]? {
        if let code = inspection["error"]?["code"]?.string { return [code] }
        guard let action = inspection["action"], !action.isNull else { return nil }
        let names = ["mode", "oob_code", "api_key", "continue_url", "lang", "tenant_id"]
        return [(inspection["payload"]?.string ?? inspection["link"]?.string)] + names.map { action[$0]?.string }
    }

    private static func expected(_ item: JSONValue) -> [String?]? {
        let expect = item["expect"]
        switch expect?["decision"]?.string {
        case "parsed":
            let fields = expect?["fields"]
            let names = ["code", "apiKey", "continueUrl", "lang", "tenantId"]
            let mode = operations[fields?["operation"]?.string ?? ""]
            return [expect?["target"]?.string, mode] + names.map { fields?[$0]?.string }
        case "error": return [expect?["error"]?.string]
        default: return nil
        }
    }

    private static let operations = [
        "EMAIL_SIGNIN": "signIn", "VERIFY_EMAIL": "verifyEmail", "PASSWORD_RESET": "resetPassword",
        "RECOVER_EMAIL": "recoverEmail", "VERIFY_AND_CHANGE_EMAIL": "verifyAndChangeEmail",
        "REVERT_SECOND_FACTOR_ADDITION": "revertSecondFactorAddition",
    ]
}

enum SharedLinks {
    static let file: URL? = {
        let folder =
            ProcessInfo.processInfo.environment["FINGERPOST_SHARED"].map { URL(filePath: $0) }
            ?? URL(filePath: #filePath).appending(path: "../../../../shared").standardized
        let file = folder.appending(path: "data/semantics/cases.jsonl")
        return FileManager.default.fileExists(atPath: file.path) ? file : nil
    }()

    static func cases(of kind: String) throws -> [JSONValue] {
        guard let file else { return [] }
        let lines = try String(contentsOf: file, encoding: .utf8).split(separator: "\n")
        return try lines.map { try JSONValue(parsing: String($0)) }.filter { $0["kind"]?.string == kind }
    }
}
