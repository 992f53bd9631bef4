import Clicks
public import ByteText
import Outcomes
import Phones

extension LabSessions {
    /// The state of a test, with its evidence so far; `nil` if there is no such test.
    ///
    /// - Parameter now: The wall clock, in seconds since the epoch.
    public func json(_ id: String, now: Int64) -> JSONValue? {
        guard let session = session(id, now: now) else { return nil }
        let requests = watch.requests(id)
        let evidence = session.evidence(requests, at: now)
        var fault: JSONValue = .null
        if case .failure(let found)? = session.plan { fault = .string(found.description) }
        return [
            "id": .string(id), "link": .string(session.link), "url": .string(session.address),
            "expires": .string(Timestamp.text(session.end)), "finished": .bool(session.isFinished),
            "fault": fault,
            "taps": .array(
                session.results(requests).map { planned, result in
                    planned.json(result, causes: result.map { session.causes(of: planned, $0) } ?? [])
                }),
            "advice": .array(session.advice(requests).map { .string($0) }),
            "evidence": evidence?.json ?? .null,
        ]
    }
}

extension LabPlan.Tap {
    fileprivate func json(_ result: TapEvidence?, causes: [String]) -> JSONValue {
        [
            "tap": .string(tap.rawValue), "title": .string(tap.title),
            "predicted": .array(predicted.map { .string($0.rawValue) }),
            "result": result?.json ?? .null, "causes": .array(causes.map { .string($0) }),
        ]
    }

    /// The predicted endings, without repetitions.
    var predicted: [ObservedEnding] {
        var endings: [ObservedEnding] = []
        for journey in expected {
            let ending = ObservedEnding(journey.ending)
            if !endings.contains(ending) { endings.append(ending) }
        }
        return endings
    }
}

extension LabSession {
    /// The recommendations for the site's owner, from the results so far: the most likely causes, or the facts of the model
    /// that may be wrong.
    func advice(_ requests: [SeenRequest]) -> [String] {
        guard let phone, let evidence = evidence(requests, at: 0), evidence.taps.contains(where: { !$0.fits }) else {
            return []
        }
        let host = AddressParts(link).host ?? ""
        let causes = causes(requests).map { $0.advice(on: phone.system, host: host) }
        guard causes.isEmpty else { return causes }
        return evidence.doubtfulFacts.map { "The model may be wrong for this phone: \($0.sentence)" }
    }
}
