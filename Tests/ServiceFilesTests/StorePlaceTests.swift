import Foundation
import LinkStore
import ServiceFiles
import TestSupport
import Testing

/// Where commands and the daemon look for the store, and how they open it.
@Suite("the place of the store, in memory")
struct StorePlaceTests {
    @Test("is the named one, then systemd's first directory, then .fingerpost")
    func places() {
        let variables = ["STATE_DIRECTORY": "/var/lib/one:/var/lib/two"]
        let named = StorePlace(named: "/srv/links", variables: variables)
        #expect(named.directory == "/srv/links" && named.isNamed)
        let state = StorePlace(named: nil, variables: variables)
        #expect(state.directory == "/var/lib/one" && !state.isNamed)
        #expect(StorePlace(named: nil, variables: [:]).directory == ".fingerpost")
    }

    @Test("only inserting links creates a store, which is reported")
    func creation() throws {
        let folder = try ScratchFolder()
        let place = StorePlace(named: "\(folder.path)/new", variables: [:])
        var reports: [String] = []
        let file = "\(place.directory)/\(LinkStore.fileName)"
        for (access, missing) in [(StorePlace.Access.read, file), (.change, place.directory)] {
            #expect(throws: StoreError.missing(path: missing)) {
                try place.open(access) { reports.append($0) }
            }
        }
        #expect(!place.exists && reports == [])
        _ = try place.open(.fill) { reports.append($0) }
        #expect(place.exists && reports.count == 1)
        #expect(reports.first?.hasPrefix("\(place.directory): created a new link store") == true)
        _ = try place.open(.change) { reports.append($0) }
        #expect(reports.count == 1)
    }

    @Test("another path of the same file is the same store")
    func identity() throws {
        let folder = try ScratchFolder()
        let place = StorePlace(named: folder.path, variables: [:])
        _ = try place.open(.fill) { _ in }
        let file = StorePlace(named: "\(folder.path)/./\(LinkStore.fileName)", variables: [:])
        #expect(file.isSame(as: place) && place.isSame(as: file))
        #expect(!place.isSame(as: StorePlace(named: folder.path + "other", variables: [:])))
    }

    @Test("the daemon goes without a store only at the default place")
    func service() throws {
        let folder = try ScratchFolder()
        let blocked = try folder.file("file", "text").path()
        var reports: [String] = []
        #expect(throws: StartupFault.self) {
            try StorePlace(named: "\(blocked)/store", variables: [:]).openForService { reports.append($0) }
        }
        let usual = StorePlace(named: nil, variables: ["STATE_DIRECTORY": "\(blocked)/store"])
        #expect(try usual.openForService { reports.append($0) } == nil)
        #expect(reports.count == 1 && reports[0].hasSuffix("only short links in the rules work"), "\(reports)")
    }
}
