import Rules
import Configuration
import Expressions
import Routing

/// A question that the lint left unanswered.
struct Omission: Hashable {
    enum Subject: Hashable {
        /// A rule, by its id.
        case rule(String)
        /// A site, by its name.
        case site(String)
        case allRules
    }

    var subject: Subject
    /// What is not known: `whether …`.
    var question: String
    /// Why, and what may help.
    var reason: String
}

/// Reporting what was left out, so that silence means that all is well.
extension RuleLint {
    static let bound = "the conditions combine in more ways than the lint looks at"
    static let outOfRequests = "the findings before it took all requests that the lint tries"

    mutating func omit(_ subject: Omission.Subject, _ question: String, _ reason: String) {
        let omission = Omission(subject: subject, question: question, reason: reason)
        if !omissions.contains(omission) { omissions.append(omission) }
    }

    /// Whether a question that only requests can answer has to remain open.
    mutating func lacksRequests(_ subject: Omission.Subject, _ question: String) -> Bool {
        guard requestsLeft <= 0 else { return false }
        omit(subject, question, Self.outOfRequests)
        return true
    }

    /// Rules whose conditions are too complex to reason about, and searches that are too many to compare.
    mutating func recordRulesLeftOut() {
        for rule in rules where rule.cubes == nil {
            omit(
                .rule(rule.id), "which clicks meet its condition, and so neither what it hides nor what hides it",
                "its condition has more than \(FactSpace.cubeLimit) alternatives: several rules with one decision can share them"
            )
        }
        if space.unrelatedSearches > 0 {
            omit(
                .allRules, "what `endsWith` and `contains` tell about each other",
                "there are \(space.unrelatedSearches) of them; up to \(FactSpace.searchLimit) are compared")
        }
    }

    /// Reports a note for each rule, site and reason, in the order in which they came up.
    mutating func reportOmissions() {
        var groups: [(subject: Omission.Subject, reason: String, questions: [String])] = []
        for omission in omissions {
            if let place = groups.firstIndex(where: { $0.subject == omission.subject && $0.reason == omission.reason })
            {
                groups[place].questions.append(omission.question)
            } else {
                groups.append((omission.subject, omission.reason, [omission.question]))
            }
        }
        for group in groups { report(group.subject, group.questions.joined(separator: "; "), group.reason) }
    }

    private mutating func report(_ subject: Omission.Subject, _ questions: String, _ reason: String) {
        let (location, path, name): (SourceLocation?, String, String) =
            switch subject {
            case .rule(let id): (loaded.locations[id], id, "`\(id)`: ")
            case .site(let name): (loaded.places[name]?.name, name, "the site `\(name)`: ")
            case .allRules: (nil, "rules", "")
            }
        report(.incomplete, at: location, path: path, "\(name)the lint left out \(questions)", hint: reason, .note)
    }
}
