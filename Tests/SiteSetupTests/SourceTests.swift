import ByteText
import Foundation
import Links
import Testing

@testable import SiteSetup

/// The contents of the files, whatever their names are.
@Suite("Files that a site is made from")
struct SourceTests {
    private func kind(_ bytes: [UInt8]) throws(SetupFault) -> SourceKind {
        try SourceKind(of: bytes.span, file: "FILE")
    }

    @Test("a file is what is in it")
    func kinds() throws {
        #expect(try kind(Array(Samples.googleServices.utf8)) == .googleServices)
        #expect(try kind(Array(("\u{FEFF}\n" + Samples.serviceInfo()).utf8)) == .googleServiceInfo)
        #expect(try kind(Array("bplist00".utf8) + [0, 1]) == .googleServiceInfo)
        #expect(try kind(Array(("\u{FEFF}" + Samples.export).utf8)) == .linkExport)
        #expect(try kind(Array("Bag Attributes\n-----BEGIN CERTIFICATE-----\n".utf8)) == .signing)
        #expect(try kind([0x30, 0x82, 1, 2, 3, 4]) == .signing)
        #expect(try kind(Array(("\u{FEFF}\r\n" + Samples.googleServices).utf8)) == .googleServices)
        #expect(try kind(Array(Samples.assetLinks.utf8)) == .assetLinks)
        #expect(try kind(Array(("\u{FEFF}" + Samples.appSiteAssociation).utf8)) == .appSiteAssociation)
        #expect(try kind(Array(#"{"webcredentials": {"apps": []}}"#.utf8)) == .appSiteAssociation)
        #expect(try kind(Array(Samples.sdkConfig(of: Samples.googleServices).utf8)) == .sdkConfig)
        #expect(try kind(Array(#"{"apiKey": "k", "projectId": "acme-app", "appId": "1:1:web:1"}"#.utf8)) == .sdkConfig)
    }

    @Test(
        "what can't be read is named, with the way out",
        arguments: [
            ([0xFE, 0xED, 0xFE, 0xED, 0, 0], "keytool -list -v"), ([], "is empty"), (Array(" \n ".utf8), "is empty"),
            (Array("PK\u{3}\u{4}....AndroidManifest.xml".utf8), "apksigner verify --print-certs"),
            (Array("PK\u{3}\u{4}....Takeout/links.csv".utf8), "unzip"), ([0x1F, 0x8B, 8], "tar xzf"),
            (Array("a,b,c\n1,2,3\n".utf8), "29 columns"),
            (Array("<html></html>".utf8), "expected google-services.json"),
            ([0xFF, 0xFE] + Array("{\0\"\0".utf8), "UTF-16; convert it first (`iconv -f UTF-16 -t UTF-8 FILE"),
            ([0xFE, 0xFF] + Array("\0{\0\"".utf8), "UTF-16; convert it first"),
            (Array("<\0?\0x\0".utf8), "UTF-16; convert it first"),
            (
                Array(#"{"type": "service_account", "private_key": "-----BEGIN PRIVATE KEY-----"}"#.utf8),
                "keep it secret"
            ),
        ] as [([UInt8], String)])
    func unread(bytes: [UInt8], part: String) {
        let fault = #expect(throws: SetupFault.self) { try kind(bytes) }
        #expect(
            fault?.message.hasPrefix("FILE: ") == true && fault?.message.contains(part) == true,
            "\(String(describing: fault))")
    }

    @Test("google-services.json has the project and its apps, and no SHA-256")
    func googleServices() throws {
        let facts = try Samples.facts(services: true)
        #expect(facts.projects.map(\.value) == ["acme-app"])
        #expect(facts.packages.map(\.value) == ["com.acme.app", "com.acme.app.debug"])
        #expect(facts.appleApps.map(\.value) == [.init(bundle: "com.acme.ios", appStoreID: "1234567")])
        #expect(facts.remarks.contains { $0.contains("SHA-1") })
    }

