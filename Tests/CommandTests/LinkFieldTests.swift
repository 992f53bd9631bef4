@testable import AdminAPI
import ArgumentParser
import ByteText
import LinkStore
import Links
import TestSupport
import Testing

@testable import Console
@testable import Daemon
@testable import LinkCatalog
@testable import fingerpost

/// Each row of the table of link fields in every form, so that a form without the field fails.
@Suite("a field of a link")
struct LinkFieldTests {
    /// A value that differs from the default.
    private static func value(of field: LinkField) -> LinkValue {
        switch field.kind {
        case .target: .text("https://www.example.com/new")
        case .text: .text("a text")
        case .tags: .tags(["one", "two"])
        case .attributes: .attributes([.init("k", "v")])
        case .time: .time(1_800_000_000)
        case .count: .number(9)
        case .number(let range): .number(UInt64(range.upperBound))
        case .address: .text("https://www.example.com/later")
        case .password: .text(hash)
        case .flag, .state: .flag(true)
        }
    }

    private static let hash =
        "$scrypt$ln=16,r=8,p=1$aM15713r3Xsvxbi31lqr1Q$nFNh2CVHVjNldFVKDHDlm4CbdRSCdEBsjjJxD+iCs5E"

    /// The value as typed.
    private static func typed(_ value: LinkValue, _ field: LinkField) -> String {
        value == .tags(["one", "two"]) ? "one, two" : field.cell(value)
    }

    private static let plain = LinkRecord(
        key: LinkKey("links.example.com/x")!, longLink: "https://www.example.com/", created: 1)

    private static func record(with field: LinkField) -> LinkRecord {
        var record = plain
        record[field] = value(of: field)
        return record
    }

    /// The fields of a file with one link.
    private static func read(_ file: [UInt8]) throws -> LinkFields {
        var reader = LinkFileReader(nil)
        var start = 0
        while start < file.count {
            let step = try reader.next(file.span, from: start, isLast: true)
            start += reader.used
            if case .link(let fields, _) = step { return fields }
        }
        throw ShortLinkFault.invalid("no link in \(String(decoding: file, as: UTF8.self))")
    }

    private static func file(_ format: LinkFileFormat, _ record: LinkRecord) -> [UInt8] {
        var (writer, bytes) = (LinkFileWriter(format), [UInt8]())
        writer.begin(&bytes)
        writer.append(record, to: &bytes)
        return bytes
    }

    @Test("is stored", arguments: LinkField.allCases)
    func stored(_ field: LinkField) throws {
        let record = Self.record(with: field)
        #expect(record != Self.plain && record.body != Self.plain.body)
        #expect(ReplicaRow(record).record == record)
        #expect(record.hasSameContent(as: Self.plain) == (field == .isManaged))
        try record.validate()
    }

    @Test("is left, set and removed by a patch", arguments: LinkField.allCases)
    func patched(_ field: LinkField) {
        var record = Self.plain
        var patch = LinkPatch()
        patch.apply(to: &record)
        #expect(record == Self.plain && patch[field] == nil)
        patch[field] = Self.value(of: field)
        patch.apply(to: &record)
        #expect(record == Self.record(with: field))
        patch[field] = .empty
        patch.apply(to: &record)
        #expect(record[field].isEmpty)
        patch[field] = nil
        #expect(patch == LinkPatch())
    }

    @Test("is in files", arguments: LinkField.allCases)
    func files(_ field: LinkField) throws {
        let record = Self.record(with: field)
        for format in [LinkFileFormat.jsonl, .csv] {
            #expect(try Self.read(Self.file(format, record)).patch[field] == Self.value(of: field), "\(format)")
        }
        let columns: [LinkField] = [.longLink, .name, .isArchived, .isManaged]
        #expect(TakeoutColumns.holdsAll(of: record) == columns.contains(field))
    }

