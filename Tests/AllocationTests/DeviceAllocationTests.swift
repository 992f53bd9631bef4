import ByteText
import CAllocationCounter
import Devices
import Testing

/// Classifying a client with hints of every kind does not allocate.
@Suite("Allocations of a classifier")
struct DeviceAllocationTests {
    @Test("are none for all agents that the table has as evidence", .countsAllocations)
    func classifying() throws {
        let classifier = DeviceClassifier(corrections: [
            .init(token: "Googlebot", bot: .no), .init(token: "Mobile", place: .anywhere, app: .named("example-app")),
        ])
        var names = classifier.appNames
        let corrections = [
            DeviceCorrection(token: "ExampleApp/", app: .listed(.other)),
            DeviceCorrection(token: "AcmeScan", bot: .kind(.scanner)),
        ]
        let site = try #require(DeviceCorrections(corrections, names: &names))
        // Warm, like those of workers: a model is read within the text of an agent.
        var arena = ByteArena(capacity: 8192)
        let hints = ClientHints(
            platform: arena.append(#""Android";a=%"caf%c3%a9""#), platformVersion: arena.append(#""14.\"0""#),
            mobile: arena.append("?1"), model: arena.append(#""Pixel 8""#),
            formFactors: arena.append(#""EInk", "Tablet""#),
            fullVersionList: arena.append(
                #""Not A(Brand";v="8.0.0.0", "Android WebView";v="128.0.1", "Brave";v="128.0.1";x="a\"b""#),
            requestedWith: arena.append("com.example.app"))
        let mark = arena.count
        let agents = DeviceClassifier.exampleAgents.map { Array($0.utf8) }
        var bots = 0
        let before = allocation_count()
        for agent in agents {
            arena.truncate(to: mark)
            let device = classifier.classify(userAgent: arena.append(agent.span), hints: hints, site: site, in: &arena)
            if device.bot { bots += 1 }
        }
        let allocations = allocation_count() - before
        #expect(allocations == 0)
        #expect(bots > 100)
    }
}
