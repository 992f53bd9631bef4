import Links

/// A parameter of long links with an input in the form, in the words of its users.
struct LinkOption: Sendable {
    /// The parameter that the input sets.
    let parameter: LinkParameter
    /// The label of the input, and of the value on the page of a link.
    let label: String
    /// A sentence below the input.
    var help = ""
    /// The system whose app the parameter requires; `nil` if it has an effect without an app.
    var system: LinkableApp.System?
    /// Whether the value is an address.
    var isAddress = false
    /// Whether the value may be long.
    var isLong = false

    /// The name of the input: that of the parameter.
    var name: String { parameter.name.description }

    /// Inputs with a heading.
    struct Group: Sendable {
        let name: String
        let heading: String
        let help: String
        let options: [LinkOption]
    }

    static let groups = [
        Group(
            name: "fallbacks", heading: "Without the app", help: "Empty: the app's page in the store, or the target.",
            options: [
                LinkOption(
                    parameter: .afl, label: "On Android, leads to", help: "If the app is not installed.",
                    system: .android, isAddress: true),
                LinkOption(
                    parameter: .ifl, label: "On iPhone, leads to", help: "If the app is not installed.", system: .ios,
                    isAddress: true),
                LinkOption(
                    parameter: .ipfl, label: "On iPad, leads to", help: "If it differs from the iPhone.", system: .ios,
                    isAddress: true),
                LinkOption(
                    parameter: .ofl, label: "On computers, leads to", help: "Instead of the target.", isAddress: true),
            ]),
        Group(
            name: "campaign", heading: "Campaign", help: "For the reports of Google Analytics (utm_source, …).",
            options: [
                LinkOption(parameter: .utmSource, label: "Campaign source", help: "Who sends visitors: newsletter."),
                LinkOption(parameter: .utmMedium, label: "Campaign medium", help: "How: email, social, print."),
                LinkOption(parameter: .utmCampaign, label: "Campaign name", help: "For example spring-sale."),
                LinkOption(parameter: .utmTerm, label: "Campaign term", help: "The keyword of an advertisement."),
                LinkOption(parameter: .utmContent, label: "Campaign content", help: "Which of several links or ads."),
            ]),
        Group(
            name: "preview", heading: "Preview in messengers and social networks",
            help: "Empty: the preview of the target.",
            options: [
                LinkOption(parameter: .st, label: "Preview title"),
                LinkOption(
                    parameter: .si, label: "Preview picture", help: "The https address of a picture.", isAddress: true),
                LinkOption(parameter: .sd, label: "Preview description", isLong: true),
            ]),
    ]

    static let all = groups.flatMap(\.options)

    /// The options with an effect only on a system on which the target opens no app.
    static func ineffective(in target: LinkTarget) -> [LinkOption] {
        all.filter { option in
            guard let system = option.system, target.value(of: option.parameter) != nil else { return false }
            return target.app(on: system) == nil
        }
    }
}
