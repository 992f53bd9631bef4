import Foundation
import TestSupport
import Testing

/// Planted secrets in the real program's output; CommandTests and DaemonTests cover all forms of links in memory.
@Suite("planted secrets", .timeLimit(.minutes(20)))
struct SecretsTests {
    @Test("are not on standard error, nor in output for readers")
    func commands() throws {
        let rules = try RulesFolder(site: PlantedSecrets.curiousSite)
        let cases = """
            cases:
              - name: wrong target
                request: {link: "\(PlantedSecrets.links[0])", device: {platform: android, app: {state: current}}}
                expect: {target: "https://elsewhere.example/?oobCode=\(PlantedSecrets.code)x", decision: web_widget}
              - name: no request
                request: {link: "\(PlantedSecrets.links[0])", stage: "\(PlantedSecrets.action)"}
                expect: {decision: error}
            """
        try rules.folder.file("sites/site.cases.yaml", cases)
        let batch = try rules.folder.file("batch", PlantedSecrets.badRequests.joined(separator: "\n")).path()
        let (link, place) = (PlantedSecrets.links[0], ["--rules", rules.path])
        for arguments in [
            ["explain", link, "--user-agent", Agents.android] + place, ["test", rules.path], ["check", rules.path],
            ["resolve", "--batch", batch] + place, ["classify", "--batch", batch], [PlantedSecrets.action],
            ["serve", "--listen", PlantedSecrets.action] + place,
        ] {
            let run = try Program.run(arguments)
            let text = arguments[0] == "explain" ? run.output.components(separatedBy: "\ndecision")[0] : run.output
            let secret = PlantedSecrets.found(in: text + run.error)
            #expect(secret == nil, "\(arguments): \(run.output)\(run.error)")
            #expect(!(run.output + run.error).isEmpty)
        }
    }
}
