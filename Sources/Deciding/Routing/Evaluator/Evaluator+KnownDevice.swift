public import ByteText
public import Devices

/// For callers that cache the devices of recurring user agents.
extension Evaluator {
    /// Whether all sites classify devices alike, so that a device can be classified before its site is
    /// known.
    public var classifiesAlikeForAllSites: Bool {
        ruleSet.compiledSites.allSatisfy { $0.corrections == nil }
    }

    /// The device of a click, as classified by ``decide(_:in:)`` if sites correct nothing.
    public func classify(_ request: borrowing ClickRequest, in arena: inout ByteArena) -> Device {
        classify(request, by: nil, in: &arena)
    }

    func classify(
        _ request: borrowing ClickRequest, by corrections: DeviceCorrections?, in arena: inout ByteArena
    ) -> Device {
        ruleSet.lentClassifier.use { classifier in
            classifier.classify(
                userAgent: request.userAgent, hints: request.hints, profile: request.profile, site: corrections,
                findsBrowserVersion: ruleSet.consults(.deviceBrowserVersion), in: &arena)
        }
    }
}
