import ByteText
import Configuration
import Foundation
import Routing
import Testing

@testable import Settings

@testable import Rules

/// Every key of a decoder is in the JSON Schema of its file, and every key of a schema is supported by a decoder.
@Suite("JSON Schemas for editors")
struct SchemaTests {
    struct Mapping: Sendable {
        var file: String
        /// The path to the object with these `properties`; empty for the top level.
        var path: [String]
        var keys: [String]
    }

    static let mappings: [Mapping] = [
        Mapping(file: "site", path: [], keys: SiteKey.names),
        Mapping(file: "site", path: ["$defs", "root"], keys: RootKey.names),
        Mapping(file: "site", path: ["$defs", "not_found"], keys: NotFoundKey.names),
        Mapping(file: "site", path: ["$defs", "app"], keys: AppKey.names),
        Mapping(file: "site", path: ["$defs", "android"], keys: AndroidKey.names),
        Mapping(file: "site", path: ["$defs", "stores"], keys: StoresKey.names),
        Mapping(file: "site", path: ["$defs", "ios"], keys: AppleKey.names),
        Mapping(file: "site", path: ["$defs", "harmony"], keys: HarmonyKey.names),
        Mapping(file: "site", path: ["$defs", "association"], keys: AssociationKey.names),
        Mapping(file: "site", path: ["$defs", "component"], keys: ComponentKey.names),
        Mapping(file: "site", path: ["$defs", "deferred"], keys: DeferredKey.names),
        Mapping(file: "site", path: ["$defs", "limits"], keys: LimitKey.names),
        Mapping(file: "site", path: ["$defs", "options"], keys: OptionKey.names),
        Mapping(file: "site", path: ["$defs", "pages"], keys: PagesKey.names),
        Mapping(file: "site", path: ["$defs", "colors"], keys: ColorsKey.names),
        Mapping(file: "site", path: ["$defs", "theme"], keys: ThemeKey.names),
        Mapping(file: "site", path: ["$defs", "devices"], keys: DevicesKey.names),
        Mapping(file: "site", path: ["$defs", "in_app"], keys: InAppKey.names),
        Mapping(file: "site", path: ["$defs", "bot"], keys: BotKey.names),
        Mapping(file: "devices", path: [], keys: DeviceFileKey.names),
        Mapping(file: "devices", path: ["$defs", "correction"], keys: CorrectionKey.names),
        Mapping(file: "rules", path: [], keys: RuleFileKey.names),
        Mapping(file: "rules", path: ["$defs", "rule"], keys: RuleKey.names),
        Mapping(file: "rules", path: ["$defs", "action"], keys: ActionKey.names),
        Mapping(file: "rules", path: ["$defs", "app_open"], keys: AppOpenKey.names),
        Mapping(file: "rules", path: ["$defs", "fallback"], keys: FallbackKey.names),
        Mapping(file: "rules", path: ["$defs", "store_install"], keys: StoreInstallKey.names),
        Mapping(file: "rules", path: ["$defs", "continue_redirect"], keys: ContinueRedirectKey.names),
        Mapping(file: "rules", path: ["$defs", "error"], keys: ErrorKey.names),
        Mapping(file: "cases", path: [], keys: CaseFileKey.names),
        Mapping(file: "cases", path: ["$defs", "case"], keys: CaseKey.names),
        Mapping(file: "cases", path: ["$defs", "request"], keys: RequestKey.names),
        Mapping(file: "cases", path: ["$defs", "expectation"], keys: ExpectationKey.names),
        Mapping(file: "cases", path: ["$defs", "app"], keys: ExpectedAppKey.names),
        Mapping(file: "cases", path: ["$defs", "meta"], keys: ExpectedMetaKey.names),
        Mapping(file: "cases", path: ["$defs", "fallback"], keys: ExpectedFallbackKey.names),
        Mapping(file: "cases", path: ["$defs", "error"], keys: ExpectedErrorKey.names),
        Mapping(file: "fingerpost", path: [], keys: SettingsFile.keys(of: nil)),
        Mapping(file: "fingerpost", path: ["properties", "listen"], keys: SettingsFile.keys(of: "listen")),
        Mapping(file: "fingerpost", path: ["$defs", "listener"], keys: FrontListenerKey.names),
        Mapping(file: "fingerpost", path: ["$defs", "certificate"], keys: CertificateKey.names),
        Mapping(file: "fingerpost", path: ["$defs", "shadow"], keys: ShadowKey.names),
        Mapping(file: "fingerpost", path: ["properties", "counts"], keys: SettingsFile.keys(of: "counts")),
        Mapping(file: "fingerpost", path: ["properties", "logs"], keys: SettingsFile.keys(of: "logs")),
        Mapping(file: "fingerpost", path: ["properties", "limits"], keys: SettingsFile.keys(of: "limits")),
        Mapping(file: "fingerpost", path: ["properties", "control"], keys: SettingsFile.keys(of: "control")),
        Mapping(file: "fingerpost", path: ["properties", "traces"], keys: SettingsFile.keys(of: "traces")),
        Mapping(
            file: "fingerpost", path: ["properties", "target_checks"], keys: SettingsFile.keys(of: "target_checks")),
        Mapping(file: "fingerpost", path: ["properties", "console"], keys: SettingsFile.keys(of: "console")),
        Mapping(
            file: "fingerpost", path: ["properties", "console", "properties", "openid"],
            keys: SettingsFile.keys(of: "console.openid")),
        Mapping(file: "fingerpost", path: ["$defs", "group_role"], keys: GroupRoleKey.names),
        Mapping(file: "fingerpost", path: ["$defs", "webhook"], keys: WebhookKey.names),
        Mapping(file: "fingerpost", path: ["properties", "receipts"], keys: SettingsFile.keys(of: "receipts")),
        Mapping(file: "fingerpost", path: ["properties", "events"], keys: SettingsFile.keys(of: "events")),
    ]

