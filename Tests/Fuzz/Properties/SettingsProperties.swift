import ByteText
import Links
import Routing
import Rules
import Synchronization
import WebAddress

/// Any request is accepted or refused, and its decision is consistent: no target is outside of the site.
///
/// An input is a request in JSON, or lines of text from which a request is built (``SettingsRequest``). The site is the
/// example site.
enum SettingsProperties {
    static func fault(of input: Span<UInt8>) -> String? {
        guard let request = SettingsRequest.read(input) else { return nil }
        return resolver.withLock { $0.fault(of: request) }
    }

    private static let resolver = Mutex(DecisionChecker())
}

/// Decides requests by the shipped rules, and checks the decisions.
private final class DecisionChecker {
    private let resolver: RequestResolver
    private var output: [UInt8] = []

    init() {
        let root = #filePath.split(separator: "/").dropLast(4).joined(separator: "/")
        do {
            let rules = try RuleDirectory.load(path: "/\(root)/rules")
            guard !rules.hasErrors else { fatalError("the shipped rules have faults") }
            resolver = try RequestResolver(RuleSet(rules))
        } catch {
            fatalError("the shipped rules can't be read: \(error)")
        }
    }

    func fault(of request: JSONValue) -> String? {
        output.removeAll(keepingCapacity: true)
        do throws(RequestFault) {
            let kind = try resolver.resolve(request, now: 1_795_000_000, to: &output)
            guard let decision = try? JSONValue(parsing: output.span) else { return "the decision is no JSON" }
            guard decision["decision"]?.string == kind.rawValue else { return "the decision is written as another one" }
            // A site in the request may have any target.
            guard request["site"] == nil else { return nil }
            return DecisionProperties.fault(of: decision) ?? faultOfExplaining(request, decision, output)
        } catch {
            return error.problem.isEmpty ? "a refusal says nothing" : nil
        }
    }

    /// The explanation of a click has the same decision.
    private func faultOfExplaining(_ request: JSONValue, _ decision: JSONValue, _ bytes: [UInt8]) -> String? {
        // Explaining costs many times as much as deciding, so only some of the clicks are explained.
        guard decision["decision"] != "error", bytes.count % 8 == 0 else { return nil }
        var explanation: [UInt8] = []
        do throws(RequestFault) {
            try resolver.explain(request, now: 1_795_000_000, to: &explanation)
        } catch {
            return "a click is decided and not explained"
        }
        let start = Array(#"{"decision":"#.utf8)
        guard explanation.starts(with: start), explanation[start.count...].starts(with: bytes) else {
            return "the explanation has another decision"
        }
        return nil
    }
}
