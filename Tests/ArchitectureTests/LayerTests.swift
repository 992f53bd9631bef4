import Foundation
import Testing

@Suite("The floors and their arrows hold")
struct LayerTests {
    private let checker = Checker(ModuleTable.rows)

    @Test("the table has no circle")
    func noCircle() {
        #expect(checker.circles() == [])
    }

    @Test("every module has a row, a target, and a folder on its floor")
    func everyModuleHasItsPlace() throws {
        let table = Dictionary(uniqueKeysWithValues: ModuleTable.floors.map { ($0.name, Set($0.modules.map(\.name))) })
        #expect(try Repository.floors() == table)
        let targets = Set(try Repository.manifest().targets.filter { $0.kind != "testTarget" }.map(\.name))
        #expect(targets.symmetricDifference(ModuleTable.rows.map(\.name)).sorted() == [])
    }

    @Test("a source imports what its module's row allows")
    func imports() throws {
        let violations = checker.violations(in: try Repository.sources())
        #expect(violations == [])
    }

    @Test("folders of a module use each other one way only")
    func folders() throws {
        let modules = Dictionary(grouping: try Repository.sources(), by: \.module)
        let circles = modules.sorted { $0.key < $1.key }.flatMap { FolderGraph($0.key, $0.value).circles() }
        #expect(circles == [])
    }

    @Test("one module knows each C library")
    func cLibraries() throws {
        let shared = checker.sharedCModules(in: try Repository.sources())
        #expect(shared == [])
    }

    @Test("the manifest has the arrows of the table, and the sources follow each")
    func manifest() throws {
        let manifest = try Repository.manifest()
        #expect(checker.violations(in: manifest) == [])
        let differences = checker.differences(between: manifest, and: try Repository.sources())
        #expect(differences == [])
    }

    @Test("the table allows nothing that is not used")
    func noSlack() throws {
        let slack = checker.slack(in: try Repository.manifest())
        #expect(slack == [])
    }

    /// Locks are used through `Locked`, which also supports waiting. The files listed here may pause for other reasons.
    @Test("one module makes locks and threads, and nothing sleeps and looks again")
    func locks() throws {
        let mayPause: Set = [
            "BackupDownload.swift", "HostSpacing.swift", "LineStream.swift", "Nodes.swift", "OpenLoop.swift",
        ]
        for source in try Repository.sources() where source.module != "Threads" {
            let text = Data(source.text.utf8)
            for word in ["Mutex(", "Mutex<", "pthread_mutex", "pthread_create", "pthread_cond"] {
                #expect(text.range(of: Data(word.utf8)) == nil, "\(source.path): \(word)")
            }
            let pauses = text.range(of: Data("usleep(".utf8)) != nil
            #expect(!pauses || mayPause.contains(source.name), "\(source.path): usleep")
        }
    }

    @Test("what Sources/README.md names is there")
    func sourcesReadme() throws {
        let named = try Repository.text("Sources/README.md").matches(of: /`(\w+\/[^`]+)`/).map { String($0.output.1) }
        let paths = named.filter { path in ModuleTable.floors.contains { path.hasPrefix($0.name + "/") } }
        #expect(paths.count > 30, "the paths were not found")
        #expect(paths.filter { !Repository.exists("Sources/\($0)") } == [])
    }

    @Test("the top of the repository stays short")
    func topLevel() throws {
        let names = try Repository.topLevel().filter { !$0.hasPrefix(".") }
        #expect(names.symmetricDifference(ModuleTable.topLevel).sorted() == [])
    }
}