    @Test("is in requests and the OpenAPI document", arguments: LinkField.changeable)
    func requests(_ field: LinkField) throws {
        let (value, document) = (Self.value(of: field), OpenAPISchemas.all)
        let set = try LinkFields([field.title: field.content(value)], for: .update)
        #expect(set.patch[field] == value && set.patch != LinkPatch())
        if field != .longLink {
            #expect(try LinkFields([field.title: nil], for: .update).patch[field]?.isEmpty == true)
        }
        for name in ["LinkPatch", "LinkInput", "Link"] {
            #expect(document[name]?["properties"]?[field.title] != nil, "\(name)")
        }
        let difference = LinkDifference(from: Self.plain, to: Self.record(with: field))
        #expect(difference.fields.map(\.name) == [field.title])
        let lines = try CreationLines(Self.file(.csv, Self.record(with: field)).span)
        #expect(try LinkFields(JSONValue(parsing: lines.bytes.span), for: .create).patch[field] == value)
    }

    @Test("clients never receive a password, nor its hash")
    func concealed() throws {
        let record = Self.record(with: .password)
        var json: [UInt8] = []
        JSONWriter.append(to: &json) { record.write(to: &$0, withRevision: true) }
        JSONWriter.append(to: &json) { record.writeDub(to: &$0, clicks: nil) }
        LinkDifference(from: Self.plain, to: record).fields.forEach { json += Array("\($0)".utf8) }
        #expect(!String(decoding: json, as: UTF8.self).contains("scrypt"))
        #expect(String(decoding: json, as: UTF8.self).contains(#""password":true"#))
    }

    @Test("is in requests of Dub's clients", arguments: LinkField.allCases.filter { $0.row.dub != nil })
    func dub(_ field: LinkField) throws {
        let name = try #require(field.row.dub)
        let value = Self.value(of: field)
        #expect(try DubFields([name: field.content(value)]).patch[field] == value)
        for schema in ["DubLinkPatch", "DubLinkInput", "DubLink"] {
            #expect(OpenAPISchemas.all[schema]?["properties"]?[name] != nil, "\(schema)")
        }
        var json: [UInt8] = []
        JSONWriter.append(to: &json) { Self.record(with: field).writeDub(to: &$0, clicks: nil) }
        let shown = try JSONValue(parsing: json.span)[name]
        #expect(shown == (field.isPassword ? .string(DubFields.concealedPassword) : field.json(value)))
    }

    @Test("is on the command line", arguments: LinkField.changeable)
    func commandLine(_ field: LinkField) throws {
        let value = Self.value(of: field)
        if let switches = field.row.switches {
            let update = try LinkUpdate.parse(["https://links.example.com/x", "--\(switches.on)"])
            #expect(update.switches.map(\.field) == [field])
        } else if field.isPassword {
            let folder = try ScratchFolder()
            try folder.file("password", "\(Self.hash)\n")
            let option = try LinkPasswordOption.parse(["--password-file", folder.path + "/password"])
            #expect(try option.given() == value)
            #expect(!LinkText.text(Self.record(with: field)).contains("scrypt"))
        } else if field != .longLink, field != .attributes {
            let name = field == .tags ? "tag" : field.title.replacing("_", with: "-")
            let words = value.tags.isEmpty ? [field.cell(value)] : value.tags
            let options = try LinkFieldOptions.parse(words.flatMap { ["--\(name)", $0] })
            #expect(try options.patch()[field] == value)
        }
        #expect(LinkText.text(Self.record(with: field)) != LinkText.text(Self.plain))
    }

    @Test("is in the console", arguments: LinkField.changeable.filter { !$0.isFlag && $0 != .attributes })
    func console(_ field: LinkField) throws {
        let value = Self.value(of: field)
        var form = LinkForm(["domain": "links.example.com", field.title: Self.typed(value, field)])
        form.opensApp = false
        let made = try LinkFields(
            form.creation(LinkForm.Surroundings(domains: ["links.example.com"], apps: [])), for: .create)
        #expect(made.patch[field] == value)
        var json: [UInt8] = []
        JSONWriter.append(to: &json) { Self.record(with: field).write(to: &$0, withRevision: true) }
        let link = try #require(ListedLink(JSONValue(parsing: json.span)))
        #expect(!link.text(of: field).isEmpty && (field == .longLink || field.row.label != nil))
        // A form never has the password of a link.
        let isShown = LinkForm(link)[field.title] != LinkForm(["": ""])[field.title]
        #expect(field == .longLink || isShown != field.isPassword)
    }
}
