import Configuration
import Devices
import Foundation
import Settings
import TestSupport
import Testing

@testable import Rules

/// The file that `devices` names: in the rules directory, outside of it, in a bundle, in a draft.
@Suite("files of device corrections")
struct DeviceFileTests {
    private static let corrections = "corrections:\n  - {token: AcmeBot/, bot: search}\n"

    private static func loaded(
        _ folder: ScratchFolder, reading files: NamedFiles = .all, own: String? = nil
    ) throws -> LoadedRules {
        var loaded = try RuleDirectory.load(path: folder.path)
        try loaded.addSettings(file: own)
        loaded.apply(SettingsResolver.resolve(file: loaded.settings).settings, reading: files)
        return loaded
    }

    private static func tokens(_ loaded: LoadedRules) -> [String] { loaded.corrections.map(\.correction.token) }

    @Test("is used if a setting names it, relative to the file with the setting, and changes the hash")
    func named() throws {
        let folder = try ScratchFolder()
        try folder.file("devices.yaml", Self.corrections)
        let unnamed = try Self.loaded(folder)
        #expect(Self.tokens(unnamed).isEmpty && unnamed.diagnostics.count == 1)
        #expect(unnamed.diagnostics.first?.rendered.contains("these device corrections are not used") == true)
        for path in ["devices.yaml", "./devices.yaml", "\(folder.path)/devices.yaml"] {
            try folder.file("fingerpost.yaml", "devices: \(path)\n")
            let named = try Self.loaded(folder)
            #expect(Self.tokens(named) == ["AcmeBot/"] && named.diagnostics.isEmpty, "\(named.diagnostics)")
            #expect(named.hash != unnamed.hash)
            let place = named.corrections.first?.place
            #expect(place?.line == 2 && place?.column == 13, "\(String(describing: place))")
        }
        let before = try Self.loaded(folder).hash
        try folder.file("devices.yaml", Self.corrections + "# A comment.\n")
        #expect(try Self.loaded(folder).hash != before)
    }

    @Test("may be outside of the directory, where its lines are not quoted")
    func outside() throws {
        let (folder, other) = (try ScratchFolder(), try ScratchFolder())
        let file = try other.file("acme.txt", Self.corrections).path()
        let own = try other.file("node.yaml", "devices: acme.txt\n").path()
        #expect(Self.tokens(try Self.loaded(folder, own: own)) == ["AcmeBot/"])
        try folder.file("fingerpost.yaml", "devices: \(file)\n")
        let loaded = try Self.loaded(folder)
        #expect(Self.tokens(loaded) == ["AcmeBot/"] && loaded.diagnostics.isEmpty)
        try other.file("acme.txt", "corrections:\n  - {token: s3cret, bot: noone}\n")
        let faulty = try Self.loaded(folder)
        #expect(faulty.hasErrors && faulty.diagnostics.first?.sourceLine == nil)
        #expect(faulty.diagnostics.first?.location?.description == "\(file):2:26")
        try FileManager.default.removeItem(atPath: file)
        let missing = try Self.loaded(folder)
        let message = try #require(missing.diagnostics.first).rendered
        #expect(message.contains("fingerpost.yaml:1:10: error: \(file): can't read"), "\(message)")
    }

    @Test("is an error if it has another form")
    func otherForm() throws {
        let folder = try ScratchFolder()
        try folder.file("rules.yaml", "rules: []\n")
        try folder.file("fingerpost.yaml", "devices: rules.yaml\n")
        let loaded = try Self.loaded(folder)
        #expect(loaded.hasErrors && Self.tokens(loaded).isEmpty)
    }

    @Test("is not read for a draft unless the active rules use it")
    func drafts() throws {
        let (folder, other) = (try ScratchFolder(), try ScratchFolder())
        let file = try other.file("acme.yaml", Self.corrections).path()
        try folder.file("fingerpost.yaml", "devices: \(file)\n")
        var settings = DaemonSettings()
        settings.devices = file
        for (files, isRead) in [(NamedFiles.only([]), false), (.init(namedBy: settings), true)] {
            let loaded = try Self.loaded(folder, reading: files)
            #expect(Self.tokens(loaded).isEmpty == !isRead && !loaded.hasErrors)
            #expect(loaded.diagnostics.count == (isRead ? 0 : 1))
        }
    }

    @Test("of a bundle is one of its files; no other is read")
    func bundles() throws {
        let other = try ScratchFolder()
        let file = try other.file("acme.yaml", Self.corrections).path()
        for (path, isUsed) in [("devices.yaml", true), ("../devices.yaml", false), (file, false)] {
            var loaded = RuleDirectory.load(
                [
                    ("fingerpost.yaml", Array("devices: \(path)\n".utf8)),
                    ("devices.yaml", Array(Self.corrections.utf8)),
                ], named: "bundle")
            loaded.refuseDevicesOutside()
            loaded.apply(SettingsResolver.resolve(file: loaded.settings).settings)
            #expect(loaded.hasErrors == !isUsed, "\(path): \(loaded.diagnostics)")
            #expect(Self.tokens(loaded) == (isUsed ? ["AcmeBot/"] : []))
        }
    }
}
