public import ByteText
import Phones

extension OutcomeMatrix {
    /// The matrix as JSON: the cells, and the number of cells per verdict. URLs are not masked.
    public var json: JSONValue {
        [
            "link": .string(link), "site": .string(site),
            "cells": .array(cells.map { $1.json($0) }),
            "counts": [
                "cells": .number(JSONNumber(cells.count)),
                "as_documented": .number(JSONNumber(cells.count { $1.verdict == .asDocumented })),
                "possibly": .number(JSONNumber(cells.count { $1.verdict.word == "possibly" })),
                "deviates": .number(JSONNumber(cells.count { $1.verdict.word == "deviates" })),
                "dead_ends": .number(JSONNumber(cells.count { $1.verdict.word == "dead_end" })),
            ],
        ]
    }
}

extension Cell.Verdict {
    /// The stable name: `as_documented`, `possibly`, `deviates` or `dead_end`.
    public var word: String {
        switch self {
        case .asDocumented: "as_documented"
        case .possibly: "possibly"
        case .deviates: "deviates"
        case .deadEnd: "dead_end"
        }
    }

    /// The reason for a deviation; `nil` if the outcome is as documented or a dead end.
    public var deviation: Deviation? {
        switch self {
        case .possibly(let deviation), .deviates(let deviation): deviation
        case .asDocumented, .deadEnd: nil
        }
    }
}

extension Cell {
    fileprivate func json(_ situation: Situation) -> JSONValue {
        [
            "situation": .string(situation.id), "device": .string(situation.device), "where": .string(situation.place),
            "app": .string(condition.rawValue), "verdict": .string(verdict.word),
            "documented": ["row": .string(documented.row), "ending": .string(documented.ending.description)],
            "deviation": verdict.deviation.map {
                ["id": .string($0.id), "because": .string($0.sentence)]
            } ?? .null,
            "journeys": .array(journeys.map { $0.json(rules) }),
        ]
    }
}

extension Journey {
    fileprivate func json(_ rules: [String: String]) -> JSONValue {
        [
            "ending": .string(ending.description),
            "detours": .array(detours.map { .string($0.description) }),
            "steps": .array(
                steps.map { step in
                    [
                        "address": .string(step.address),
                        "facts": .array(
                            step.facts.map { .string("\($0.sentence) Evidence: \($0.grade.title).") }),
                    ]
                }),
            "rules": .array(asked.compactMap { rules[$0] }.map { .string($0) }),
        ]
    }
}

extension Documented.Ending: CustomStringConvertible {
    public var description: String {
        switch self {
        case .app(let id): "app \(id)"
        case .store(let store, let id): "\(store.rawValue) \(id)"
        case .web(let url): "web \(url)"
        }
    }
}
