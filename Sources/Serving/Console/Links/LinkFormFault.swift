/// An error message of the API about a form, with the input that it is about.
struct LinkFormFault {
    /// The name of the input; `nil` if the message names none.
    let name: String?
    /// The label of the input.
    let label: String?
    /// The message, without the name in JSON.
    let message: String

    /// The messages that name no field: how they begin.
    private static let beginnings = [
        ("The link", "long_link"), ("the link needs a long_link", "long_link"), ("a code", "code"),
        ("the code", "code"), ("no click", "code"), ("the site's file defines", "code"),
        ("the link already exists", "code"),
    ]

    /// Reads a message such as `max_clicks must be a number, not a string` or `ofl: The link leads to …`.
    init(_ text: String) {
        let word = text.prefix { $0.isLetter || $0.isNumber || $0 == "_" }
        let rest = text.dropFirst(word.count)
        let known = word == "link" || word == "payload" ? "long_link" : String(word)
        let isNamed = LinkForm.labels.contains { $0.name == known } && (rest.first == ":" || rest.first == " ")
        let name = isNamed ? known : Self.beginnings.first { text.hasPrefix($0.0) }?.1
        self.name = name
        label = LinkForm.labels.first { $0.name == name }?.label
        // The type of a value in JSON means nothing to users of the form.
        let words = (isNamed ? rest.drop { $0 == ":" || $0 == " " } : text[...]).split(separator: ", not a string")
        message = words.joined().sentence
    }
}
