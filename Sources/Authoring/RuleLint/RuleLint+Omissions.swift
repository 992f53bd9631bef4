import Configuration
import Expressions
import Routing
import Rules

/// A question that the lint left unanswered.
struct Omission: Hashable {
    enum Subject: Hashable {
        /// A rule, by its ID.
        case rule(String)
        /// A site, by its name.
        case site(String)
        case allRules
    }

    var subject: Subject
    /// The unanswered question: `whether …`.
    var question: String
    /// The reason, and a possible remedy.
    var reason: String
}

/// Reports skipped checks, so that an empty result means that there are no problems.
extension RuleLint {
    static let bound = "the conditions combine in more ways than lint examines"
    static let outOfRequests = "earlier findings used up the requests that lint tries"

    mutating func omit(_ subject: Omission.Subject, _ question: String, _ reason: String) {
        let omission = Omission(subject: subject, question: question, reason: reason)
        if !omissions.contains(omission) { omissions.append(omission) }
    }

    /// Records that a question stays open because the request budget is exhausted. Returns whether it is.
    mutating func lacksRequests(_ subject: Omission.Subject, _ question: String) -> Bool {
        guard requestsLeft <= 0 else { return false }
        omit(subject, question, Self.outOfRequests)
        return true
    }

    /// Records rules whose conditions are too complex to reason about, and searches that are too many to compare.
    mutating func recordRulesLeftOut() {
        for rule in rules where rule.cubes == nil {
            omit(
                .rule(rule.id), "which clicks match its condition, and so which rules it hides or is hidden by",
                "its condition has more than \(FactSpace.cubeLimit) alternatives: split it into several rules with the same decision"
            )
        }
        if space.unrelatedSearches > 0 {
            omit(
                .allRules, "how `endsWith` and `contains` tests relate to each other",
                "there are \(space.unrelatedSearches) of them; lint compares at most \(FactSpace.searchLimit)")
        }
    }

    /// Reports a note for each subject and reason, in order of occurrence.
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
        report(.incomplete, at: location, path: path, "\(name)lint did not check \(questions)", hint: reason, .note)
    }
}
