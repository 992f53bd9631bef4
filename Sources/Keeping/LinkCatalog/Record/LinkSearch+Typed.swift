public import LinkStore

extension LinkSearch {
    /// A search for text typed by a user. A host that is not ASCII also matches in its IDNA form.
    public init(typed text: String) {
        self.init([text] + (text.withHostInASCII.map { [$0] } ?? []))
    }
}