    static func schema(_ name: String) throws -> JSONValue {
        let folder = URL(fileURLWithPath: #filePath).appendingPathComponent("../../../rules/schema").standardized
        let data = try Data(contentsOf: folder.appendingPathComponent("\(name).schema.json"))
        return try JSONValue(parsing: String(decoding: data, as: UTF8.self))
    }

    @Test("decoder and schema know the same keys", arguments: mappings)
    func keys(mapping: Mapping) throws {
        var object = try Self.schema(mapping.file)
        for name in mapping.path { object = try #require(object[name]) }
        let properties = try #require(object["properties"]?.object)
        #expect(properties.members.map(\.name).sorted() == mapping.keys.sorted())
        #expect(object["additionalProperties"] == false)
    }

    @Test(
        "every object of a schema is compared with a decoder",
        arguments: ["site", "rules", "cases", "devices", "fingerpost"])
    func complete(file: String) throws {
        let found = Self.objects(in: try Self.schema(file))
        #expect(found == Self.mappings.filter { $0.file == file }.count)
    }

    @Test("a fallback installs with the keys that the schema shares between both")
    func fallback() {
        #expect(FallbackStoreInstallKey.names == StoreInstallKey.names)
    }

    /// The number of objects with `properties`.
    private static func objects(in value: JSONValue) -> Int {
        switch value {
        case .object(let object):
            let own = object["properties"]?.object != nil && object["type"] != nil ? 1 : 0
            return own + object.members.map { objects(in: $0.value) }.reduce(0, +)
        case .array(let elements): return elements.map(objects).reduce(0, +)
        default: return 0
        }
    }

    @Test("references in schemas exist", arguments: ["site", "rules", "cases", "devices", "fingerpost"])
    func references(file: String) throws {
        let references = Self.references(in: try Self.schema(file))
        #expect(!references.isEmpty)
        for reference in references {
            let parts = reference.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
            let name = parts[0].isEmpty ? file : parts[0].replacing(".schema.json", with: "")
            var place = try Self.schema(name)
            for step in parts.count > 1 ? parts[1].split(separator: "/").map(String.init) : [] {
                place = try #require(place[step], "\(reference) of \(file)")
            }
        }
    }

    private static func references(in value: JSONValue) -> [String] {
        switch value {
        case .object(let object):
            return object.members.flatMap { member in
                member.name == "$ref" ? [member.value.string ?? ""] : references(in: member.value)
            }
        case .array(let elements): return elements.flatMap(references)
        default: return []
        }
    }

    // MARK: - Shipped files

    /// Regression: the schema of `stage` refused null, which one of our cases has: editors marked it as wrong.
    @Test("the schemas accept every shipped file, which names its schema", arguments: shipped)
    func accepted(file: String) throws {
        let text = try String(contentsOf: Self.rules.appending(path: file), encoding: .utf8)
        let name =
            file.hasSuffix(".cases.yaml")
            ? "cases"
            : file == "fingerpost.yaml"
                ? file.replacing(".yaml", with: "") : file.hasPrefix("sites/") ? "site" : "rules"
        let folder = file.contains("/") ? "../schema" : "schema"
        #expect(text.hasPrefix("# yaml-language-server: $schema=\(folder)/\(name).schema.json\n"))
        #expect(try Self.faults(of: text, by: name) == [])
    }

    @Test("what a schema refuses, and a null for a key of a request")
    func refused() throws {
        func faults(_ request: String) throws -> [String] {
            try Self.faults(of: "cases:\n  - name: a\n    request: {\(request)}\n    expect: {rule: x}\n", by: "cases")
        }
        let nulls = RequestKey.names.filter { $0 != "link" && $0 != "site" }.map { "\($0): null" }.joined(
            separator: ", ")
        #expect(try faults("link: \"https://a.example/\", \(nulls)") == [])
        #expect(try faults("stage: clicked").count == 1)
        #expect(try faults("stag: click").count == 1)
        #expect(try faults("country: 7").count == 1)
        #expect(try Self.faults(of: "site: x\nhosts: [a, a]\nlinks: 3\n", by: "site").count == 2)
    }

    @Test("the schema of device corrections accepts what the decoder accepts")
    func corrections() throws {
        func faults(_ correction: String) throws -> Int {
            try Self.faults(of: "corrections: [{\(correction)}]\n", by: "devices").count
        }
        for good in [
            "token: \"[Acme\", place: anywhere, bot: false", "token: Acme, in_app: none, example: Acme/1",
            "token: Acme, in_app: acme-app, platform: ios, form_factor: phone", "token: Acme, bot: ai",
        ] { #expect(try faults(good) == 0, "\(good)") }
        for bad in [
            "token: Acme", "bot: ai", "token: ab, bot: ai", "token: Acme, in_app: Acme App", "token: Acme, bot: person",
            "token: Acme, platform: unknown", "token: Acme, place: word_end, bot: ai",
        ] { #expect(try faults(bad) > 0, "\(bad)") }
    }

    /// yaml-language-server cannot complete the keys of an object with such a property, or inserts the text "null".
    @Test(
        "if null is the default of a property, it is the first of its types",
        arguments: ["site", "rules", "cases", "devices", "fingerpost"])
    func defaults(file: String) throws {
        func check(_ value: JSONValue) {
            if let types = value["type"]?.array, value["default"] == .null { #expect(types.first == "null") }
            for member in value.object?.members ?? [] { check(member.value) }
            for element in value.array ?? [] { check(element) }
        }
        check(try Self.schema(file))
    }

    @Test(
        "every property has a description, its own or that of its definition",
        arguments: ["site", "rules", "cases", "devices", "fingerpost", "event", "log"])
    func described(file: String) throws {
        let schema = try Self.schema(file)
        #expect(Self.undescribed(in: schema, of: schema, at: file) == [])
    }

    private static let rules = URL(fileURLWithPath: #filePath).appendingPathComponent("../../../rules").standardized

    static let shipped: [String] = {
        let paths = (try? FileManager.default.subpathsOfDirectory(atPath: rules.path)) ?? []
        return paths.filter { $0.hasSuffix(".yaml") }.sorted()
    }()

    private static func faults(of text: String, by name: String) throws -> [String] {
        let log = DiagnosticLog(file: SourceFile(name: name, bytes: Array(text.utf8)))
        let parsed = ConfigurationNode.parsing(yaml: Array(text.utf8).span, log: log)
        let node = try #require(parsed)
        let names = ["site", "rules", "cases", "devices", "fingerpost"]
        let schemas = Dictionary(uniqueKeysWithValues: zip(names, try names.map(schema)))
        return SchemaValidator(schemas: schemas).faults(of: node.json(log: log), by: name)
    }

    /// The paths of properties of a part of a schema without a description.
    private static func undescribed(in value: JSONValue, of schema: JSONValue, at place: String) -> [String] {
        switch value {
        case .object(let object):
            let own = (object["properties"]?.object?.members ?? []).filter { !isDescribed($0.value, in: schema) }
            return own.map { "\(place)/\($0.name)" }
                + object.members.flatMap { undescribed(in: $0.value, of: schema, at: "\(place)/\($0.name)") }
        case .array(let elements): return elements.flatMap { undescribed(in: $0, of: schema, at: place) }
        default: return []
        }
    }

    /// `false` as a schema forbids the property, and needs no description.
    private static func isDescribed(_ property: JSONValue, in schema: JSONValue) -> Bool {
        let name = property["$ref"]?.string?.split(separator: "/").last.map(String.init)
        let definition = name.flatMap { schema["$defs"]?[$0] }
        return property == false || property["description"] != nil || definition?["description"] != nil
    }
}
