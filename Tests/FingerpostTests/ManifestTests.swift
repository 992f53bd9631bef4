import Foundation
import Testing
import TestSupport

@testable import Settings
import Help

/// The container recipe and the manifests for Kubernetes.
///
/// `Tests/Smoke/container` covers the processes that run in them.
@Suite("container and Kubernetes", .timeLimit(.minutes(20)))
struct ManifestTests {
    private static let manifests = RulesFolder.repository.appending(path: "systemd/kubernetes/fingerpost.yaml")
    private static let recipe = RulesFolder.repository.appending(path: "systemd/container/Containerfile")

    @Test("they name variables that there are, the ports of each other, and this version")
    func names() throws {
        let texts = try [Self.manifests, Self.recipe].map { try String(contentsOf: $0, encoding: .utf8) }
        let known = Set(Setting.all.map(\.variable) + ["FINGERPOST_RULES"])
        for text in texts {
            let named = text.matches(of: /FINGERPOST_[A-Z_]+/).map { String($0.output) }
            #expect(!named.isEmpty && Set(named).subtracting(known) == [])
        }
        #expect(texts[0].contains("image: fingerpost:\(Version.text)\n"))
        let article = RulesFolder.repository.appending(path: "Sources/Serving/Daemon/Daemon.docc/Running.md")
        #expect(try String(contentsOf: article, encoding: .utf8).contains(" fingerpost:\(Version.text)\n"))
        let stated = texts[0].matches(of: /name: (front|edge|admin), containerPort: (\d+)/)
        #expect(stated.count == 3)
        for match in stated {
            #expect(texts[1].contains("FINGERPOST_LISTEN_\(match.1.uppercased())=0.0.0.0:\(match.2)"))
        }
        #expect(texts[1].contains("EXPOSE \(stated.map { String($0.2) }.joined(separator: " "))\n"))
        let users = texts[0].matches(of: /(?:runAsUser|runAsGroup|fsGroup): (\d+)/).map { String($0.1) }
        #expect(users.count == 3 && users.allSatisfy { texts[1].contains("USER \($0):\($0)\n") })
    }

    @Test(
        "Kubernetes 1.29 and 1.37 know all that is in the manifests, and nothing else would do",
        .enabled(
            if: PythonManifests.interpreter != nil,
            "skipped: no Python with Tests/Manifests/requirements.txt; see above"))
    func schema() throws {
        #expect(try Self.validate(Self.manifests).code == 0)
        let folder = try ScratchFolder()
        let wrong = folder.url.appending(path: "wrong.yaml")
        try String(contentsOf: Self.manifests, encoding: .utf8).replacing("runAsNonRoot", with: "runAsNoRoot")
            .write(to: wrong, atomically: true, encoding: .utf8)
        let refused = try Self.validate(wrong)
        #expect(refused.code == 1 && refused.output.contains("('runAsNoRoot' was unexpected)"), "\(refused.output)")
    }

    private static func validate(_ file: URL) throws -> (code: Int32?, output: String) {
        let python = try #require(PythonManifests.interpreter)
        let child = try Child(python, [PythonManifests.script("validate.py"), "1.29,1.37", file.path()])
        defer { child.kill() }
        #expect(child.waits(seconds: 300), "the validator takes too long")
        #expect(child.output.matches(of: /(?:ok|refused) 1\.(?:29|37)\s/).count == 14, "\(child.output) \(child.error)")
        return (child.code, child.output)
    }
}
