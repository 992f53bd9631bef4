import Markup
import Mustache

/// The page for `d=1`: for each platform, the questions in order, and the outcome.
///
/// It is text only. Addresses are masked and not linked: the page explains, but leads nowhere.
public struct DebugPage: Sendable {
    /// One question, its answer, and whether the answer was decisive.
    public struct Step: Sendable, Equatable {
        /// The question, in plain language.
        public var question: String
        /// The answer, in plain language.
        public var answer: String
        /// Whether this answer was decisive.
        public var taken: Bool

        /// Creates a step. The texts must be masked.
        public init(question: String, answer: String, taken: Bool) {
            self.question = question
            self.answer = answer
            self.taken = taken
        }
    }

    /// The outcome on one platform.
    public struct Platform: Sendable {
        /// "Android", "iPhone", "Other".
        public var name: String
        /// The questions, in order.
        public var steps: [Step]
        /// The name of the decision, as in the API.
        public var decision: String
        /// The target, masked.
        public var target: String?
        /// The rule that decided.
        public var rule: String?
        /// The rule's human-readable reason.
        public var reason: String?

        /// Creates the outcome on a platform. The texts must be masked.
        public init(
            name: String, steps: [Step], decision: String, target: String? = nil, rule: String? = nil,
            reason: String? = nil
        ) {
            self.name = name
            self.steps = steps
            self.decision = decision
            self.target = target
            self.rule = rule
            self.reason = reason
        }
    }

    /// The explained link, masked.
    public var link: String
    /// The platforms, in the order of the page.
    public var platforms: [Platform]
    /// Warnings about the link, one sentence each.
    public var warnings: [String]

    /// Creates the page for a link. The texts must be masked.
    public init(link: String, platforms: [Platform], warnings: [String] = []) {
        self.link = link
        self.platforms = platforms
        self.warnings = warnings
    }

    var values: PageValues {
        var values = PageValues()
        values["link"] = link
        values.set("platforms", rows: platforms.map(\.values))
        values.set("warned", !warnings.isEmpty)
        values.set(
            "warnings",
            rows: warnings.map { warning in
                var row = PageValues()
                row["warning"] = warning
                return row
            })
        return values
    }

    /// The template, parsed once per process. It has repeated parts, so it is not flat.
    static let template = Result { try PageLayout.template(document) }

    /// The template of the whole page.
    static let document = PageLayout.document(title: "{{say.debug_title}}", body: body)

    static let body = """
        <main class="wide">
        {{{brand}}}
        <h1>{{say.debug_title}}</h1>
        <p class="soft" dir="ltr">{{link}}</p>
        {{#warned}}<section class="note" lang="en" dir="ltr">
        {{#warnings}}<p>{{warning}}</p>{{/warnings}}
        </section>{{/warned}}
        {{#platforms}}<section>
        <h2>{{name}}</h2>
        <table>
        <thead><tr><th scope="col">{{say.debug_question}}</th><th scope="col">{{say.debug_answer}}</th>\
        <th scope="col">{{say.debug_decides}}</th></tr></thead>
        <tbody>
        {{#steps}}<tr class="{{#taken}}taken{{/taken}}{{^taken}}passed{{/taken}}"><td>{{question}}</td>\
        <td dir="ltr">{{answer}}</td>\
        <td>{{#taken}}{{say.debug_yes}}{{/taken}}{{^taken}}{{say.debug_no}}{{/taken}}</td></tr>
        {{/steps}}</tbody>
        </table>
        <dl>
        <dt>{{say.debug_decision}}</dt><dd><strong dir="ltr">{{decision}}</strong></dd>
        {{#target}}<dt>{{say.debug_target}}</dt><dd dir="ltr">{{target}}</dd>{{/target}}
        {{#reason}}<dt>{{say.debug_because}}</dt><dd dir="auto">{{reason}}</dd>{{/reason}}
        {{#rule}}<dt>{{say.debug_rule}}</dt><dd dir="ltr">{{rule}}</dd>{{/rule}}
        </dl>
        </section>{{/platforms}}
        {{{contact}}}
        </main>
        """
}

extension DebugPage.Platform {
    fileprivate var values: PageValues {
        var values = PageValues()
        values["name"] = name
        values["decision"] = decision
        values["target"] = target
        values["rule"] = rule
        values["reason"] = reason
        values.set(
            "steps",
            rows: steps.map { step in
                var row = PageValues()
                row["question"] = step.question
                row["answer"] = step.answer
                row.set("taken", step.taken)
                return row
            })
        return values
    }
}
