import ByteText
import TestSupport
import Testing

@testable import Devices

/// A model means the same in an agent and in `Sec-CH-UA-Model`. Two tables had made `SM-X920` a tablet by its agent and a television
/// by its hint.
@Suite struct ModelTests {
    private static func form(ofAgentWith model: String, isMobile: Bool) -> FormFactor {
        var arena = ByteArena()
        let agent = agent("; \(model)", isMobile)
        return DeviceClassifier.builtIn.classify(userAgent: arena.append(agent), in: &arena).formFactor
    }

    private static func form(ofHint model: String, isMobile: Bool) -> FormFactor {
        var arena = ByteArena()
        let agent = arena.append(agent("; K", isMobile))
        var hints = ClientHints()
        hints.platform = arena.append(#""Android""#)
        hints.mobile = arena.append(isMobile ? "?1" : "?0")
        hints.model = arena.append("\"\(model)\"")
        return DeviceClassifier.builtIn.classify(userAgent: agent, hints: hints, in: &arena).formFactor
    }

    private static func agent(_ model: String, _ isMobile: Bool) -> String {
        "Mozilla/5.0 (Linux; Android 10\(model)) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 "
            + (isMobile ? "Mobile " : "") + "Safari/537.36"
    }

    @Test(arguments: [
        "SM-X920", "SM-T870", "Lenovo TB-X606F", "BRAVIA 4K GB", "43LEX-8258", "EX-7029G", "MiTV-MSSP0", "Quest 3S",
        "SM-R890",
        "AFTMM", "Pixel 8", "Polestar 2", "Android XR", "Xiaomi Pad 6", "HQ50U660", "K", "Example Shell LC390TU1A",
    ])
    func modelsOfAllForms(_ model: String) {
        for isMobile in [true, false] {
            #expect(
                Self.form(ofHint: model, isMobile: isMobile) == Self.form(ofAgentWith: model, isMobile: isMobile),
                "\(model)")
        }
    }

    /// All models among the table's examples.
    @Test func modelsOfTheTable() throws {
        var (compared, forms) = (0, Set<FormFactor>())
        let model = /; ([^;()"\\]+?)(?: Build\/[^;)]*)?(?:; wv)?\) AppleWebKit/
        for row in TokenTable.rows {
            guard row.example.contains("Android"), !row.example.contains("like Android"),
                let match = row.example.firstMatch(of: model)
            else { continue }
            for isMobile in [true, false] {
                let expected = Self.form(ofAgentWith: String(match.1), isMobile: isMobile)
                #expect(Self.form(ofHint: String(match.1), isMobile: isMobile) == expected, "\(match.1)")
                forms.insert(expected)
                compared += 1
            }
        }
        #expect(compared > 400 && forms.count >= 4, "\(compared) models of \(forms.count) forms")
    }
}
