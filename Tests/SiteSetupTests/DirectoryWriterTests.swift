import Foundation
import TestSupport
import Testing

@testable import SiteSetup

/// All files or none are written, and none replaces another.
@Suite("Writing a rules directory")
struct DirectoryWriterTests {
    private let folder: ScratchFolder
    private var directory: String { folder.path + "/rules" }
    private static let files = [
        PlannedFile(path: "firebase/a.yaml", bytes: [1], isOwn: false), PlannedFile(path: "sites/x.yaml", text: "x"),
        PlannedFile(path: "sites/x.cases.yaml", text: "cases"),
    ]

    init() throws { folder = try ScratchFolder() }

    private func names() -> [String] {
        (FileManager.default.subpaths(atPath: folder.path) ?? []).sorted()
    }

    @Test("a new directory has all files, and nothing else is left")
    func new() throws {
        var writer = DirectoryWriter(directory + "/")
        #expect(try writer.write(Self.files, replacing: false).written == Self.files.map(\.path))
        #expect(
            names() == [
                "rules", "rules/firebase", "rules/firebase/a.yaml", "rules/sites", "rules/sites/x.cases.yaml",
                "rules/sites/x.yaml",
            ])
    }

    @Test("at whatever file it is stopped, nothing is left", arguments: 0..<8)
    func stopped(after count: Int) throws {
        try folder.file("there/sites/y.yaml", "y")
        let before = names()
        for place in ["rules", "there"] {
            var calls = 0
            var writer = DirectoryWriter(folder.path + "/" + place) {
                calls += 1
                return calls > count
            }
            let result = Result { () throws(SetupFault) in try writer.write(Self.files, replacing: false) }
            if case .success = result {
                #expect(count >= 3)
                continue
            }
            // The other directory may be complete already.
            #expect(names().filter { !$0.hasPrefix(place == "there" ? "rules" : "-") } == before)
        }
    }

    @Test("an error leaves nothing behind")
    func failing() throws {
        try folder.file("rules/firebase/a.yaml", "own")
        try folder.file("rules/sites/x.cases.yaml/z", "in the way")
        let before = names()
        var writer = DirectoryWriter(directory)
        let fault = #expect(throws: SetupFault.self) { try writer.write(Self.files, replacing: true) }
        #expect(fault?.message.contains("x.cases.yaml") == true)
        #expect(names().filter { $0 != "rules/sites/x.yaml" } == before)
        var nowhere = DirectoryWriter(folder.path + "/no/such/rules")
        #expect(throws: SetupFault.self) { try nowhere.write(Self.files, replacing: false) }
    }

    @Test("a site's file is replaced only on demand, and shipped files never")
    func existing() throws {
        try folder.file("rules/firebase/a.yaml", "own")
        try folder.file("rules/sites/x.yaml", "old")
        var writer = DirectoryWriter(directory)
        let fault = #expect(throws: SetupFault.self) { try writer.write(Self.files, replacing: false) }
        #expect(fault?.message.contains("rules/sites/x.yaml: this file exists") == true)
        #expect(try String(contentsOfFile: directory + "/sites/x.yaml", encoding: .utf8) == "old")
        let result = try writer.write(Self.files, replacing: true)
        #expect(result.kept == ["firebase/a.yaml"] && result.written == ["sites/x.yaml", "sites/x.cases.yaml"])
        #expect(try String(contentsOfFile: directory + "/sites/x.yaml", encoding: .utf8) == "x")
        #expect(try String(contentsOfFile: directory + "/firebase/a.yaml", encoding: .utf8) == "own")
        #expect(!names().contains { $0.contains(".init-") })
    }

    @Test("the shipped rules are looked for next to the program and where systems have them, and here only after that")
    func shipped() throws {
        #expect(
            ShippedRules.places(program: "/opt/fp/bin/fingerpost") == [
                "/opt/fp/share/fingerpost/rules", "/usr/share/fingerpost/rules", "rules", "/etc/fingerpost/rules",
            ])
        #expect(
            ShippedRules.places(program: "/home/a/fp/.build/x86_64/release/fingerpost").dropFirst().prefix(2)
                == ["/home/a/fp/rules", "/usr/share/fingerpost/rules"])
        let fault = #expect(throws: SetupFault.self) { try ShippedRules.find(stated: folder.path, program: "") }
        #expect(fault?.message.contains("firebase/*.yaml") == true)
        let files = try ShippedRules.find(stated: RulesFolder.shippedRules.path(), program: "").files().map(\.path)
        #expect(files.contains("fingerpost.yaml") && files.contains("schema/site.schema.json"))
        #expect(files.contains("firebase/email-link.cases.yaml") && !files.contains { $0.hasPrefix("sites/") })
    }
}