    @Test("GoogleService-Info.plist is read as XML and in its binary form")
    func serviceInfo() throws {
        let binary = try PropertyListSerialization.data(
            fromPropertyList: ["BUNDLE_ID": "com.acme.ios", "PROJECT_ID": "acme-app", "GCM_SENDER_ID": "1"],
            format: .binary, options: 0)
        for bytes in [Array(Samples.serviceInfo().utf8), Array(binary)] {
            var facts = SourceFacts()
            try facts.add(googleServiceInfo: bytes, named: "Info.plist")
            #expect(facts.projects.map(\.value) == ["acme-app"])
            #expect(facts.appleApps.map(\.value.bundle) == ["com.acme.ios"])
        }
        #expect(
            try Samples.facts(info: Samples.serviceInfo()).remarks.contains {
                $0.contains("--custom-scheme com.googleusercontent.apps.1-a")
            })
    }

    @Test(
        "files that are something else say what was expected",
        arguments: [
            ("{}", "project_info"), ("{\"project_info\": ", "line 1"), ("<plist><dict></dict></plist>", "BUNDLE_ID"),
            ("<plist", "property list"), (Samples.title, "no link"),
        ])
    func wrong(text: String, part: String) throws {
        let fault = #expect(throws: SetupFault.self) {
            var facts = SourceFacts()
            let bytes = Array(text.utf8)
            switch text.first {
            case "{": try facts.add(googleServices: bytes.span, named: "FILE")
            case "<": try facts.add(googleServiceInfo: bytes, named: "FILE")
            default: _ = try Samples.facts(export: text)
            }
        }
        #expect(fault?.message.contains(part) == true, "\(String(describing: fault))")
    }

    @Test("an export is counted alike however it arrives")
    func export() throws {
        let bytes = Array((Samples.export + "\"broken\"x\nhttps://links.acme.com/short\n").utf8)
        var whole = ExportSummary()
        let used = try whole.read(bytes.span, isLast: true)
        #expect(used == bytes.count)
        #expect(whole.links == 5 && whole.refused == 2 && whole.plainHTTP == 1)
        #expect(whole.domains == ["links.acme.com/go": 3, "acme.page.link": 2])
        #expect(whole.payloadHosts == ["www.acme.com": 3, "shop.acme.com": 1])
        #expect(whole.packages == ["com.acme.app": 3, "com.other": 1])
        for size in [1, 7, 100] {
            var parts = ExportSummary()
            var window: [UInt8] = []
            for start in stride(from: 0, to: bytes.count, by: size) {
                window += bytes[start..<min(bytes.count, start + size)]
                let used = try parts.read(window.span, isLast: start + size >= bytes.count)
                window.removeFirst(used)
            }
            #expect(parts == whole, "in pieces of \(size)")
        }
    }

    @Test("an export with moved, further and missing columns is counted by its titles")
    func movedExport() throws {
        let expected = try Samples.facts(export: Samples.export)
        let titles = TakeoutLayout.standard.map(\.title)
        var rows = try Samples.export.split(separator: "\n").map { line in
            var record = CSVRecord()
            _ = try record.read(Array(line.utf8).span, from: 0, isLast: true)
            return (0..<29).map(record.string)
        }
        rows[0] = titles
        let order = [11] + (0..<26).reversed().filter { $0 != 11 } + [28, 26]
        var text: [UInt8] = []
        for row in rows { CSVWriter.append(["more"] + order.map { row[$0] }, to: &text) }
        #expect(try kind(text) == .linkExport)
        #expect(try Samples.facts(export: String(decoding: text, as: UTF8.self)).export == expected.export)
        // As saved by Excel in half of Europe. Regression: it was refused with the advice to export it with commas.
        for end in ["\r\n", "\r"] {
            let saved =
                "sep=;" + end
                + rows.map { $0.map { "\"\($0.replacing("\"", with: "\"\""))\"" }.joined(separator: ";") + end }
                .joined()
            #expect(try kind(Array(saved.utf8)) == .linkExport)
            #expect(try Samples.facts(export: saved).export == expected.export)
        }
        let fault = #expect(throws: TakeoutLayout.Fault.self) {
            try Samples.facts(export: titles.joined(separator: ",").replacing("(ibi)", with: "(apn)"))
        }
        #expect(fault?.message.contains("columns 3 and 6") == true)
    }
}
